import type { JsonObject } from "@diglot/core";
import { byteLength, toObject } from "@diglot/core/formats";
import type { RelayOutput } from "../relay-format/options.js";

/** What the vendor generates for a request without a limit, in tokens. */
const defaultMaxTokens = 16;

/** The output of a completion. Each prompt of a list has choices of its own. */
export const completionsOutput: RelayOutput = {
  limitField: "max_tokens",
  maxTokens: ({ max_tokens: limit }) => (typeof limit === "number" ? limit : defaultMaxTokens),
  choices: countChoices,
  count: (reply) => byteLength(choicesOf(toObject(reply)).map(textOf).join("")),
};

/** How many choices a request asks for. */
export function countChoices({ n, prompt }: JsonObject): number {
  const each = typeof n === "number" ? n : 1;
  // A list of numbers is one prompt in tokens.
  const isList = Array.isArray(prompt) && typeof prompt[0] !== "number";
  return isList ? each * prompt.length : each;
}

/** The choices of a reply or a chunk. */
export function choicesOf({ choices }: JsonObject): readonly JsonObject[] {
  return Array.isArray(choices) ? choices.map(toObject) : [];
}

/** The text of a choice. */
export function textOf({ text }: JsonObject): string {
  return typeof text === "string" ? text : "";
}
