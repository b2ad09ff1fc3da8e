import type { Block, Conversation } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { structureOf } from "./structure.js";

const text = (value: string): Block => ({ type: "text", text: value });
const call = (id: string, name: string): Block => ({
  type: "tool_call",
  id,
  name,
  arguments: "{}",
});
const result = (callId: string, isError = false): Block => ({
  type: "tool_result",
  callId,
  content: [],
  isError,
});

function structure(change: Partial<Conversation> = {}): readonly string[] {
  const conversation = {
    model: "m",
    system: [],
    turns: [{ role: "user", blocks: [text("Hi")] }],
    tools: [],
    stopSequences: [],
    extensions: {},
    ...change,
  };
  return structureOf(conversation as unknown as Conversation).split("\n");
}

const user = (...blocks: Block[]) => ({ role: "user", blocks });
const assistant = (...blocks: Block[]) => ({ role: "assistant", blocks });

describe("the structure of a conversation", () => {
  it("numbers calls, whatever their ids, and names results by their calls in ascending order", () => {
    const loop = (a: string, b: string) => [
      user(text("Hi")),
      assistant(text("Look."), call(a, "weather"), call(b, "stock")),
      user(result(b, true), result(a)),
    ];
    expect(structure({ turns: loop("toolu_1", "toolu_2") })).toEqual([
      "turn 0 user: text",
      "turn 1 assistant: text, call 0 weather, call 1 stock",
      "turn 2 user: result 0, result 1 (error)",
    ]);
    expect(structure({ turns: loop("call_x", "call_y") })).toEqual(
      structure({ turns: loop("toolu_1", "toolu_2") }),
    );
  });

  it("takes the latest call of an id that is used again", () => {
    const turns = [
      assistant(call("a", "t")),
      user(result("a")),
      assistant(call("a", "t")),
      user(result("a")),
    ];
    expect(structure({ turns }).at(-1)).toBe("turn 3 user: result 1");
    expect(structure({ turns: [user(result("b"))] })).toEqual(["turn 0 user: result of no call"]);
  });

  it("evens out what only one of the formats can say", () => {
    const turns = [
      user(text("a"), text("b")),
      assistant({ type: "thinking", text: "hm" }, call("1", "t"), call("2", "t"), text("c")),
      user(result("1")),
      user(result("2")),
      user(text("")),
      assistant({ type: "refusal", text: "no" }),
    ];
    expect(structure({ turns })).toEqual([
      "turn 0 user: text",
      "turn 1 assistant: text, call 0 t, call 1 t",
      "turn 2 user: result 0, result 1",
      "turn 3 assistant: text",
    ]);
  });

  it("holds what changes the form of an answer", () => {
    const changes: Partial<Conversation> = {
      system: [text("Be brief.")],
      tools: ["b", "a"].map((name) => ({ type: "function", name, parameters: {} })),
      toolChoice: { type: "tool", name: "a" },
      parallelToolCalls: false,
      output: { type: "json_schema", schema: {} },
      reasoning: { effort: "low" },
      stopSequences: ["x", "y"],
    };
    expect(structure(changes)).toEqual([
      "instructions",
      "turn 0 user: text",
      "tool a",
      "tool b",
      "tool choice: a",
      "one call at a time",
      "output: json_schema",
      "thinking",
      "stop sequences: 2",
    ]);
  });

  it.each<[string, Partial<Conversation>, string]>([
    [
      "instructions that are no text",
      { system: [{ type: "audio", encoding: "wav", data: "" }] },
      "instructions",
    ],
    ["a tool that must be called", { toolChoice: { type: "any" } }, "tool choice: any"],
    ["that no tool may be called", { toolChoice: { type: "none" } }, "tool choice: none"],
    [
      "a choice that one format has",
      { toolChoice: { type: "native", format: "messages", value: {} } },
      "tool choice: of messages",
    ],
    [
      "a tool that one format has",
      { tools: [{ type: "native", format: "messages", value: { type: "web_search" } }] },
      "tool web_search of messages",
    ],
    [
      "the name of such a tool",
      { tools: [{ type: "native", format: "messages", name: "search", value: {} }] },
      "tool search of messages",
    ],
    ["JSON as the form of the output", { output: { type: "json_object" } }, "output: json_object"],
    ["thinking by its mode", { reasoning: { mode: "adaptive" } }, "thinking"],
    ["a stop sequence", { stopSequences: ["x"] }, "stop sequences: 1"],
  ] as never)("holds %s", (_what, change, line) => {
    const more = structure(change).filter((each) => !structure().includes(each));
    expect(more).toEqual([line]);
  });

  it.each<[string, Partial<Conversation>]>([
    ["the texts", { turns: [user(text("Ho"))] }],
    ["the model", { model: "other" }],
    ["sampling and limits", { temperature: 0, topP: 0.5, maxTokens: 7, seed: 1 }],
    ["the end user", { userId: "ann" }],
    ["cache control", { cache: { type: "ephemeral" } }],
    ["what is said by default", { toolChoice: { type: "auto" }, parallelToolCalls: true }],
    ["thinking that is off", { reasoning: { mode: "disabled" } }],
    ["thinking of no effort", { reasoning: { effort: "none" } }],
    ["instructions without a text", { system: [text("")] }],
    ["a text as the form of the output", { output: { type: "text" } }],
  ])("does not hold %s", (_what, change) => {
    expect(structure(change)).toEqual(structure());
  });
});
