import type { Check } from "../check.js";
import { equal, holds } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { stream } from "./asking/chunks.js";
import { complete } from "./asking/completion.js";
import { isUsage } from "./asking/usage.js";
import { defineChecks } from "./define-checks.js";

const withUsage = { stream_options: { include_usage: true } };

/** What is counted, and where it stands. */
export const usageChecks: readonly Check[] = defineChecks("Usage", [
  [
    "C001b",
    "The usage of an answer holds whole numbers above 0 that sum, and its details are parts of them.",
    async (probe) => {
      const { prompt, completion } = (await complete(probe)).usage;
      holds(prompt > 0, "usage.prompt_tokens is 0");
      holds(completion > 0, "usage.completion_tokens is 0");
    },
  ],
  [
    "C052",
    "Without include_usage no chunk has a usage key.",
    async (probe) => {
      const { chunks } = await stream(probe);
      const found = chunks.find((chunk) => Object.hasOwn(chunk, "usage"));
      holds(found === undefined, "a chunk has a usage key", found);
    },
  ],
  [
    "C053a",
    "With include_usage the last chunk has empty choices and the usage.",
    async (probe) => {
      const last = (await stream(probe, withUsage)).chunks.at(-1);
      equal(last?.choices, [], "the choices of the last chunk");
      isUsage(last?.usage);
    },
  ],
  ["C053b", "With include_usage every chunk but the last has usage null.", nullBeforeLast],
  [
    "C053c",
    "A stream counts as much input as the plain answer to the same request.",
    async (probe) => {
      const streamed = isUsage((await stream(probe, withUsage)).chunks.at(-1)?.usage);
      equal(streamed.prompt, (await complete(probe)).usage.prompt, "prompt_tokens of the stream");
    },
  ],
]);

async function nullBeforeLast(probe: Probe): Promise<void> {
  const { chunks } = await stream(probe, withUsage);
  for (const chunk of chunks.slice(0, -1)) {
    holds(Object.hasOwn(chunk, "usage"), "a chunk has no usage key", chunk);
    equal(chunk.usage, null, "the usage of a chunk that is not the last");
  }
}
