import { strict } from "@diglot/core/strict";
import { describe, expect, it } from "vitest";
import { createResponsesStrictRules } from "../src/index.js";
import { worldOf } from "./world.js";

const rules = createResponsesStrictRules({ chatCompletions: strict.chatCompletions });
const user = (more: object = {}) => ({ role: "user", content: "hi", ...more });

const faults = [
  [
    "R018 a member that the vendor does not know",
    { tempo: 1 },
    {
      message: "Unknown parameter: 'tempo'.",
      code: "unknown_parameter",
      param: "tempo",
    },
  ],
  [
    "R018 a member that is misspelt, with the name that is meant",
    { temperatur: 1 },
    {
      message: "Unknown parameter: 'temperatur'. Did you mean 'temperature'?",
      code: "unknown_parameter",
      param: "temperatur",
    },
  ],
  [
    "R035 a phase of a user's message",
    { input: [user({ phase: "commentary" })] },
    { code: "unknown_parameter", param: "input[0].phase" },
  ],
  [
    "R043 two items of one id",
    {
      input: [user({ type: "message", id: "msg_1" }), user({ type: "message", id: "msg_1" })],
    },
    {
      message:
        "Duplicate item found with id msg_1. Remove duplicate items from your input and try again.",
      code: null,
      param: "input",
    },
  ],
] as const;

describe("the strict profile", () => {
  it.each(faults)("%s is refused, and taken by the open profile", async (_, change, error) => {
    const validation = { ...strict, responses: rules };
    expect(await worldOf(["Hello."], { validation }).answer(change)).toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", ...error } },
    });
    expect((await worldOf(["Hello."]).answer(change)).status).toBe(200);
  });
});
