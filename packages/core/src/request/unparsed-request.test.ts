import { expect, it, vi } from "vitest";
import { bodyOf, openFormat } from "../formats/chat-completions/__fixtures__/make.js";
import { toUnparsed } from "./unparsed-request.js";

function unparsedOf(body: object) {
  const parseRequest = vi.fn(openFormat.parseRequest);
  const format = { ...openFormat, parseRequest };
  const parsed = openFormat.parseRequest(structuredClone(body), {});
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return { parsed, unparsed: toUnparsed(parsed, { format, head: {}, bytes }), parseRequest };
}

it("knows the facts of a request without its body", () => {
  const { unparsed, parseRequest } = unparsedOf(bodyOf({ stream: true, max_tokens: 7, user: "u" }));
  expect(unparsed).toMatchObject({ stream: true, maxTokens: 7, choices: 1, endUser: "u" });
  expect(parseRequest).not.toHaveBeenCalled();
});

it("has the body and the conversation that were parsed before, and parses them once", () => {
  const { parsed, unparsed, parseRequest } = unparsedOf(bodyOf({ seed: 3, unknown: ["kept"] }));
  expect(unparsed.body).toEqual(parsed.body);
  expect(unparsed.conversation()).toEqual(parsed.conversation());
  expect(unparsed.conversation()).toBe(unparsed.conversation());
  expect(parseRequest).toHaveBeenCalledTimes(1);
  const steps = unparsed.readConversation();
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(step.value).toEqual(parsed.conversation());
});
