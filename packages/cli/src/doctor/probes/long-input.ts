import type { SmallReply } from "../wire/small-reply.js";
import { no, type Probe, unclear, yes } from "./probe.js";

/**
 * About three million tokens in six megabytes: more than the models of hosted services can read, and
 * less than the size that their services accept. A refusal costs nothing.
 */
const words = 3_000_000;

/** The words by which services say that a prompt is too long, in any case. */
const tooLong =
  /context|too long|too large|too many|exceed|maximum|reduce|string_above_max_length|payload/i;

/** How it refuses an input that is too long; sent last, because a server may be busy with it. */
export const longInput: Probe = {
  id: "long_input",
  title: "Refuses input that is too long",
  requests: [{ prompt: "a ".repeat(words), maxTokens: 16 }],
  judge: ([outcome]) => {
    if (!outcome || outcome.kind === "failed")
      return unclear(outcome?.words ?? "nothing was asked");
    if (outcome.kind === "replied") return no(describeReply(outcome.reply));
    return tooLong.test(outcome.words)
      ? yes(outcome.words)
      : unclear(`refused with other words: ${outcome.words}`);
  },
};

/** A count far below the number of words shows that the server has cut the input without saying so. */
function describeReply({ inputTokens = 0 }: SmallReply): string {
  if (inputTokens === 0) return "answered, without a count of its tokens";
  return inputTokens < words / 4
    ? `cut it silently: counts ${inputTokens} tokens of ${words} words`
    : `answered, and counts ${inputTokens} tokens`;
}
