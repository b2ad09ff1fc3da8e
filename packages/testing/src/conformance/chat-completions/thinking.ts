import type { Check } from "../check.js";
import { equal, holds, isString } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { longTask, saying } from "./asking/bodies.js";
import { streamOrSkip } from "./asking/chunks.js";
import { completeOrSkip } from "./asking/completion.js";
import { defineChecks } from "./define-checks.js";

const thinking = { reasoning_effort: "low" };

/** Reasoning of models that show it or count it. */
export const thinkingChecks: readonly Check[] = defineChecks("Thinking", [
  [
    "C021",
    "When reasoning used the whole budget, content is an empty string and reasoning_tokens equals completion_tokens.",
    async (probe) => {
      const body = saying(longTask, { ...thinking, max_completion_tokens: 4 });
      const { content, message, finish, usage } = await completeOrSkip(probe, body, "reasoning");
      if (finish !== "length" || content) probe.skip("reasoning did not use the whole budget");
      if (usage.reasoning === 0) probe.skip("the server counts no reasoning");
      equal(message.content, "", "message.content");
      equal(usage.reasoning, usage.completion, "reasoning_tokens");
    },
  ],
  ["C063a", "Reasoning of a stream comes as reasoning_content before the content.", comesFirst],
  [
    "C063b",
    "Reasoning of an answer, if it is shown, is a text in reasoning_content.",
    async (probe) => {
      const { message } = await completeOrSkip(probe, saying("Say hello.", thinking), "reasoning");
      const shown = message.reasoning_content ?? undefined;
      if (shown === undefined) probe.skip("the server shows no reasoning");
      isString(shown, "message.reasoning_content");
    },
  ],
]);

async function comesFirst(probe: Probe): Promise<void> {
  const { deltas } = await streamOrSkip(probe, saying("Say hello.", thinking), "reasoning");
  const shown = deltas.flatMap(({ reasoning_content: reasoning }, position) =>
    reasoning === undefined || reasoning === null ? [] : [{ reasoning, position }],
  );
  const last = shown.at(-1);
  if (last === undefined) return probe.skip("the server shows no reasoning");
  for (const { reasoning } of shown) isString(reasoning, "delta.reasoning_content");
  const content = deltas.findIndex((delta) => Boolean(delta.content));
  holds(content === -1 || content > last.position, "reasoning comes after content", last.reasoning);
}
