import { createFake } from "@diglot/testing";
import { knownModels, type Rule, rules, toRequest } from "@diglot/testing/rules";
import { describe, expect, it } from "vitest";
import { isKnownBeta, knownBetas } from "../../../core/src/formats/messages/wire/betas.js";
import { officialLists, undeclaredBetas, undeclaredModels } from "./official-lists.js";
import { wordsOfTypes } from "./official-words.js";

const [betas = [], messagesModels = [], chatModels = [], errorTypes = [], ...listed] = wordsOfTypes(
  [
    "One.AnthropicBeta",
    "One.Model",
    "OpenAI.ChatModel",
    "One.ErrorType",
    ...officialLists.map(({ type }) => type),
  ],
);
const lists = officialLists.map((list, index) => ({ ...list, official: listed[index] ?? [] }));

/** The words of the list that ends the strict profile's answer to a sample. */
async function shownWords({ profile, refused }: Rule): Promise<readonly string[]> {
  const response = await createFake().fetch(toRequest(profile, refused));
  const { message } = (await response.json()).error;
  const list = /(?:expected tags|values are|should be):? (.*)$/.exec(message)?.[1] ?? "";
  return [...list.matchAll(/'([^']*)'/g)].map(([, word = ""]) => word);
}

describe("the words that the strict profile knows are those of the official client", () => {
  it.each(lists)("$rule", async ({ rule, official, more = {} }) => {
    const found = rules.find(({ id }) => id === rule);
    const shown = found ? await shownWords(found) : [];
    expect(shown.length).toBeGreaterThan(0);
    expect([...shown].sort()).toEqual([...official, ...Object.keys(more)].sort());
  });

  it("for every rule whose message lists words", () => {
    const withList = rules.filter(({ refusal }) =>
      /Supported values are: (?!\.\+)|expected tags|Input should be '/.test(
        String(refusal.message),
      ),
    );
    const compared = new Set(officialLists.map(({ rule }) => rule));
    expect(withList.map(({ id }) => id).filter((id) => !compared.has(id))).toEqual([]);
  });
});

describe("the strict profile knows", () => {
  it("the beta features of the official client, and others with a reason", () => {
    expect(betas.filter((name) => !isKnownBeta(name))).toEqual([]);
    const others = [...knownBetas].filter((name) => !betas.includes(name));
    expect(others.sort()).toEqual(Object.keys(undeclaredBetas).sort());
  });

  it("models that the official clients know, and others with a reason", () => {
    const declared = new Set([...messagesModels, ...chatModels]);
    const names = knownModels.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    const others = names.filter((name) => !declared.has(name));
    expect(others.sort()).toEqual(Object.keys(undeclaredModels).sort());
  });

  it("the types of errors that the official client declares, and one of large bodies", () => {
    const types = new Set(rules.map(({ refusal }) => refusal.type));
    const others = [...types].filter((type) => !errorTypes.includes(type));
    // Documented for status 413; the client has a class for the status instead.
    expect(others).toEqual(["request_too_large"]);
  });
});
