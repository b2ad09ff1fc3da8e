import { parseJson } from "../../json/parse-json.js";
import { pick, pickList, pickNumber, pickText } from "../../json/pick.js";
import type { RepliedCall, SmallReply } from "./small-reply.js";

/** The members of a message in which servers send reasoning. */
const reasoningMembers = ["reasoning_content", "reasoning", "reasoning_details", "thinking_blocks"];

/** Reads a reply; absent: the value has no choices. */
export function readReply(value: unknown): SmallReply | undefined {
  const choices = pickList(value, "choices");
  const [choice] = choices;
  const message = pick(choice, "message");
  if (message === undefined) return undefined;
  const finish = pickText(choice, "finish_reason");
  return {
    text: pickText(message, "content"),
    calls: pickList(message, "tool_calls").map(readCall),
    reasoningIn: reasoningMembers.filter((member) => hasContent(pick(message, member))),
    finish: finish || undefined,
    isCut: finish === "length",
    inputTokens: pickNumber(value, "usage", "prompt_tokens"),
    outputTokens: pickNumber(value, "usage", "completion_tokens"),
    cachedTokens: readCached(value),
    choices: choices.length,
    hasLogprobs: pickList(choice, "logprobs", "content").length > 0,
  };
}

/** Where servers report how much of the prompt was cached; the last is llama.cpp's. */
const cachedPlaces = [
  ["usage", "prompt_tokens_details", "cached_tokens"],
  ["usage", "prompt_cache_hit_tokens"],
  ["usage", "cached_tokens"],
  ["timings", "cache_n"],
];

function readCached(value: unknown): number | undefined {
  return cachedPlaces
    .map((path) => pickNumber(value, ...path))
    .find((count) => count !== undefined);
}

function readCall(call: unknown): RepliedCall {
  const name = pickText(call, "function", "name");
  return { name, arguments: parseJson(pickText(call, "function", "arguments")) };
}

function hasContent(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === "string" && value !== "";
}

/** Reads the data of a stream's events; absent: none of them is a chunk. */
export function readEvents(data: readonly string[]): SmallReply | undefined {
  const chunks = data.map(parseJson).filter((chunk) => Array.isArray(pick(chunk, "choices")));
  if (chunks.length === 0) return undefined;
  const reply = readReply(joinChunks(chunks));
  const hasTerminalEvent = data.some((text) => text.trim() === "[DONE]");
  return reply && { ...reply, stream: { events: chunks.length, hasTerminalEvent } };
}

/** The reply that the chunks of one choice amount to. */
function joinChunks(chunks: readonly unknown[]): unknown {
  const parts = chunks.flatMap((chunk) => pickList(chunk, "choices"));
  const deltas = parts.map((part) => pick(part, "delta"));
  const texts = ["content", ...reasoningMembers].map((name) => [name, joinMember(deltas, name)]);
  return {
    choices: [
      {
        message: { ...Object.fromEntries(texts), tool_calls: joinCalls(deltas) },
        finish_reason: lastOf(parts, "finish_reason"),
        logprobs: lastOf(parts, "logprobs"),
      },
    ],
    usage: lastOf(chunks, "usage"),
  };
}

function joinMember(deltas: readonly unknown[], name: string): unknown {
  const values = deltas.map((delta) => pick(delta, name));
  const lists = values.filter((value) => Array.isArray(value));
  return lists.length > 0
    ? lists.flat()
    : values.filter((value) => typeof value === "string").join("");
}

function joinCalls(deltas: readonly unknown[]): readonly unknown[] {
  const calls = new Map<number, { name: string; arguments: string }>();
  for (const piece of deltas.flatMap((delta) => pickList(delta, "tool_calls"))) {
    const index = pickNumber(piece, "index") ?? calls.size;
    const call = calls.get(index) ?? { name: "", arguments: "" };
    call.name += pickText(piece, "function", "name");
    call.arguments += pickText(piece, "function", "arguments");
    calls.set(index, call);
  }
  return [...calls.values()].map((call) => ({ function: call }));
}

function lastOf(values: readonly unknown[], name: string): unknown {
  return values.map((value) => pick(value, name)).findLast((value) => value != null);
}
