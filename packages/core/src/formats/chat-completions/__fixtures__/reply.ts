import type { ConversationEvent } from "../../../conversation/events.js";
import { createGrammar } from "../../../conversation/grammar.js";
import { createToolNames } from "../../../conversation/legal-names.js";
import { createReceipt, type Receipt } from "../../../conversation/receipt/receipt.js";
import { createOutputEstimate } from "../../../conversation/usage/output-estimate.js";
import { ServiceError } from "../../../errors/service-error.js";
import { defaultSizeLimits } from "../../../http/size-limits.js";
import { createEventDecoder } from "../../../sse/decode.js";
import type { DecodedEvent } from "../../../sse/event-fields.js";
import type { ReadReplyContext } from "../read-reply/context.js";
import { parseResponse } from "../read-reply/response.js";
import { createStreamParser } from "../read-reply/stream.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { defaultUpstreamCapabilities } from "../wire/capabilities.js";

type Fields = Readonly<Record<string, unknown>>;

/** An unknown upstream without finish reasons of its own. */
export const capabilities: ChatCompletionsUpstreamCapabilities = {
  ...defaultUpstreamCapabilities,
  finishReasons: {},
};

/** What a test changes in a context. */
export interface ContextChange {
  readonly capabilities?: Partial<ChatCompletionsUpstreamCapabilities>;
  readonly tools?: readonly string[];
  readonly stopSequences?: readonly string[];
  readonly receipt?: Receipt;
  readonly maxBlocks?: number;
}

/** A context whose fresh ids are numbered. */
export function contextOf(change: ContextChange = {}): ReadReplyContext {
  let ids = 0;
  const own = { ...capabilities, ...change.capabilities };
  return {
    model: "the-model",
    capabilities: own,
    names: createToolNames(change.tools ?? [], own.toolNamePattern, own.maxToolName),
    receipt: change.receipt ?? createReceipt(),
    stopSequences: change.stopSequences ?? [],
    inputTokens: () => 11,
    outputEstimate: createOutputEstimate(),
    maxBlocks: change.maxBlocks ?? defaultSizeLimits.replyBlocks,
    createToolCallId: () => `fresh_${ids++}`,
  };
}

/** A choice of a chunk that adds something. */
export function deltaOf(delta: Fields, finish: string | null = null, more: Fields = {}): Fields {
  return { choices: [{ index: 0, delta, finish_reason: finish, ...more }] };
}

/** A chunk with pieces of calls. */
export function callsOf(...calls: readonly Fields[]): Fields {
  return deltaOf({ tool_calls: calls });
}

/** A fragment of a call: its index, the members of its head, and its arguments. */
export function pieceOf(index: number | undefined, json?: string, id?: string, name?: string) {
  return {
    ...(index !== undefined && { index }),
    ...(id !== undefined && { id, type: "function" }),
    function: {
      ...(name !== undefined && { name }),
      ...(json !== undefined && { arguments: json }),
    },
  };
}

/** The chunk with the finish reason. */
export function finishOf(reason: string, more: Fields = {}): Fields {
  return { ...deltaOf({}, reason), ...more };
}

/** An event of a stream: a chunk, or the text of its data. */
export type Item = Fields | string;

const done = "[DONE]";

function toEvent(item: Item): DecodedEvent {
  return { event: undefined, data: typeof item === "string" ? item : JSON.stringify(item) };
}

/** The result of reading a reply. */
export interface Outcome {
  readonly events: readonly ConversationEvent[];
  /** The events of each push, and those of the end. */
  readonly batches: readonly (readonly ConversationEvent[])[];
  readonly error: ServiceError | undefined;
  /** Codes and places of the receipt. */
  readonly notes: readonly string[];
}

/** Reads events up to the end of the body. Fails the test for any error of another kind, or against the grammar. */
export function readEvents(items: readonly DecodedEvent[], change: ContextChange = {}): Outcome {
  const context = contextOf(change);
  const parser = createStreamParser(context);
  const batches: (readonly ConversationEvent[])[] = [];
  let error: ServiceError | undefined;
  try {
    for (const item of items) batches.push(parser.push(item));
    batches.push(parser.end());
  } catch (thrown) {
    if (!ServiceError.is(thrown)) throw thrown;
    error = thrown;
  }
  const ended = checkGrammar(batches.flat());
  if (ended === (error !== undefined)) {
    throw new Error("A reply must have either its end event or an error.");
  }
  return { batches, events: batches.flat(), error, notes: notesOf(context.receipt) };
}

/** Reads chunks and `[DONE]`. */
export function readStream(items: readonly Item[], change: ContextChange = {}): Outcome {
  return readEvents([...items, done].map(toEvent), change);
}

/** Reads chunks of a body that just ends. */
export function readCut(items: readonly Item[], change: ContextChange = {}): Outcome {
  return readEvents(items.map(toEvent), change);
}

/** Reads the bytes of a stream, cut into blocks of a size. */
export function readBytes(text: string, size: number, change: ContextChange = {}): Outcome {
  const decoder = createEventDecoder(1_000_000);
  const bytes = new TextEncoder().encode(text);
  const events: DecodedEvent[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    events.push(...decoder.push(bytes.subarray(from, from + size)));
  }
  return readEvents(events, change);
}

/** Reads a whole answer. */
export function readAnswer(body: unknown, change: ContextChange = {}): Outcome {
  const context = contextOf(change);
  let events: readonly ConversationEvent[] = [];
  let error: ServiceError | undefined;
  try {
    events = parseResponse(body, context);
  } catch (thrown) {
    if (!ServiceError.is(thrown)) throw thrown;
    error = thrown;
  }
  checkGrammar(events);
  return { events, batches: [events], error, notes: notesOf(context.receipt) };
}

/** Whether the events reach their end; throws for an event that is out of order. */
function checkGrammar(events: readonly ConversationEvent[]): boolean {
  const grammar = createGrammar();
  for (const event of events) {
    try {
      grammar.check(event);
    } catch (error) {
      throw new Error(`The grammar forbids: ${JSON.stringify(events)}`, { cause: error });
    }
  }
  return grammar.ended();
}

function notesOf(receipt: Receipt): readonly string[] {
  return receipt.entries.map(({ code, at }) => `${code} ${at}`);
}

/**
 * A reply in short lines: `0 text: Hel|lo` is the block 0 with its deltas; a line that ends in `...`
 * is of a block that stays open; the last line is the finish reason.
 */
export function linesOf(events: readonly ConversationEvent[]): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let deltas: string[] = [];
  const flush = (end: string) => {
    if (line !== "") lines.push(`${line}: ${deltas.join("|")}${end}`);
    line = "";
    deltas = [];
  };
  for (const event of events) {
    if (event.type === "open") line = `${event.index} ${headOf(event)}`;
    if (event.type === "delta") deltas.push(textOf(event));
    if (event.type === "close") flush("");
    if (event.type !== "stop") continue;
    flush("...");
    lines.push([event.reason, event.sequence, event.native].filter(Boolean).join(" "));
  }
  flush("...");
  return lines;
}

function headOf({ block }: Extract<ConversationEvent, { type: "open" }>): string {
  if (block.type === "tool_call") return `${block.id} ${block.name}`;
  return block.type === "redacted_thinking" ? `redacted ${block.data}` : block.type;
}

function textOf({ delta }: Extract<ConversationEvent, { type: "delta" }>): string {
  if (delta.type === "text") return delta.text;
  if (delta.type === "arguments") return delta.json;
  return delta.type === "signature" ? `signed ${delta.signature}` : delta.type;
}
