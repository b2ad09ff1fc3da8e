import { conversationOf, turn } from "@diglot/test-support/conversations";
import { expect, it } from "vitest";
import { slugOf } from "./slug.js";

const slug = (...texts: readonly string[]) =>
  slugOf(conversationOf({ turns: [turn("system", "Be brief."), turn("user", ...texts)] }));

it.each<[string, readonly string[], string]>([
  ["small letters, digits and dashes", ["What's UP, Doc #2?"], "what-s-up-doc-2"],
  ["the letters of any language", ["Schnee in Århus – wo?"], "schnee-in-århus-wo"],
  ["one form of a letter that has two", ["e\u0301te\u0301"], "été"],
  ["all texts of the first turn of the user", ["One", "two"], "one-two"],
  ["40 characters of a long text", ["x".repeat(41)], "x".repeat(40)],
  ["whole characters", [`${"x".repeat(39)}𝒳𝒴`], `${"x".repeat(39)}𝒳`],
  ["no dash at its ends, also where it is cut", [`…${"x".repeat(39)} y`], "x".repeat(39)],
  ["a word of its own where no character is left", ["?!"], "conversation"],
])("the name of a conversation has %s", (_, texts, name) => {
  expect(slug(...texts)).toBe(name);
});

it("the name of a conversation without a user is one of its own", () => {
  const image = { type: "image", source: { type: "url", url: "https://example.com/a" } } as const;
  expect(slugOf(conversationOf({ turns: [turn("assistant", "Hi")] }))).toBe("conversation");
  expect(slugOf(conversationOf({ turns: [turn("user", image, "Look")] }))).toBe("look");
  const result = { type: "tool_result", callId: "a", isError: false, content: [] } as const;
  expect(slugOf(conversationOf({ turns: [turn("user", result, "Look")] }))).toBe("look");
});
