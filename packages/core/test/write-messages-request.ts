import { defaultTranslation, type TranslationOptions } from "../src/conversation/capabilities.js";
import type { Block } from "../src/conversation/conversation.js";
import { toolNamesOf } from "../src/conversation/legal-names.js";
import {
  createReceipt,
  defaultPolicy,
  type UnsupportedPolicy,
} from "../src/conversation/receipt/receipt.js";
import { openFormat } from "../src/formats/chat-completions/__fixtures__/make.js";
import type { MessagesUpstreamCapabilities } from "../src/formats/messages/upstream.js";
import { defaultUpstreamCapabilities } from "../src/formats/messages/wire/capabilities.js";
import { writeRequest } from "../src/formats/messages/write-request/body.js";
import { encodeJson } from "../src/json/raw.js";
import type { JsonObject } from "../src/json/value.js";
import { runAtOnce } from "../src/runtime/steps.js";
import { presets } from "../src/upstreams/presets.js";
import { faultOf } from "./fault-of.js";

/** The settings of a translation. */
export interface WriteOptions {
  readonly capabilities?: Partial<MessagesUpstreamCapabilities>;
  readonly options?: Partial<TranslationOptions>;
  readonly unsupported?: Partial<UnsupportedPolicy>;
  readonly remembered?: ReadonlyMap<string, readonly Block[]>;
}

export const hello = { role: "user", content: "hello" };

/** The capabilities of a model that supports everything on the wire. */
export const capable: MessagesUpstreamCapabilities = {
  ...defaultUpstreamCapabilities,
  ...presets.anthropic,
  samplingParams: "all",
  prefill: "native",
};

/** Translates a Chat Completions body to a Messages body; for a capable model by default. */
export function write(
  change: JsonObject,
  { capabilities = {}, options = {}, unsupported = {}, remembered = new Map() }: WriteOptions = {},
) {
  const body = { model: "m", messages: [hello], ...change };
  const request = openFormat.parseRequest(body, {});
  const conversation = request.conversation();
  const all = { ...capable, ...capabilities };
  const receipt = createReceipt({ ...defaultPolicy, ...unsupported });
  const steps = writeRequest(conversation, {
    model: "upstream-model",
    stream: request.stream,
    maxTokens: 4_096,
    capabilities: all,
    options: { ...defaultTranslation, ...options },
    names: toolNamesOf(conversation, all),
    native: openFormat.native,
    receipt,
    remembered,
  });
  const written = runAtOnce(steps);
  const text = encodeJson(written);
  return {
    text,
    body: JSON.parse(text),
    entries: receipt.entries,
    problems: faultOf(receipt.assertAccepted)?.problems ?? [],
  };
}

/** A call of the history. */
export function callOf(id: string, args = "{}", name = "f"): JsonObject {
  return { id, type: "function", function: { name, arguments: args } };
}

/** The result of a call. */
export function resultOf(id: string, content: unknown = "ok"): JsonObject {
  return { role: "tool", tool_call_id: id, content };
}

/** A definition of a tool. */
export function toolOf(name = "f", more: JsonObject = {}): JsonObject {
  return { type: "function", function: { name, ...more } };
}
