import { judgeOne, no, type Probe, unclear, yes } from "./probe.js";

/** More tokens than the least that services cache, which is about a thousand. */
const words = 1_500;

const request = { system: "Be brief. ".repeat(words / 2), prompt: "Say hello." };

/** Whether the second of two equal requests was read from the cache of prompts. */
export const promptCache: Probe = {
  id: "prompt_cache",
  title: "Reads equal prompts from a cache",
  requests: [request, request],
  judge: ([, second]) =>
    judgeOne(second, ({ cachedTokens }) => {
      if (cachedTokens === undefined) return unclear("the server does not report it");
      return cachedTokens > 0
        ? yes(`${cachedTokens} tokens of the second of two came from it`)
        : no("it reports none for the second of two");
    }),
};
