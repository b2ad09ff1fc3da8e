import { describe, expect, it } from "vitest";
import { contextOf } from "../../test/faults/bodies.js";
import { errorKinds } from "./error-words.js";
import { toServiceError } from "./fault-context.js";

const messages = contextOf("messages");
const chat = contextOf("chat-completions");
const responses = contextOf("responses");

describe("the error of a fault", () => {
  it("says that the service is overloaded unless it has a kind, in the words of the format", () => {
    expect(toServiceError({}, messages)).toMatchObject({
      kind: "overloaded",
      message: "Overloaded",
    });
    expect(toServiceError({}, chat)).toMatchObject({
      kind: "overloaded",
      message: "The server is overloaded. Please try again later.",
    });
  });

  it.each([
    ["unauthenticated", "invalid x-api-key", "The API key is invalid."],
    [
      "internal",
      "Internal server error",
      "The server had an error while processing your request. Sorry about that!",
    ],
    [
      "rate_limited",
      "This request would exceed your account's rate limit. Please try again later.",
      "Rate limit reached. Please try again later.",
    ],
    [
      "budget_exhausted",
      "Your credit balance is too low to access the API.",
      "You exceeded your current quota. Please check your plan and billing details.",
    ],
    ["unknown_model", "The model does not exist.", "The model does not exist."],
  ] as const)("%s has the words that clients and logs of each format know", (kind, one, other) => {
    expect(toServiceError({ kind }, messages).message).toBe(one);
    expect(toServiceError({ kind }, chat).message).toBe(other);
    expect(toServiceError({ kind }, responses).message).toBe(other);
  });

  it("has words of its own if it is given some, also if they are empty, and says when to come again", () => {
    for (const message of ["Slowly.", ""]) {
      const error = toServiceError({ kind: "conflict", message, retryAfterSeconds: 7 }, chat);
      expect(error).toMatchObject({ kind: "conflict", message, retryAfterSeconds: 7 });
    }
  });

  it("has usual words for every kind in all formats", () => {
    for (const kind of errorKinds as readonly "internal"[]) {
      for (const context of [messages, chat, responses]) {
        expect(toServiceError({ kind }, context).message).not.toBe("");
      }
    }
  });
});
