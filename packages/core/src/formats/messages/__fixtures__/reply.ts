import type { ConversationEvent } from "../../../conversation/events.js";
import { createGrammar } from "../../../conversation/grammar.js";
import { createToolNames } from "../../../conversation/legal-names.js";
import { createReceipt } from "../../../conversation/receipt/receipt.js";
import { createOutputEstimate } from "../../../conversation/usage/output-estimate.js";
import { defaultSizeLimits } from "../../../http/size-limits.js";
import { createEventDecoder } from "../../../sse/decode.js";
import { encodeJsonEvent } from "../../../sse/encode.js";
import type { ReadReplyContext } from "../read-reply/context.js";
import { createStreamParser } from "../read-reply/stream.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";
import { defaultUpstreamCapabilities } from "../wire/capabilities.js";

type Fields = Readonly<Record<string, unknown>>;

/** The capabilities of an upstream of this format, with changes. */
export function capabilitiesOf(
  change: Partial<MessagesUpstreamCapabilities> = {},
): MessagesUpstreamCapabilities {
  return { ...defaultUpstreamCapabilities, ...change };
}

/** A context for reading a reply, with changes. */
export function parseContextOf(change: Partial<ReadReplyContext> = {}): ReadReplyContext {
  return {
    model: "asked-model",
    capabilities: capabilitiesOf(),
    names: createToolNames([], /^[A-Za-z0-9_-]+$/, 64),
    receipt: createReceipt(),
    stopSequences: [],
    inputTokens: () => 100,
    outputEstimate: createOutputEstimate(),
    maxBlocks: defaultSizeLimits.replyBlocks,
    createToolCallId: () => "fresh",
    ...change,
  };
}

/** A context for an upstream with some changed capabilities. */
export function parseContextFor(change: Partial<MessagesUpstreamCapabilities>): ReadReplyContext {
  return parseContextOf({ capabilities: capabilitiesOf(change) });
}

export const startEvent = (change: Fields = {}): Fields => ({
  type: "message_start",
  message: {
    id: "msg_01abc",
    type: "message",
    role: "assistant",
    model: "real-model",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
    ...change,
  },
});

export const blockStart = (index: number, block: Fields): Fields => ({
  type: "content_block_start",
  index,
  content_block: block,
});

export const blockDelta = (index: number, delta: Fields): Fields => ({
  type: "content_block_delta",
  index,
  delta,
});

export const blockStop = (index: number): Fields => ({ type: "content_block_stop", index });

/** One block with its deltas. */
export const block = (index: number, start: Fields, ...deltas: readonly Fields[]): Fields[] => [
  blockStart(index, start),
  ...deltas.map((delta) => blockDelta(index, delta)),
  blockStop(index),
];

export const textDelta = (text: string): Fields => ({ type: "text_delta", text });
export const inputDelta = (json: string): Fields => ({
  type: "input_json_delta",
  partial_json: json,
});
export const thinkingDelta = (thinking: string): Fields => ({ type: "thinking_delta", thinking });
export const signatureDelta = (signature: string): Fields => ({
  type: "signature_delta",
  signature,
});

export const textBlock = (index: number, ...texts: readonly string[]): Fields[] =>
  block(index, { type: "text", text: "" }, ...texts.map(textDelta));

export const callStart = (id: string, name: string, change: Fields = {}): Fields => ({
  type: "tool_use",
  id,
  name,
  input: {},
  ...change,
});

export const callBlock = (index: number, name: string, ...json: readonly string[]): Fields[] =>
  block(index, callStart(`toolu_${index}`, name), ...json.map(inputDelta));

export const reasoningBlock = (index: number, thinking: string, signature: string): Fields[] =>
  block(
    index,
    { type: "thinking", thinking: "", signature: "" },
    thinkingDelta(thinking),
    signatureDelta(signature),
  );

export const messageDelta = (
  stop: Fields | string,
  usage: Fields | null = { output_tokens: 5 },
): Fields => ({
  type: "message_delta",
  delta: typeof stop === "string" ? { stop_reason: stop, stop_sequence: null } : stop,
  ...(usage && { usage }),
});

export const ping: Fields = { type: "ping" };
export const messageStop: Fields = { type: "message_stop" };

/** A whole reply around its blocks. */
export const replyOf = (blocks: readonly Fields[], reason = "end_turn"): Fields[] => [
  startEvent(),
  ...blocks,
  messageDelta(reason),
  messageStop,
];

/** The text of a stream as the vendor writes it. */
export function wireOf(events: readonly Fields[]): string {
  return events.map((event) => encodeJsonEvent(event, String(event.type))).join("");
}

/** The events of a stream that ends after the last of these, checked against the grammar. */
export function readEvents(
  events: readonly Fields[],
  context: ReadReplyContext = parseContextOf(),
): ConversationEvent[] {
  return readBytes([new TextEncoder().encode(wireOf(events))], context);
}

/** The same from bytes in blocks that may end anywhere. */
export function readBytes(
  blocks: readonly Uint8Array[],
  context: ReadReplyContext = parseContextOf(),
): ConversationEvent[] {
  const decoder = createEventDecoder(1e6);
  const parser = createStreamParser(context);
  const grammar = createGrammar();
  const read = blocks.flatMap((bytes) => decoder.push(bytes).flatMap((one) => parser.push(one)));
  const events = [...read, ...parser.end()];
  for (const event of events) grammar.check(event);
  return events;
}

/** Events with neighbouring deltas of one block joined, so that the split does not matter. */
export function joinPieces(events: readonly ConversationEvent[]): ConversationEvent[] {
  const joined: ConversationEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const both =
      last?.type === "delta" && event.type === "delta" ? joinDeltas(last, event) : undefined;
    if (both) joined[joined.length - 1] = both;
    else joined.push(event);
  }
  return joined;
}

type DeltaEvent = Extract<ConversationEvent, { type: "delta" }>;

function joinDeltas(
  { index, delta: a }: DeltaEvent,
  { delta: b }: DeltaEvent,
): DeltaEvent | undefined {
  if (a.type === "text" && b.type === "text") {
    return { type: "delta", index, delta: { type: "text", text: a.text + b.text } };
  }
  if (a.type === "arguments" && b.type === "arguments") {
    return { type: "delta", index, delta: { type: "arguments", json: a.json + b.json } };
  }
  return undefined;
}
