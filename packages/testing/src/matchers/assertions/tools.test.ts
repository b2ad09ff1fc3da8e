import { tool, toolCall, toolResult, turn } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import {
  answerCall,
  answerText,
  handMadeCall,
  handMadeFake,
} from "../../../test/matchers/hand-made-call.js";
import { toHaveCalledTool } from "./tool-calls.js";
import { toHaveReceivedToolResult } from "./tool-results.js";
import { toHaveReceivedTool } from "./tools.js";

const schema = { type: "object", properties: { city: { type: "string" } } };
const offer = handMadeCall({
  tools: [tool("get_weather", schema), tool("get_time")],
  answer: [answerText("One moment."), answerCall("get_weather", { city: "Paris", days: 2 })],
});
const result = handMadeCall({
  index: 1,
  turns: [
    turn("user", "What's the weather?"),
    turn("assistant", toolCall("c1", "get_weather", {}), toolCall("c2", "get_time", {})),
    turn("user", toolResult("c1", '{"celsius":18,"sky":"clear"}'), toolResult("c2", "noon")),
  ],
  answer: [answerText("18 °C.")],
});
const fake = handMadeFake([offer, result]);

describe("toHaveReceivedTool", () => {
  it("looks for a tool of that name, in any request of a fake", () => {
    expect(toHaveReceivedTool(fake, "get_time").pass).toBe(true);
    expect(toHaveReceivedTool(result, "get_time").pass).toBe(false);
  });

  it("compares the parameters whatever the order of their members", () => {
    const { type, properties } = schema;
    expect(toHaveReceivedTool(fake, "get_weather", { properties, type }).pass).toBe(true);
    const wrong = toHaveReceivedTool(fake, "get_weather", { type });
    expect(wrong).toMatchObject({ pass: false, actual: schema, expected: { type } });
    expect(wrong.message()).toContain('the tool "get_weather" with these parameters');
  });

  it("lists what was offered instead, and the name that is nearly the one", () => {
    const wrong = toHaveReceivedTool(fake, "get_wether");
    expect(wrong.message()).toBe(
      [
        'expected the fake to have received the tool "get_wether"',
        "",
        "The tools that were offered:",
        "  request 0: get_weather, get_time",
        "  request 1: none",
        'Did you mean "get_weather"?',
      ].join("\n"),
    );
    expect(wrong).toMatchObject({ actual: ["get_weather", "get_time"], expected: ["get_wether"] });
    const twice = toHaveReceivedTool(handMadeFake([offer, offer]), "get_wether");
    expect(twice.actual).toEqual(["get_weather", "get_time"]);
  });

  it("has words for a negated use, and nothing to compare", () => {
    const right = toHaveReceivedTool(offer, "get_time");
    expect(right.message()).toContain(
      'expected request 0 not to have received the tool "get_time"',
    );
    expect(right).not.toHaveProperty("actual");
  });
});

describe("the parameters of a tool that was offered", () => {
  it("are those of the last one of that name, and none of a tool that has none", () => {
    const native = { type: "native", format: "messages", name: "search", value: {} } as const;
    const other = handMadeCall({ index: 1, tools: [tool("get_time", schema), native as never] });
    const both = handMadeFake([offer, other]);
    expect(toHaveReceivedTool(both, "get_time", { a: 1 })).toMatchObject({ actual: schema });
    expect(toHaveReceivedTool(both, "get_time", schema).pass).toBe(true);
    expect(toHaveReceivedTool(both, "search").pass).toBe(true);
    expect(toHaveReceivedTool(both, "search", {}).actual).toBeUndefined();
    expect(toHaveReceivedTool(both, "get_date", { a: 1 })).toMatchObject({
      actual: ["get_weather", "get_time", "search"],
      expected: ["get_date"],
    });
  });
});

describe("toHaveReceivedToolResult", () => {
  it("knows the tool of a result by the call that it answers", () => {
    expect(toHaveReceivedToolResult(fake, "get_time").pass).toBe(true);
    expect(toHaveReceivedToolResult(fake, "get_date").pass).toBe(false);
  });

  it.each([
    ["a part of its text", "celsius", "fahrenheit"],
    ["a pattern", /"sky":"\w+"/g, /rain/],
    ["its JSON", { sky: "clear", celsius: 18 }, { celsius: 18 }],
    [
      "its JSON by kinds",
      { sky: "clear", celsius: expect.any(Number) },
      { sky: expect.any(Number), celsius: 18 },
    ],
    [
      "a part of its text by a runner's value",
      expect.stringContaining("18"),
      expect.stringContaining("19"),
    ],
    [
      "a part of its JSON",
      expect.objectContaining({ celsius: 18 }),
      expect.objectContaining({ celsius: 19 }),
    ],
  ])("compares %s", (_, right, wrong) => {
    expect(toHaveReceivedToolResult(fake, "get_weather", right).pass).toBe(true);
    expect(toHaveReceivedToolResult(fake, "get_weather", right).pass).toBe(true);
    expect(toHaveReceivedToolResult(fake, "get_weather", wrong).pass).toBe(false);
  });

  it("hands the runner JSON beside JSON and lists all results", () => {
    const wrong = toHaveReceivedToolResult(fake, "get_weather", { celsius: 19 });
    expect(wrong).toMatchObject({
      actual: { celsius: 18, sky: "clear" },
      expected: { celsius: 19 },
    });
    expect(wrong.message()).toContain(
      '  request 1: get_weather → {"celsius":18,"sky":"clear"}; get_time → noon',
    );
  });
});

describe("the result beside the one expected", () => {
  it("is the nearest of the tool, as JSON for JSON, and as its text for a text or a pattern", () => {
    const turns = [
      turn(
        "assistant",
        toolCall("c1", "add", {}),
        toolCall("c2", "add", {}),
        toolCall("c3", "sub", {}),
      ),
      turn(
        "user",
        toolResult("c1", '{"sum":12}'),
        toolResult("c2", "none"),
        toolResult("c3", '{"sum":13}'),
      ),
    ];
    const call = handMadeCall({ turns });
    const actual = (content: Parameters<typeof toHaveReceivedToolResult>[2]) =>
      toHaveReceivedToolResult(call, "add", content).actual;
    expect(actual({ sum: 13 })).toEqual({ sum: 12 });
    expect(actual('{"sum":13}')).toBe('{"sum":12}');
    expect(actual("nobody")).toBe("none");
    expect(actual(/13/)).toBe("none");
    expect(toHaveReceivedToolResult(call, "div")).not.toHaveProperty("actual");
    expect(toHaveReceivedToolResult(call, "ad").message()).toMatch(
      /a result of the tool "ad"\n\n.*Did you mean "add"\?$/s,
    );
    expect(toHaveReceivedToolResult(call, "add", /13/).message()).toContain(' "add" with /13/\n');
    expect(toHaveReceivedToolResult(call, "add", "1\n3").message()).toContain(' with "1\\n3"\n');
  });
});

describe("toHaveCalledTool", () => {
  it("looks for a call in the answers", () => {
    expect(toHaveCalledTool(fake, "get_weather").pass).toBe(true);
    expect(toHaveCalledTool(fake, "get_weather", { days: 2, city: "Paris" }).pass).toBe(true);
    expect(toHaveCalledTool(fake, "get_weather", { city: "Paris" }).pass).toBe(false);
    expect(toHaveCalledTool(result, "get_weather").pass).toBe(false);
  });

  it("takes a member that is undefined for one that is absent, and null for one that is there", () => {
    const args = { city: "Paris", days: 2 };
    expect(toHaveCalledTool(fake, "get_weather", { ...args, unit: undefined }).pass).toBe(true);
    expect(toHaveCalledTool(fake, "get_weather", { ...args, unit: null }).pass).toBe(false);
    expect(toHaveCalledTool(fake, "get_weather", { city: "Paris", day: undefined }).pass).toBe(
      false,
    );
  });

  it("names the kinds that were expected", () => {
    const wrong = toHaveCalledTool(fake, "get_weather", { city: expect.any(Number) });
    expect(wrong.message()).toContain('with {"city":"Any<Number>"}');
  });

  it("hands the runner the arguments that are nearest, as they are if they are no JSON", () => {
    const near = handMadeCall({
      answer: [answerCall("add", { a: 1, b: 2 }), answerCall("add", {})],
    });
    expect(toHaveCalledTool(near, "add", { a: 1, b: 3 })).toMatchObject({ actual: { a: 1, b: 2 } });
    const broken = { ...answerCall("add", {}), text: '{"a":' };
    expect(toHaveCalledTool(handMadeCall({ answer: [broken] }), "add", {})).toMatchObject({
      actual: '{"a":',
      expected: {},
    });
    expect(toHaveCalledTool(near, "add")).not.toHaveProperty("actual");
    expect(toHaveCalledTool(near, "sub", {})).not.toHaveProperty("actual");
  });

  it("is about calls of that tool alone, with exactly those arguments", () => {
    expect(toHaveCalledTool(fake, "get_time").pass).toBe(false);
    expect(toHaveCalledTool(fake, "get_time", { city: "Paris", days: 2 }).pass).toBe(false);
    expect(toHaveReceivedToolResult(fake, "get_time", "celsius").pass).toBe(false);
    const refused = handMadeCall({ refused: { status: 400, body: {} } });
    expect(toHaveCalledTool(refused, "get_time").pass).toBe(false);
    expect(toHaveReceivedTool(refused, "get_time").pass).toBe(false);
    expect(toHaveReceivedToolResult(refused, "get_time").pass).toBe(false);
  });

  it("cuts what is long in its lists", () => {
    const long = handMadeCall({
      turns: [turn("user", toolResult("c1", "y".repeat(300)))],
      answer: [answerCall("add", { text: "x".repeat(300) })],
    });
    expect(toHaveCalledTool(long, "sub").message()).toMatch(
      / {2}request 0: add\(\{"text":"x{187}…$/m,
    );
    expect(toHaveReceivedToolResult(long, "sub").message()).toMatch(/: unknown tool → y{185}…$/m);
  });

  it("says which calls went out", () => {
    const wrong = toHaveCalledTool(fake, "get_weather", { city: "Rome", days: 2 });
    expect(wrong).toMatchObject({ actual: { city: "Paris", days: 2 } });
    expect(wrong.message()).toBe(
      [
        'expected the fake to have called the tool "get_weather" with {"city":"Rome","days":2}',
        "",
        "The calls that went out:",
        '  request 0: get_weather({"city":"Paris","days":2})',
        "  request 1: none",
      ].join("\n"),
    );
  });
});
