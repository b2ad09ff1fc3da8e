import { compactJson } from "../../../json/raw.js";
import { elementsOf, membersOf, type Span, spanAt } from "../../../json/spans.js";
import type { ContentBlockParam, MessageParam } from "./types.js";

/** The inputs of calls as JSON texts, if JavaScript would write them differently from the original. */
export type RawInputs = ReadonlyMap<ContentBlockParam, string>;

/**
 * Matches what parsing may change: fractions, exponents, large numbers, minus zero, keys that look
 * like indexes.
 */
const changeable = /[:,[]\s*-?(?:\d+[.eE]|\d{16})|[:,[]\s*-0|[{,]\s*"\d+"\s*:/;

const decoder = new TextDecoder();

/**
 * Finds the inputs of all calls in a history that would change if they were parsed and written
 * again. Requests without calls, and bodies in which nothing can change, are not searched.
 * @param bytes the body from which the messages were parsed
 */
export function findRawInputs(
  messages: readonly MessageParam[],
  bytes: Uint8Array | undefined,
): RawInputs {
  const inputs = new Map<ContentBlockParam, string>();
  if (!bytes || !messages.some(hasCalls) || !changeable.test(decoder.decode(bytes))) return inputs;
  const spans = elementsOf(bytes, spanAt(bytes, ["messages"])?.start);
  messages.forEach((message, index) => {
    const span = spans[index];
    if (span && hasCalls(message)) collect(message, span, bytes, inputs);
  });
  return inputs;
}

/** Finds the same in a reply. @param bytes the body from which the reply was parsed */
export function findRawReplyInputs(
  reply: Pick<MessageParam, "content">,
  bytes: Uint8Array,
): RawInputs {
  const inputs = new Map<ContentBlockParam, string>();
  if (hasCalls(reply) && changeable.test(decoder.decode(bytes))) {
    collect(reply, { start: 0, end: bytes.length }, bytes, inputs);
  }
  return inputs;
}

function hasCalls({ content }: Pick<MessageParam, "content">): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === "tool_use");
}

function collect(
  { content }: Pick<MessageParam, "content">,
  { start }: Span,
  bytes: Uint8Array,
  inputs: Map<ContentBlockParam, string>,
): void {
  const spans = elementsOf(bytes, memberAt(bytes, start, "content")?.start);
  (content as readonly ContentBlockParam[]).forEach((block, index) => {
    const span = spans[index];
    if (block.type !== "tool_use" || !span) return;
    const input = memberAt(bytes, span.start, "input");
    const text = input && compactJson(decoder.decode(bytes.subarray(input.start, input.end)));
    if (text !== undefined && text !== JSON.stringify(block.input)) inputs.set(block, text);
  });
}

/** The member with a name; of repeated names the last one counts, as in `JSON.parse`. */
function memberAt(bytes: Uint8Array, start: number, name: string): Span | undefined {
  return membersOf(bytes, start).findLast((member) => member.name === name)?.value;
}
