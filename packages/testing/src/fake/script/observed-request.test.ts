import type { Conversation, ModelRequest } from "@diglot/core";
import { expect, it } from "vitest";
import { toObservedRequest } from "./observed-request.js";

const text = (words: string) => ({ type: "text", text: words });
const call = (id: string, name: string) => ({ type: "tool_call", id, name, arguments: "{}" });
const result = (callId: string, ...words: string[]) => ({
  ...{ type: "tool_result", callId, isError: false, content: words.map(text) },
});

/** A request with these turns, as matchers see it. */
function observe(turns: readonly object[], tools: readonly object[] = []) {
  const conversation = { model: "small", system: [], turns, tools } as unknown as Conversation;
  const origin = { format: "messages", body: { model: "small" } };
  const request = { origin, stream: true, choices: 2, conversation: () => conversation };
  return toObservedRequest(4, request as unknown as ModelRequest);
}

it("a request is observed with what it asks for", () => {
  const observed = observe([{ role: "user", blocks: [text("Hi")] }], [{ name: "weather" }, {}]);
  expect(observed).toMatchObject({
    ...{ index: 4, format: "messages", model: "small", stream: true, choices: 2 },
    ...{ tools: ["weather"], body: { model: "small" }, lastTurn: { role: "user" } },
  });
});

it("its text of the user is that of the last turn of the user, whoever speaks after it", () => {
  const { lastUserText } = observe([
    { role: "user", blocks: [text("First")] },
    { role: "assistant", blocks: [text("Well,")] },
    { role: "user", blocks: [text("Second"), result("call_1", "Sunny"), text("Third")] },
    { role: "assistant", blocks: [text("I think")] },
  ]);
  expect(lastUserText).toBe("Second\nThird");
  expect(observe([]).lastUserText).toBe("");
});

it("it has no tool results if its last turn is one of the assistant", () => {
  const { toolResults, lastTurn } = observe([
    { role: "assistant", blocks: [call("call_1", "weather")] },
    { role: "user", blocks: [result("call_1", "Sunny")] },
    { role: "assistant", blocks: [text("It is")] },
  ]);
  expect(toolResults).toEqual([]);
  expect(lastTurn).toMatchObject({ role: "assistant" });
});

it("its tool results are those of the last turn, with the names of the tools", () => {
  const { toolResults } = observe([
    { role: "assistant", blocks: [call("call_1", "weather"), call("call_2", "clock")] },
    { role: "user", blocks: [result("call_1", "Sunny")] },
    { role: "assistant", blocks: [call("call_1", "calendar")] },
    {
      role: "user",
      blocks: [text("Here:"), result("call_1", "Monday", "Noon"), result("call_9", "?")],
    },
  ]);
  expect(toolResults).toEqual([
    { callId: "call_1", name: "calendar", text: "Monday\nNoon", isError: false },
    { callId: "call_9", name: undefined, text: "?", isError: false },
  ]);
});
