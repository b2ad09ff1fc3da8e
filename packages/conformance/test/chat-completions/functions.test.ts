import { type InProcessRequest, messagesUpstream, toolCall } from "@diglot/core";
import { chatClient, chatClients } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import type { Script } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { conversationOf, refusalOf } from "./helpers.js";

/** `functions` and `function_call`, as they were before there were tools. */

const parameters = { type: "object", properties: { place: { type: "string" } } };
const functions = [{ name: "weather", description: "Tells the weather.", parameters }];
const question = {
  model: "scripted",
  functions,
  messages: [{ role: "user" as const, content: "Rome?" }],
};
const history = [
  ...question.messages,
  {
    role: "assistant" as const,
    content: null,
    function_call: { name: "weather", arguments: '{"place":"Rome"}' },
  },
  { role: "function" as const, name: "weather", content: "sun" },
];
const call = toolCall({ name: "weather", arguments: { place: "Rome" } });
const called = { name: "weather", arguments: '{"place":"Rome"}' };

/** Calls its only tool, and repeats what it is told. */
async function* callsOnce({ conversation }: InProcessRequest) {
  const result = conversation.turns.at(-1)?.blocks.find(({ type }) => type === "tool_result");
  if (result?.type !== "tool_result") {
    yield "Let me look.";
    yield toolCall({ name: conversation.tools[0]?.name ?? "", arguments: { place: "Rome" } });
    return;
  }
  const [said] = result.content;
  yield `It says ${said?.type === "text" ? said.text : "nothing"}.`;
}

describe.each(Object.entries(chatClients))("C049 functions of %s", (_name, Client) => {
  const clientOf = (script: Script, options?: ServedOptions) =>
    chatClient(serviceOf(script, options).service, Client).chat.completions;

  it("are called by their own member of the message", async () => {
    const { choices } = await clientOf(callsOnce).create(question);
    expect(choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { role: "assistant", content: "Let me look.", function_call: called },
    });
    expect(choices[0]?.message.tool_calls).toBeUndefined();
  });

  it("are called by their own member of the deltas", async () => {
    const stream = clientOf(callsOnce).stream(question);
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { content: "Let me look.", function_call: called },
    });
    expect(choices[0]?.message.tool_calls).toBeUndefined();
  });

  it("answer, and the model reads it", async () => {
    const { choices } = await clientOf(callsOnce).create({ ...question, messages: history });
    expect(choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "It says sun." },
    });
  });

  it("are called once, and the other call is reported", async () => {
    const { data, response } = await clientOf([call, call]).create(question).withResponse();
    expect(data.choices[0]?.message.function_call).toEqual(called);
    expect(response.headers.get("x-diglot-receipt")).toContain("/content/1");
  });
});

describe("C049 what a model gets of functions", () => {
  it("are tools", async () => {
    const { tools, toolChoice, parallelToolCalls } = await conversationOf({
      functions: [...functions, { name: "time" }],
    });
    expect(tools).toMatchObject([
      {
        type: "function",
        name: "weather",
        description: "Tells the weather.",
        parameters,
        at: "/functions/0",
      },
      { type: "function", name: "time", parameters: { type: "object", properties: {} } },
    ]);
    expect([toolChoice, parallelToolCalls]).toEqual([undefined, false]);
  });

  it.each([
    ["auto", { type: "auto" }],
    ["none", { type: "none" }],
    [{ name: "weather" }, { type: "tool", name: "weather" }],
  ])("is the choice %j as a tool choice", async (function_call, expected) => {
    const { toolChoice } = await conversationOf({ functions, function_call });
    expect(toolChoice).toEqual(expected);
  });

  it("are calls and results in the history, joined by ids that the places make", async () => {
    const { turns } = await conversationOf({ functions, messages: history });
    expect(turns[1]?.blocks).toMatchObject([
      { type: "tool_call", id: "function_call_1", at: "/messages/1/function_call", ...called },
    ]);
    expect(turns[2]).toMatchObject({
      role: "user",
      blocks: [
        {
          type: "tool_result",
          callId: "function_call_1",
          content: [{ type: "text", text: "sun" }],
        },
      ],
    });
  });

  it("are no result without a call before it", async () => {
    const messages = [...question.messages, { role: "function", name: "weather", content: "sun" }];
    const { turns } = await conversationOf({ functions, messages });
    expect(turns[1]).toMatchObject({ role: "function", name: "weather" });
  });
});

describe("C049 functions are refused", () => {
  it.each([
    [
      "beside tools",
      { functions, tools: [{ type: "function", function: { name: "time" } }] },
      "functions",
    ],
    [
      "with a choice of tools",
      { functions, function_call: "auto", tool_choice: "auto" },
      "tool_choice",
    ],
    ["with an unknown choice", { functions, function_call: "always" }, "function_call"],
    ["with a choice that has no name", { functions, function_call: {} }, "function_call.name"],
    ["that are chosen and not there", { function_call: { name: "weather" } }, "function_call"],
    [
      "whose parameters are no object",
      { functions: [{ name: "f", parameters: 1 }] },
      "functions[0].parameters",
    ],
    [
      "whose call in the history has no arguments",
      { messages: [{ role: "assistant", function_call: { name: "f" } }] },
      "messages[0].function_call.arguments",
    ],
  ])("%s", async (_what, change, param) => {
    expect(await refusalOf(change)).toMatchObject({ status: 400, param });
  });

  it("by a model that takes no tools", async () => {
    const error = await refusalOf({ functions }, { model: { capabilities: { tools: false } } });
    expect(error).toMatchObject({ param: "functions", code: "unsupported_parameter" });
  });

  it("with a choice that the model does not take", async () => {
    const model = { capabilities: { toolChoice: ["auto"] as const } };
    for (const function_call of ["none", { name: "weather" }]) {
      const error = await refusalOf({ functions, function_call }, { model });
      expect(error).toMatchObject({ param: "function_call", code: "unsupported_value" });
    }
  });
});

describe("C049 functions before a Messages upstream", () => {
  it("are tools there, and function calls here", async () => {
    const seen: InProcessRequest["conversation"][] = [];
    const upstream = serviceOf(async function* ({ conversation }) {
      seen.push(conversation);
      yield call;
    }).service;
    const fetch: typeof globalThis.fetch = (input, init) =>
      upstream.fetch(new Request(input, init));
    const baseUrl = "http://upstream.test";
    const model = messagesUpstream({ id: "scripted", baseUrl, apiKey: key, fetch });
    const { chat } = chatClient(serviceOf(model).service);
    const { choices } = await chat.completions.create({
      ...question,
      messages: history,
      function_call: { name: "weather" },
    });
    expect(choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { function_call: called },
    });
    expect(seen).toMatchObject([
      {
        tools: [{ type: "function", name: "weather", parameters }],
        toolChoice: { type: "tool", name: "weather" },
        parallelToolCalls: false,
      },
    ]);
  });
});
