import type { Check } from "../check.js";
import { at, holds, isAnswer, isCount, isJson, type Json } from "../expect.js";
import { isWholeStream } from "./asking/ask-kinds.js";
import { check } from "./define-checks.js";

const cacheCounts = ["cache_creation_input_tokens", "cache_read_input_tokens"];

/** What was used. */
export const usage: readonly Check[] = [
  check("M061b", "Usage", "An answer has all counts of its usage.", async (probe) => {
    const counts = isJson(isAnswer(await probe.send()).usage, "usage");
    areCounts(counts);
    holds(counts.input_tokens !== 0 || counts.cache_read_input_tokens !== 0, "no input is counted");
    holds(counts.output_tokens !== 0, "no output is counted");
  }),
  check(
    "M088b",
    "Usage",
    "The usage of message_delta is that of the whole stream.",
    async (probe) => {
      const { message, last } = isWholeStream(await probe.send({ body: { stream: true } }));
      const total = isCount(at(last, "usage", "output_tokens"), "output_tokens of message_delta");
      holds(total > 0, "no output is counted");
      const input = at(last, "usage", "input_tokens");
      if (input === undefined) return;
      const first = isCount(at(message, "usage", "input_tokens"), "input_tokens of message_start");
      holds(
        isCount(input, "input_tokens of message_delta") >= first,
        "input_tokens shrinks",
        input,
      );
    },
  ),
];

function areCounts(counts: Json): void {
  isCount(counts.input_tokens, "usage.input_tokens");
  isCount(counts.output_tokens, "usage.output_tokens");
  for (const name of cacheCounts) isCount(counts[name], `usage.${name}`);
}
