import { describe, expect, it } from "vitest";
import {
  bodyOf,
  formatOf,
  parse,
  refusal,
  refuseOpen,
  talk,
  version23,
  version26,
} from "../__fixtures__/make.js";
import { signThinking } from "../wire/signature.js";

const tool = (change: object = {}) => ({
  name: "f",
  input_schema: { type: "object" },
  ...change,
});

function without(name: string) {
  const { [name]: _removed, ...rest } = bodyOf();
  return rest;
}

describe("parseRequest in the open profile", () => {
  const refused: readonly (readonly [title: string, body: unknown, text: string])[] = [
    ["M019 a body without max_tokens", without("max_tokens"), "max_tokens: Field required"],
    ["M020 a body without model", without("model"), "model: Field required"],
    ["M021 a body without messages", without("messages"), "messages: Field required"],
    [
      "M022 an empty list of messages",
      bodyOf({ messages: [] }),
      "messages: at least one message is required",
    ],
    [
      "M023 a message without content",
      bodyOf({ messages: [{ role: "user" }] }),
      "messages.0.content: Field required",
    ],
    ["M027 a temperature over 1", bodyOf({ temperature: 1.5 }), "temperature: range: 0..1"],
    ["a top_p below 0", bodyOf({ top_p: -1 }), "top_p: range: 0..1"],
    [
      "M040 a thinking budget below 1024",
      bodyOf({ thinking: { type: "enabled", budget_tokens: 512 } }),
      "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    ],
    [
      "M040 a thinking budget that is not below max_tokens",
      bodyOf({ max_tokens: 1024, thinking: { type: "enabled", budget_tokens: 1024 } }),
      "`max_tokens` must be greater than `thinking.budget_tokens`.",
    ],
    [
      "M030 a limit of 0 in a stream",
      bodyOf({ max_tokens: 0, stream: true }),
      "max_tokens: 0 cannot be combined with `stream`",
    ],
    ["a list", [], "Input should be a valid dictionary"],
    ["null", null, "Input should be a valid dictionary"],
    ["a number for a name", bodyOf({ model: 1 }), "model: Input should be a valid string"],
    ["an empty name", bodyOf({ model: "" }), "model: String should have at least 1 character"],
    [
      "a negative limit",
      bodyOf({ max_tokens: -1 }),
      "max_tokens: Input should be greater than or equal to 0",
    ],
    [
      "a text for a limit",
      bodyOf({ max_tokens: "5" }),
      "max_tokens: Input should be a valid integer",
    ],
    [
      "a fraction as limit",
      bodyOf({ max_tokens: 1.5 }),
      "max_tokens: Input should be a valid integer, got a number with a fractional part",
    ],
    ["a text for stream", bodyOf({ stream: "yes" }), "stream: Input should be a valid boolean"],
    [
      "a number as content",
      talk(["user", 1]),
      "messages.0.content: Input should be a valid string or list",
    ],
    [
      "null as content",
      talk(["user", null]),
      "messages.0.content: Input should be a valid string or list",
    ],
    [
      "a text without text",
      talk(["user", [{ type: "text" }]]),
      "messages.0.content.0.text.text: Field required",
    ],
    [
      "a text that is a number",
      talk(["user", [{ type: "text", text: 1 }]]),
      "messages.0.content.0.text.text: Input should be a valid string",
    ],
    ["a block without a type", talk(["user", [{}]]), "messages.0.content.0.type: Field required"],
    [
      "null for a block",
      talk(["user", [null]]),
      "messages.0.content.0: Input should be a valid dictionary",
    ],
    [
      "null for a message",
      bodyOf({ messages: [null] }),
      "messages.0: Input should be a valid dictionary",
    ],
    [
      "a source without data",
      talk(["user", [{ type: "image", source: { type: "base64", media_type: "image/png" } }]]),
      "messages.0.content.0.image.source.base64.data: Field required",
    ],
    [
      "a bad block inside a tool result",
      talk([
        "user",
        [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: null }] }],
      ]),
      "messages.0.content.0.tool_result.content.0.text.text: Input should be a valid string",
    ],
    [
      "a tool without a schema",
      bodyOf({ tools: [{ name: "f" }] }),
      "tools.0.custom.input_schema: Field required",
    ],
    [
      "a forced tool without a name",
      bodyOf({ tools: [tool()], tool_choice: { type: "tool" } }),
      "tool_choice.tool.name: Field required",
    ],
    [
      "a form of output whose schema is a number",
      bodyOf({ output_config: { format: { type: "json_schema", schema: 5 } } }),
      "output_config.format.schema: Input should be a valid dictionary",
    ],
    [
      "the same under the older name",
      bodyOf({ output_format: { type: "json_schema", schema: 5 } }),
      "output_format.schema: Input should be a valid dictionary",
    ],
    [
      "a stop sequence that is a number",
      bodyOf({ stop_sequences: ["a", 1] }),
      "stop_sequences.1: Input should be a valid string",
    ],
    [
      "more messages than the size limits allow",
      bodyOf({ messages: Array.from({ length: 101 }, () => null) }),
      "messages: List should have at most 100 items after validation, not 101",
    ],
    [
      "more stop sequences than the size limits allow",
      bodyOf({ stop_sequences: Array.from({ length: 101 }, () => 0) }),
      "stop_sequences: List should have at most 100 items after validation, not 101",
    ],
    [
      "more blocks than the size limits allow",
      talk(["user", Array.from({ length: 51 }, () => null)]),
      "messages.0.content: List should have at most 50 items after validation, not 51",
    ],
    [
      "more blocks of all messages than the size limits allow",
      talk(
        ["user", "a"],
        ...Array.from({ length: 15 }, () => ["user", Array(47).fill(null)] as const),
      ),
      "messages: All messages together should have at most 700 blocks",
    ],
  ];
  for (const [title, body, text] of refused) {
    it(`${title} is refused`, () => expect(refuseOpen(body)).toBe(text));
  }

  const taken: readonly (readonly [title: string, body: unknown])[] = [
    ["M026 a temperature under the older version", bodyOf({ temperature: 0.5 })],
    [
      "M043 consecutive turns of one role",
      talk(["user", "a"], ["user", "b"], ["assistant", "c"], ["assistant", "d"], ["user", "e"]),
    ],
    ["an unknown role", talk(["critic", "hm"])],
    ["an unknown block", talk(["user", [{ type: "hologram", beam: 1 }]])],
    ["a block named after a member of Object", talk(["user", [{ type: "constructor" }]])],
    ["an unknown field", bodyOf({ brand_new: 1 })],
    [
      "null for optional members",
      bodyOf({ temperature: null, tools: null, thinking: null, system: null }),
    ],
    [
      "a server tool without a schema",
      bodyOf({ tools: [{ type: "web_search_20250305", name: "web_search" }] }),
    ],
    [
      "a tool with odd members and schemas",
      bodyOf({
        tools: [
          tool({
            input_schema: { type: "object", properties: { location: "bar" } },
            defer_loading: true,
          }),
        ],
      }),
    ],
    ["a limit of 0", bodyOf({ max_tokens: 0 })],
  ];
  for (const [title, body] of taken) {
    it(`${title} is accepted`, () => expect(refuseOpen(body)).toBeUndefined());
  }

  it("M040 does not limit the budget of interleaved thinking", () => {
    const head = { version: "2023-06-01", betas: ["interleaved-thinking-2025-05-14"] };
    const body = bodyOf({ thinking: { type: "enabled", budget_tokens: 2000 } });
    expect(refusal(() => parse(body, head))).toBeUndefined();
  });

  it("M109 accepts the body of a coding agent", () => {
    const body = bodyOf({
      max_tokens: 128_000,
      stream: true,
      system: [
        { type: "text", text: "x-anthropic-billing-header: a" },
        { type: "text", text: "s", cache_control: { type: "ephemeral" } },
      ],
      tools: [tool({ defer_loading: true }), tool({ name: "g", eager_input_streaming: true })],
      metadata: { user_id: '{"device":"d"}' },
      thinking: { type: "adaptive", display: "omitted" },
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      output_config: { effort: "high" },
      messages: [
        {
          role: "user",
          content: [{ type: "text", text: "hi", cache_control: { type: "ephemeral" } }],
        },
        { role: "system", content: "note", cache_control: { type: "ephemeral" } },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "toolu_1", name: "f", input: {}, caller: { type: "direct" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: "ok", is_error: false },
          ],
        },
      ],
    });
    expect(refuseOpen(body)).toBeUndefined();
  });

  it("M071 accepts a signature that this service made only if unaltered", () => {
    const signature = signThinking("");
    const said = (value: string) =>
      talk(
        ["user", "a"],
        [
          "assistant",
          [
            { type: "thinking", thinking: "", signature: value },
            { type: "text", text: "b" },
          ],
        ],
        ["user", "c"],
      );
    expect(refuseOpen(said(signature))).toBeUndefined();
    expect(refuseOpen(said("made by someone else"))).toBeUndefined();
    for (let index = 0; index < signature.length; index++) {
      const altered = `${signature.slice(0, index)}!${signature.slice(index + 1)}`;
      expect(refuseOpen(said(altered))).toBe(
        "messages.1.content.0: Invalid `signature` in `thinking` block",
      );
    }
    expect(refuseOpen(said(`${signature}x`))).toContain("Invalid `signature`");
  });
});

describe("the version of October 2026", () => {
  for (const [field, value] of [
    ["temperature", 1],
    ["top_p", 1],
    ["top_k", 5],
    ["temperature", 7],
  ] as const) {
    it(`M025 M028 refuses ${field} ${value}`, () => {
      expect(refuseOpen(bodyOf({ [field]: value }), version26)).toBe(
        `${field}: Extra inputs are not permitted`,
      );
    });
  }

  const document = {
    type: "document",
    source: { type: "text", media_type: "text/plain", data: "d" },
  };

  it("M058 refuses documents in assistant messages and names every place", () => {
    const body = talk(["user", "a"], ["assistant", [document, document]], ["user", "b"]);
    expect(refuseOpen(body, version26)).toBe(
      "messages.1.content.0, messages.1.content.1: `document` blocks are not permitted in assistant messages",
    );
    expect(refuseOpen(body, version23)).toBeUndefined();
    const nested = talk(["user", [{ type: "tool_result", tool_use_id: "a", content: [document] }]]);
    expect(refuseOpen(nested, version26)).toBeUndefined();
  });

  it("M059 refuses citations in the text of users, also inside tool results", () => {
    const cited = { type: "text", text: "x", citations: [{ type: "char_location" }] };
    const nested = { type: "tool_result", tool_use_id: "a", content: [cited] };
    expect(refuseOpen(talk(["user", [cited]]), version26)).toMatch(
      /^messages\.0\.content\.0\.text\.citations: /,
    );
    expect(refuseOpen(talk(["user", [nested]]), version26)).toMatch(
      /^messages\.0\.content\.0\.tool_result/,
    );
    expect(refuseOpen(talk(["user", [cited]]), version23)).toBeUndefined();
    expect(refuseOpen(talk(["user", "a"], ["assistant", [cited]]), version26)).toBeUndefined();
  });

  it("applies to the token counter too", () => {
    const count = (body: unknown) => refusal(() => formatOf().parseCountTokens?.(body, version26));
    expect(count(bodyOf({ temperature: 1 }))).toBe("temperature: Extra inputs are not permitted");
    expect(count(without("max_tokens"))).toBeUndefined();
  });
});
