import { parseJsonObject } from "../../../common/json.js";
import { at, equal, holds, isCount, isFilled, isJson, isString, type Json } from "../../expect.js";
import type { ProbedEvent } from "../../probing/probe.js";

/** A content block of a stream. */
export interface GatheredBlock {
  /** As its start has it. */
  readonly start: Json;
  readonly deltas: readonly Json[];
  /** Whether it had its `content_block_stop`. */
  readonly closed: boolean;
}

/** A whole stream, read by the grammar of its events. */
export interface GatheredStream {
  /** The message of `message_start`. */
  readonly message: Json;
  readonly blocks: readonly GatheredBlock[];
  /** The last `message_delta`. */
  readonly last: Json;
}

/**
 * Reads a stream by its grammar: a start, then blocks one after another with indexes from 0, then at
 * least one `message_delta`, then the stop. Pings, and events that are not known, may come anywhere.
 * @throws an error that says which event is out of place
 */
export function gather(events: readonly ProbedEvent[]): GatheredStream {
  const known = events.map(toPayload).filter(({ type }) => grammar.has(String(type)));
  const [start, ...rest] = known;
  equal(start?.type, "message_start", "the first event");
  equal(rest.at(-1)?.type, "message_stop", "the last event");
  const inner = rest.slice(0, -1);
  const end = inner.findIndex(({ type }) => type === "message_delta");
  holds(end !== -1, "there is no message_delta");
  for (const { type } of inner.slice(end)) equal(type, "message_delta", "after message_delta");
  const last = inner.at(-1) ?? {};
  const clipped = at(last, "delta", "stop_reason") === "max_tokens";
  return {
    message: isJson(start?.message, "message"),
    blocks: toBlocks(inner.slice(0, end), clipped),
    last,
  };
}

const grammar: ReadonlySet<string> = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
  "error",
]);

function toPayload(event: ProbedEvent): Json {
  return isJson(event.json, `the data of ${event.event ?? "an event"}`);
}

/** The blocks of a stream; only the last of a clipped one may stay open. */
function toBlocks(events: readonly Json[], clipped: boolean): readonly GatheredBlock[] {
  const starts = events.flatMap(({ type }, place) =>
    type === "content_block_start" ? [place] : [],
  );
  equal(events.length === 0 ? 0 : starts[0], 0, "the place of the first content_block_start");
  return starts.map((place, index) => {
    const next = starts[index + 1];
    const block = toBlock(events.slice(place, next), index);
    holds(
      block.closed || (clipped && next === undefined),
      `block ${index} has no content_block_stop`,
    );
    return block;
  });
}

function toBlock([start, ...rest]: readonly Json[], index: number): GatheredBlock {
  for (const event of [start, ...rest]) equal(event?.index, index, `the index of ${event?.type}`);
  const closed = rest.at(-1)?.type === "content_block_stop";
  const deltas = closed ? rest.slice(0, -1) : rest;
  for (const { type } of deltas) equal(type, "content_block_delta", `within block ${index}`);
  return {
    start: isJson(start?.content_block, "content_block"),
    deltas: deltas.map(({ delta }) => isJson(delta, "delta")),
    closed,
  };
}

/** The pieces of one member of the deltas, joined. */
export function joined({ deltas }: GatheredBlock, member: string): string {
  return deltas
    .map((delta) => delta[member])
    .filter((piece) => piece !== undefined)
    .map((piece) => isString(piece, member))
    .join("");
}

/** The message that a client makes of a stream. */
export function toMessage({ message, blocks, last }: GatheredStream): Json {
  const usage = { ...isJson(message.usage, "usage"), ...isJson(last.usage, "message_delta.usage") };
  isCount(usage.output_tokens, "usage.output_tokens");
  const delta = isJson(last.delta, "message_delta.delta");
  return { ...message, ...delta, content: blocks.map(toContent), usage };
}

/** A whole content block. */
function toContent(block: GatheredBlock): Json {
  const { start } = block;
  switch (isFilled(start.type, "content_block.type")) {
    case "text":
      return { ...start, text: joined(block, "text") };
    case "thinking":
      return {
        ...start,
        thinking: joined(block, "thinking"),
        signature: joined(block, "signature"),
      };
    case "tool_use":
      return { ...start, input: parseJsonObject(joined(block, "partial_json") || "{}") };
    default:
      return start;
  }
}
