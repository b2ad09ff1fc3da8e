import type { FoldedBlock, JsonObject, OpenedBlock } from "@diglot/core";
import { foreignCitation } from "@diglot/core/formats";
import type {
  CallItem,
  ItemStatus,
  LogprobPart,
  MessageItem,
  NativeItem,
  OutputPart,
  ReasoningItem,
} from "../schemas/response.js";
import { toCustomInput } from "../wire/custom-input.js";
import { formatName } from "../wire/names.js";
import { openSeal, seal } from "../wire/seal.js";
import type { CallableTool } from "../wire/tool-table.js";
import type { AnswerContext } from "./context.js";

/** A block whose content is complete. */
export type CompletedBlock = Pick<
  FoldedBlock,
  "opened" | "text" | "signature" | "citations" | "logprobs" | "closed"
>;

type OpenedCall = Extract<OpenedBlock, { readonly type: "tool_call" }>;

/** A message with these parts. */
export function toMessage(
  id: string,
  content: readonly OutputPart[],
  status: ItemStatus,
): MessageItem {
  return { id, type: "message", status, content, role: "assistant" };
}

/** A part of a message that has no text yet, or all of it. */
export function toPart(
  { opened, text, citations, logprobs = [] }: CompletedBlock,
  context: AnswerContext,
  position: number,
): OutputPart {
  if (opened.type === "refusal") return { type: "refusal", refusal: text };
  return {
    type: "output_text",
    annotations: toAnnotations(citations, text.length, context, position),
    logprobs: logprobs.map(toLogprob),
    text,
  };
}

/** The citations of a text. Those that this format cannot show are noted. */
export function toAnnotations(
  citations: CompletedBlock["citations"],
  length: number,
  { receipt }: AnswerContext,
  position: number,
) {
  return citations.flatMap(({ format, value, web }) => {
    if (format === formatName) return [value];
    if (web) {
      const { url, title, range = { start: 0, end: length } } = web;
      return [{ type: "url_citation", start_index: range.start, end_index: range.end, url, title }];
    }
    receipt.noteReply(foreignCitation, `/content/${position}/citations`);
    return [];
  });
}

/** The log probability of a token. Bytes that are not known are not there. */
export function toLogprob({
  alternatives,
  ...token
}: NonNullable<FoldedBlock["logprobs"]>[number]): LogprobPart {
  return { ...toToken(token), top_logprobs: alternatives.map(toToken) };
}

function toToken(token: {
  readonly token: string;
  readonly logprob: number;
  readonly bytes: readonly number[] | null;
}) {
  return { token: token.token, bytes: [...(token.bytes ?? [])], logprob: token.logprob };
}

/** Reasoning, with what the model wants back sealed. Its text is shown as the settings say. */
export function toReasoning(
  id: string,
  { opened, text, signature }: CompletedBlock,
  { settings }: Pick<AnswerContext, "settings">,
): ReasoningItem {
  const { reasoning } = settings;
  const shown = opened.type === "thinking" && text !== "";
  return {
    id,
    type: "reasoning",
    ...(reasoning === "content" && { content: shown ? [{ type: "reasoning_text", text }] : [] }),
    ...toEncrypted(opened, text, signature),
    summary: reasoning === "summary" && shown ? [{ type: "summary_text", text }] : [],
  };
}

/** Reasoning without a signature is sealed, too: some clients send back only what is. */
function toEncrypted(opened: OpenedBlock, text: string, signature: string | undefined) {
  if (opened.type === "redacted_thinking") {
    return { encrypted_content: seal({ type: "redacted_thinking", data: opened.data }) };
  }
  // What an upstream of this format has sealed goes to its caller as it came.
  const sealed = signature ? openSeal(signature) : undefined;
  if (sealed?.type === "reasoning") return { encrypted_content: sealed.encrypted };
  if (!signature && text === "") return {};
  return { encrypted_content: seal({ type: "thinking", text, ...(signature && { signature }) }) };
}

/** An item that another server of this format has made, or this one for its own callers. */
export function toNative(id: string, value: JsonObject): NativeItem {
  return { id, ...value } as NativeItem;
}

/** What is written for a call without arguments, so that every client can parse them. */
export const emptyArguments = "{}";

/** A call. What has no tool in the request is the call of a function. */
export function toCall(
  id: string,
  { name: neutralName, id: callId, extra }: OpenedCall,
  written: string,
  tool: CallableTool | undefined,
  status: ItemStatus,
): CallItem {
  const name = tool?.name ?? neutralName;
  const space = tool?.namespace === undefined ? {} : { namespace: tool.namespace };
  const call: CallItem = tool?.isCustom
    ? { id, type: "custom_tool_call", status, call_id: callId, input: written, name, ...space }
    : { id, type: "function_call", status, arguments: written, call_id: callId, name, ...space };
  // Members that the provider wants back stand beside those of the wire, never in their place.
  return extra ? { ...call, ...extra, ...call } : call;
}

/** What a call says: its arguments, or the free text in them. */
export function toWritten(json: string, tool: CallableTool | undefined, closed: boolean): string {
  if (tool?.isCustom) return toCustomInput(json);
  return json === "" && closed ? emptyArguments : json;
}
