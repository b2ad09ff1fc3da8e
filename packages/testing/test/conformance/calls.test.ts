import { expect, it } from "vitest";
import { conformance } from "../../src/conformance/index.js";
import { key, type Server, toFetch } from "./chat-servers/server.js";
import { ignoring, inCalls, inMessage } from "./chat-servers/spoil.js";

/** What a check says of a server. */
async function outcomeOf(id: string, server: Server): Promise<string | undefined> {
  const target = { baseUrl: "http://server.test", apiKey: key, model: "echo" };
  const { results } = await conformance({ ...target, fetch: toFetch(server) }, { only: [id] });
  return results[0]?.outcome;
}

/** A server that knows functions, and answers with this call of one. */
function legacy(call: object, finish = "function_call"): Server {
  return inMessage(
    (message, choice) => {
      Object.assign(message, { content: null, function_call: call });
      choice.finish_reason = finish;
    },
    ignoring("functions", "function_call"),
  );
}

it.each([
  ["passed", "a call of a function in its old form", { name: "weather", arguments: "{}" }],
  ["failed", "arguments that are no text", { name: "weather", arguments: {} }],
  ["failed", "another name", { name: "clock", arguments: "{}" }],
])("the check C049 has the outcome: %s, for %s", async (outcome, _what, call) => {
  expect(await outcomeOf("C049", legacy(call))).toBe(outcome);
});

it("the check C049 fails for a call in its old form after which the answer ends with tool_calls", async () => {
  const server = legacy({ name: "weather", arguments: "{}" }, "tool_calls");
  expect(await outcomeOf("C049", server)).toBe("failed");
});

it("the check C050b passes for an id of 40 characters", async () => {
  const server = inCalls((call) => (call.id = "x".repeat(40)));
  expect(await outcomeOf("C050b", server)).toBe("passed");
});
