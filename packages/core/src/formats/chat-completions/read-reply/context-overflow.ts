import type { OverflowNumbers } from "../../../errors/context-overflow.js";

/** The codes and types by which servers say that a prompt does not fit. */
const codes: ReadonlySet<string> = new Set([
  "context_length_exceeded",
  "exceed_context_size_error",
]);

/** The statuses whose errors may mean it; errors of keys and rates use similar phrases. */
const statuses: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** The phrases of OpenAI, vLLM, llama.cpp, Mistral and gateways. */
const phrases =
  /context_length_exceeded|exceed_context_size|maximum context length|maximum model length|(?:prompt|input) is too long|(?:exceeds?|larger than|longer than) (?:the )?(?:available |maximum |model's )*context|reduce the length of the (?:messages|prompt|input)/i;

/** The numbers in the phrases. */
const numbers: readonly RegExp[] = [
  /maximum context length is (?<maximum>\d{1,12}) tokens\b.{0,40}?(?:resulted in|requested) (?<tokens>\d{1,12}) tokens/is,
  /\((?<tokens>\d{1,12}) tokens\) exceeds the available context size \((?<maximum>\d{1,12}) tokens\)/i,
  /(?<tokens>\d{1,12}) tokens > (?<maximum>\d{1,12}) maximum/,
];

/** Whether an error of a status, with these codes and this text, means that the prompt does not fit. */
export function isContextOverflow(status: number, words: readonly string[], text: string): boolean {
  return words.some((word) => codes.has(word)) || (statuses.has(status) && phrases.test(text));
}

/** The numbers in such a text; empty if there are no numbers. */
export function readOverflow(text: string): OverflowNumbers {
  const found = numbers.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  return found ?? {};
}
