import type { Check } from "../check.js";
import { at, equal, holds, isJson, isJsonList, isOneOf, isString } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { longTask, repeating, saying } from "./asking/bodies.js";
import { complete, completeOrSkip } from "./asking/completion.js";
import { defineChecks } from "./define-checks.js";

const limit = 16;
const line = "alpha bravo charlie delta";

/** What the caller may ask of a reply. */
export const repliesChecks: readonly Check[] = defineChecks("Replies", [
  ["C015a", "max_tokens alone sets the limit.", keepsTo({ max_tokens: limit })],
  [
    "C015b",
    "max_completion_tokens alone sets the limit.",
    keepsTo({ max_completion_tokens: limit }),
  ],
  [
    "C015c",
    "When both limits are given, max_completion_tokens wins.",
    keepsTo({ max_tokens: 64, max_completion_tokens: limit }),
  ],
  [
    "C016",
    "An answer cut by its limit has finish_reason length and the partial content.",
    async (probe) => {
      const body = saying(longTask, { max_completion_tokens: limit });
      const { content, finish, usage } = await completeOrSkip(probe, body, "A limit");
      if (usage.completion < limit && finish === "stop") probe.skip("the model said too little");
      equal(finish, "length", "finish_reason");
      isString(content, "message.content");
    },
  ],
  ["C017a", "A stop string ends the answer before its text.", stopsAt("charlie")],
  [
    "C017b",
    "An array of four stop strings ends the answer before any of them.",
    stopsAt(["zulu", "yankee", "charlie", "x-ray"]),
  ],
  ["C018", "n of 2 gives two choices with index 0 and 1, or 400 where it cannot.", twoChoices],
  ["C022", "Log probabilities join to the content, each with its alternatives.", logProbabilities],
  [
    "C024",
    "A request with service_tier fast is answered with service_tier priority.",
    async (probe) => {
      const body = saying("Say hello.", { service_tier: "fast" });
      const { service_tier: tier } = (await completeOrSkip(probe, body, "The tier fast")).body;
      if (tier === undefined || tier === null) probe.skip("the server names no tiers");
      if (tier === "default") probe.skip("the request was served in the default tier");
      isOneOf(tier, ["priority"], "service_tier");
    },
  ],
]);

function keepsTo(limits: Readonly<Record<string, number>>): (probe: Probe) => Promise<void> {
  return async (probe) => {
    const what = Object.keys(limits).join(" with ");
    const { usage } = await completeOrSkip(probe, saying(longTask, limits), what);
    holds(
      usage.completion <= limit,
      `usage.completion_tokens is above the limit of ${limit}`,
      usage.completion,
    );
  };
}

function stopsAt(stop: string | readonly string[]): (probe: Probe) => Promise<void> {
  return async (probe) => {
    const free = await complete(probe, saying(repeating(line)));
    if (!free.content?.includes("charlie")) probe.skip("the model did not repeat the line");
    const body = saying(repeating(line), { stop });
    const { content, finish } = await completeOrSkip(probe, body, "stop");
    holds(!content?.includes("charlie"), "the stop text is in the content", content);
    equal(finish, "stop", "finish_reason");
  };
}

async function twoChoices(probe: Probe): Promise<void> {
  const { choices } = await completeOrSkip(probe, saying("Say hello.", { n: 2 }), "n of 2");
  equal(
    choices.map(({ index }) => index),
    [0, 1],
    "the index of each choice",
  );
}

async function logProbabilities(probe: Probe): Promise<void> {
  const body = saying("Say hello.", { logprobs: true, top_logprobs: 2 });
  const { choices, content } = await completeOrSkip(probe, body, "logprobs");
  const name = "choices.0.logprobs.content";
  const entries = isJsonList(at(choices, 0, "logprobs", "content"), name);
  equal(entries.map(({ token }) => token).join(""), content, "the joined tokens");
  for (const entry of entries) {
    holds(typeof entry.logprob === "number" && entry.logprob <= 0, "a logprob is above 0", entry);
    const others = isJsonList(entry.top_logprobs, `the top_logprobs of ${entry.token}`);
    equal(others.length, 2, `the number of alternatives of ${entry.token}`);
    for (const other of others) isString(isJson(other, "an alternative").token, "its token");
  }
}
