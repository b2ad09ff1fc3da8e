import { fromLangChain } from "@diglot/langchain";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { describe, expect, it } from "vitest";

const options = { id: "scripted" };

describe("fromLangChain", () => {
  it("has the capabilities of a model or of an agent, and those that are given", () => {
    const given = { id: "a", capabilities: { images: false } };
    const made = [
      fromLangChain(new FakeListChatModel({ responses: [] }), given),
      fromLangChain(() => new FakeListChatModel({ responses: [] }), given),
      fromLangChain(
        RunnableLambda.from(() => "ok"),
        given,
      ),
    ];
    expect(made.map(({ capabilities }) => capabilities)).toMatchObject([
      { images: false, extensions: [], sampling: expect.arrayContaining(["seed"]) },
      { images: false, extensions: [], sampling: expect.arrayContaining(["seed"]) },
      { images: false, tools: false },
    ]);
    expect(made[0]?.capabilities).not.toHaveProperty("tools", false);
    expect(made[1]?.capabilities).not.toHaveProperty("tools", false);
  });

  it.each([
    ["nothing", undefined, options, /first argument.*or a function that makes a chat model\.$/],
    ["the name of a model", "openai:gpt-5", options, /first argument/],
    ["nothing at all", null, options, /first argument/],
    ["what cannot be run", { invoke: () => undefined }, options, /first argument/],
    [
      "wrong instructions",
      new FakeListChatModel({ responses: [] }),
      { id: "a", callerInstructions: "no" },
      /^fromLangChain: .*callerInstructions.*user.*system/,
    ],
    ["a wrong input", new FakeListChatModel({ responses: [] }), { id: "a", input: {} }, /input/],
    ["no id", new FakeListChatModel({ responses: [] }), {}, /id/],
    ["a wrong option", new FakeListChatModel({ responses: [] }), { id: "a", config: {} }, /config/],
  ])("refuses %s", (_name, source, given, message) => {
    expect(() => fromLangChain(source as never, given as never)).toThrow(message);
    expect(() => fromLangChain(source as never, given as never)).toThrow(TypeError);
  });
});
