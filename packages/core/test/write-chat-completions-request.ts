import { defaultTranslation, type TranslationOptions } from "../src/conversation/capabilities.js";
import type { Block } from "../src/conversation/conversation.js";
import { toolNamesOf } from "../src/conversation/legal-names.js";
import {
  createReceipt,
  defaultPolicy,
  type UnsupportedPolicy,
} from "../src/conversation/receipt/receipt.js";
import type { ChatCompletionsUpstreamCapabilities } from "../src/formats/chat-completions/upstream.js";
import { defaultUpstreamCapabilities } from "../src/formats/chat-completions/wire/capabilities.js";
import { writeRequest } from "../src/formats/chat-completions/write-request/body.js";
import { formatOf, version23 } from "../src/formats/messages/__fixtures__/make.js";
import { encodeJson } from "../src/json/raw.js";
import { runAtOnce } from "../src/runtime/steps.js";
import { faultOf } from "./fault-of.js";

/** What a test changes in the upstream's capabilities and the embedder's options. */
export interface WriteChange {
  readonly capabilities?: Partial<ChatCompletionsUpstreamCapabilities>;
  readonly options?: Partial<TranslationOptions>;
  readonly unsupported?: Partial<UnsupportedPolicy>;
  readonly remembered?: ReadonlyMap<string, readonly Block[]>;
}

/** A request for a Chat Completions upstream, with its receipt. */
export type WrittenChat = ReturnType<typeof writeChat>;

/** Translates a Messages body, or its JSON text, to the body for a Chat Completions upstream. */
export function writeChat(source: unknown, change: WriteChange = {}) {
  const json = typeof source === "string" ? source : JSON.stringify(source);
  const bytes = new TextEncoder().encode(json);
  const format = formatOf();
  const request = format.parseRequest(JSON.parse(json), version23, bytes);
  const conversation = request.conversation();
  const capabilities = { ...defaultUpstreamCapabilities, ...change.capabilities };
  const receipt = createReceipt({ ...defaultPolicy, ...change.unsupported });
  const steps = writeRequest(conversation, {
    model: "upstream-model",
    stream: request.stream,
    maxTokens: 1_000,
    capabilities,
    options: { ...defaultTranslation, ...change.options },
    names: toolNamesOf(conversation, capabilities),
    native: format.native,
    receipt,
    remembered: change.remembered ?? new Map(),
  });
  const written = runAtOnce(steps);
  const text = encodeJson(written);
  const fault = faultOf(receipt.assertAccepted);
  return {
    body: JSON.parse(text),
    text,
    entries: receipt.entries,
    refusals: fault?.problems ?? [],
    details: fault?.details,
  };
}

/** Entries in short: code and place. */
export function notesOf({ entries }: WrittenChat): readonly string[] {
  return entries.map(({ code, at }) => `${code} ${at}`);
}

/** Where something was refused. */
export function refusedAt({ refusals }: WrittenChat): readonly string[] {
  return refusals.map(({ at }) => at);
}
