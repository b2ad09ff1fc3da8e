import { toolCall, toolResult, turn } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import {
  answerCall,
  answerText,
  handMadeCall,
  handMadeFake,
} from "../../../test/matchers/hand-made-call.js";
import { conversationLines } from "../conversations/conversation-lines.js";
import type { ExpectedTurn } from "../conversations/expected-turn.js";
import { toMatchConversation } from "./conversation.js";

const call = handMadeCall({
  system: "Be brief.",
  turns: [
    turn("user", "What's the weather?"),
    turn("assistant", toolCall("c1", "get_weather", { city: "Paris", unit: "C" })),
    turn("user", toolResult("c1", "18 °C")),
  ],
  answer: [answerText("It is 18 °C.")],
});

const question = "user: What's the weather?";
const request = [
  question,
  'assistant: get_weather({"city":"Paris","unit":"C"})',
  "user: get_weather → 18 °C",
];

describe("conversationLines", () => {
  it("has a line for every block, the answer included", () => {
    expect(conversationLines(call)).toEqual([
      "system: Be brief.",
      ...request,
      "assistant: It is 18 °C.",
    ]);
  });

  it("distinguishes results that are errors, and results of no call", () => {
    const turns = [turn("user", toolResult("gone", "no such city", true))];
    expect(conversationLines(handMadeCall({ turns }))).toEqual([
      "user: unknown tool → error: no such city",
    ]);
  });

  it("names what is not text", () => {
    const turns = [
      turn(
        "user",
        { type: "image", source: { type: "base64", mediaType: "image/png", data: "AAAA" } },
        { type: "image", source: { type: "url", url: "https://example.com/cat.png" } },
        {
          type: "document",
          title: "Report",
          source: { type: "base64", mediaType: "application/pdf", data: "" },
        },
      ),
      turn(
        "assistant",
        { type: "thinking", text: "Hm." },
        { type: "redacted_thinking", data: "xyz" },
        { type: "native", format: "messages", value: { type: "server_tool_use" } },
      ),
    ];
    expect(conversationLines(handMadeCall({ turns }))).toEqual([
      "user: (image image/png)",
      "user: (image https://example.com/cat.png)",
      "user: (document Report)",
      "assistant: (thinking) Hm.",
      "assistant: (redacted thinking)",
      "assistant: (server_tool_use)",
    ]);
  });

  it("shows arguments that are no JSON as they are", () => {
    const broken = { type: "tool_call", id: "c", name: "add", arguments: '{"a":' } as const;
    const lines = conversationLines(handMadeCall({ turns: [turn("assistant", broken)] }));
    expect(lines).toEqual(['assistant: add({"a":)']);
  });

  it("has no lines for a request that was refused", () => {
    expect(conversationLines(handMadeCall({ refused: { status: 401, body: {} } }))).toEqual([]);
  });
});

describe("toMatchConversation", () => {
  it("matches the lines of the request without its instructions and its answer", () => {
    expect(toMatchConversation(call, request).pass).toBe(true);
  });

  it("matches every line that conversationLines gives", () => {
    expect(toMatchConversation(call, conversationLines(call)).pass).toBe(true);
  });

  it.each([
    ["fewer", request.slice(0, 2)],
    ["more", [...request, "user: And tomorrow?"]],
    ["others", [question, ...request.slice(0, 2)]],
    ["other instructions", ["system: Be verbose.", ...request]],
    ["another answer", [...request, "assistant: It rains."]],
    ["none", []],
  ])("does not match %s", (_, turns) => {
    expect(toMatchConversation(call, turns).pass).toBe(false);
  });

  it("does not care about white space and order in the arguments of a call", () => {
    const line = 'assistant: get_weather({ "unit": "C", "city": "Paris" })';
    const turns = [question, line, "user: get_weather → 18 °C"];
    expect(toMatchConversation(call, turns).pass).toBe(true);
    for (const other of [line.replace("Paris", "Rome"), line.replace(")", "]")]) {
      expect(toMatchConversation(call, turns.with(1, other)).pass).toBe(false);
    }
  });

  it("takes patterns and members for lines", () => {
    const turns: readonly ExpectedTurn[] = [
      { role: "user", text: "weather" },
      {
        role: "assistant",
        toolCall: { name: "get_weather", arguments: { unit: "C", city: expect.any(String) } },
      },
      { role: "user", toolResult: { name: "get_weather", text: /\d+ °C/, isError: false } },
      /18/,
    ];
    expect(toMatchConversation(call, turns).pass).toBe(true);
    expect(
      toMatchConversation(call, turns.with(0, { role: "assistant", text: "weather" })).pass,
    ).toBe(false);
    expect(
      toMatchConversation(call, turns.with(2, { role: "user", toolResult: { name: "other" } }))
        .pass,
    ).toBe(false);
    expect(
      toMatchConversation(call, turns.with(2, { role: "user", toolResult: { isError: true } }))
        .pass,
    ).toBe(false);
    expect(
      toMatchConversation(
        call,
        turns.with(1, { role: "assistant", toolCall: { name: "get_weather", arguments: {} } }),
      ).pass,
    ).toBe(false);
  });

  it("takes words that were put into the model's mouth for a turn of the request", () => {
    const turns = [turn("user", "Count."), turn("assistant", "One, ")];
    const prefilled = handMadeCall({ turns, answer: [answerText("two.")] });
    expect(toMatchConversation(prefilled, ["user: Count.", "assistant: One, "]).pass).toBe(true);
  });

  it("leaves the answer out where the last turn is one of the user", () => {
    const turns = ["user: Hi", "user: Ho"];
    const call = handMadeCall({ turns: [turn("user", "Hi")], answer: [answerText("Ho")] });
    expect(toMatchConversation(call, turns).actual).toEqual(["user: Hi"]);
  });

  it("looks at the last conversation of a fake", () => {
    const first = handMadeCall({ turns: [turn("user", "Hi")], answer: [answerCall("add", {})] });
    const refused = handMadeCall({ index: 2, refused: { status: 400, body: {} } });
    expect(toMatchConversation(handMadeFake([first, call, refused]), request).pass).toBe(true);
  });

  it("hands the runner lines that differ only where the conversation does", () => {
    const turns = [
      /weather/,
      'assistant: get_weather({"city":"Rome"})',
      "user: get_weather → 18 °C",
    ];
    const result = toMatchConversation(call, turns);
    expect(result.actual).toEqual(request);
    expect(result.expected).toEqual(request.with(1, 'assistant: get_weather({"city":"Rome"})'));
    expect(result.message()).toContain(`The conversation of request 0:\n  ${question}\n`);
  });

  it("says why there is no conversation", () => {
    const body = { error: { type: "authentication_error", message: "invalid x-api-key" } };
    const refused = handMadeCall({ refused: { status: 401, body } });
    expect(toMatchConversation(refused, ["user: Hi"]).message()).toBe(
      "expected request 0 to have had this conversation\n\nNo model saw a request; the last one: 401 authentication_error: invalid x-api-key",
    );
    expect(toMatchConversation(handMadeFake([]), []).message()).toBe(
      "expected the fake to have had this conversation\n\nNo request came.",
    );
  });
});
