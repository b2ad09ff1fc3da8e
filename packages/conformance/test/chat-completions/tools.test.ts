import { toolCall, toolCallArguments, toolCallStart } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import type { Script } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import { answerTo, conversationOf, functionTool, minimal, pastCall, refusalOf } from "./helpers.js";

const tools = [functionTool("weather"), functionTool("time")];

/** A history with calls of the assistant and the results that follow. */
function history(calls: readonly object[], ...results: readonly object[]) {
  return {
    messages: [
      ...minimal.messages,
      { role: "assistant", content: null, tool_calls: calls },
      ...results.map((result) => ({ role: "tool", content: "sun", ...result })),
    ],
  };
}

describe("an answer with calls", () => {
  it("C031 has null content and one call", async () => {
    const { message, finish } = await answerTo(
      [toolCall({ name: "weather", arguments: { place: "Oslo" } })],
      { tools },
    );
    expect(message.content).toBeNull();
    expect(message.tool_calls).toEqual([
      {
        id: expect.stringMatching(/^call_[A-Za-z0-9]{24}$/),
        type: "function",
        function: { name: "weather", arguments: '{"place":"Oslo"}' },
      },
    ]);
    expect(finish).toBe("tool_calls");
  });

  it("C032 keeps the text beside it", async () => {
    const script = ["Let me look.", toolCall({ name: "weather" })];
    expect(await answerTo(script, { tools })).toMatchObject({
      message: { content: "Let me look.", tool_calls: [{ type: "function" }] },
      finish: "tool_calls",
    });
  });

  it("C033 C050 keeps the order of two calls, with short ids of their own", async () => {
    const script = [toolCall({ name: "time" }), toolCall({ name: "weather" })];
    const { message } = await answerTo(script, { tools });
    const calls = message.tool_calls ?? [];
    expect(calls.map((call) => call.function?.name)).toEqual(["time", "weather"]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    for (const { id } of calls) expect(id?.length).toBeLessThanOrEqual(40);
  });

  it("C037 calls a custom tool with its input as it is", async () => {
    const custom = { type: "custom", custom: { name: "shell" } };
    const script = [toolCall({ name: "shell", id: "call_one", arguments: "ls -l | wc" })];
    const { message, finish } = await answerTo(script, { tools: [custom] });
    expect(message.tool_calls).toEqual([
      { id: "call_one", type: "custom", custom: { name: "shell", input: "ls -l | wc" } },
    ]);
    expect(finish).toBe("tool_calls");
  });

  it("C039 passes broken arguments on unchanged", async () => {
    const script = [toolCallStart({ name: "weather" }), toolCallArguments('{"place": "Os')];
    const { message } = await answerTo(script, { tools });
    expect(message.tool_calls?.[0]?.function?.arguments).toBe('{"place": "Os');
  });
});

/** A model that follows the wishes of the caller about calls. */
const obedient: Script = async function* ({ conversation }) {
  const { toolChoice: choice, parallelToolCalls, tools: offered } = conversation;
  const names = offered.flatMap(({ name }) => name ?? []);
  const wanted = choice?.type === "tool" ? [choice.name] : names;
  if (choice?.type === "none") yield "No calls.";
  else
    for (const name of parallelToolCalls === false ? wanted.slice(0, 1) : wanted)
      yield toolCall({ name });
};

describe("a wish about calls", () => {
  const namesFor = async (change: object) => {
    const { message, finish } = await answerTo(obedient, { tools, ...change });
    return { names: message.tool_calls?.map((call) => call.function?.name) ?? [], finish };
  };

  it("C034 for one call at a time reaches the model", async () => {
    expect((await conversationOf({ tools, parallel_tool_calls: false })).parallelToolCalls).toBe(
      false,
    );
    expect((await namesFor({ parallel_tool_calls: false })).names).toEqual(["weather"]);
    expect((await namesFor({})).names).toEqual(["weather", "time"]);
  });

  it("C035 for none, any or one tool reaches the model", async () => {
    expect(await namesFor({ tool_choice: "none" })).toEqual({ names: [], finish: "stop" });
    expect((await namesFor({ tool_choice: "required" })).finish).toBe("tool_calls");
    const named = { type: "function", function: { name: "time" } };
    expect(await namesFor({ tool_choice: named })).toEqual({
      names: ["time"],
      finish: "tool_calls",
    });
  });

  it("C035 for one tool ends with stop in the strict profile, as the vendor's replies do", async () => {
    const strictly = (tool_choice: unknown) =>
      answerTo(obedient, { tools, tool_choice }, { validation: strict });
    const named = await strictly({ type: "function", function: { name: "time" } });
    expect(named.message.tool_calls?.map((call) => call.function?.name)).toEqual(["time"]);
    expect(named.finish).toBe("stop");
    expect((await strictly("required")).finish).toBe("tool_calls");
  });

  it.each([
    ["none", "none"],
    ["required", "required"],
    ["function", { type: "function", function: { name: "time" } }],
  ])("C035 is refused if the model cannot follow it: %s", async (shown, choice) => {
    const model = { capabilities: { toolChoice: ["auto"] as const } };
    const error = await refusalOf({ tools, tool_choice: choice }, { model });
    expect(error).toMatchObject({ status: 400, param: "tool_choice", code: "unsupported_value" });
    expect(error.message).toContain(`'${shown}'`);
  });

  it("C036 for some of the tools offers only these", async () => {
    const allowed = { mode: "auto", tools: [{ type: "function", function: { name: "time" } }] };
    const { tools: offered, toolChoice } = await conversationOf({
      tools,
      tool_choice: { type: "allowed_tools", allowed_tools: allowed },
    });
    expect(offered.map(({ name }) => name)).toEqual(["time"]);
    expect(toolChoice).toEqual({ type: "auto" });
  });

  it("C046 C047 about no tools at all does not count, in the open profile", async () => {
    expect((await conversationOf({ tools: [], tool_choice: "auto" })).tools).toEqual([]);
    expect((await conversationOf({ tool_choice: "auto" })).tools).toEqual([]);
  });
});

describe("a history with calls", () => {
  it("C040 C048 reaches the model with its results", async () => {
    const parts = [
      { type: "text", text: "sun" },
      { type: "text", text: "wind" },
    ];
    const { turns } = await conversationOf(
      history([pastCall("call_a")], { tool_call_id: "call_a", content: parts }),
    );
    expect(turns[1]?.blocks).toMatchObject([
      { type: "tool_call", id: "call_a", name: "weather", arguments: "{}" },
    ]);
    expect(turns[2]?.blocks).toMatchObject([
      { type: "tool_result", callId: "call_a", content: parts },
    ]);
  });

  it.each([
    ["open", "open"],
    ["strict", strict],
  ] as const)(
    "C043 may have its results in any order, in the %s profile",
    async (_profile, validation) => {
      const change = history(
        [pastCall("call_a"), pastCall("call_b", "time")],
        { tool_call_id: "call_b" },
        { tool_call_id: "call_a" },
      );
      const { turns } = await conversationOf(change, { validation });
      const results = turns.flatMap(({ blocks }) => blocks).slice(-2);
      expect(results).toMatchObject([{ callId: "call_b" }, { callId: "call_a" }]);
    },
  );

  it.each([
    ["open", "open"],
    ["strict", strict],
  ] as const)("C050 may have long ids, in the %s profile", async (_profile, validation) => {
    const id = `call_${"x".repeat(46)}`;
    const { turns } = await conversationOf(history([pastCall(id)], { tool_call_id: id }), {
      validation,
    });
    expect(turns[1]?.blocks).toMatchObject([{ id }]);
  });

  it("C041 C042 need not be whole in the open profile", async () => {
    const stray = [{ role: "tool", tool_call_id: "call_x", content: "sun" }];
    expect((await conversationOf({ messages: stray })).turns[0]?.blocks).toMatchObject([
      { type: "tool_result", callId: "call_x" },
    ]);
  });
});
