import { describe, expect, it } from "vitest";
import { withoutPlaces } from "../../../../test/places.js";
import type { Conversation } from "../../../conversation/conversation.js";
import { runAtOnce } from "../../../runtime/steps.js";
import { bodyOf, openSettings } from "../__fixtures__/make.js";
import { validateRequest } from "../validate/body.js";
import { parseConversation, toParsedRequest } from "./body.js";
import { parseDataUrl, toMediaSource } from "./data-url.js";

const parseWithPlaces = (change: object) =>
  runAtOnce(parseConversation(validateRequest(bodyOf({ ...change }), openSettings)));
const parse = (change: object) => withoutPlaces(parseWithPlaces(change)) as Conversation;
const parseUser = (...content: object[]) =>
  parse({ messages: [{ role: "user", content }] }).turns[0]?.blocks;
const callOf = (id: string) => ({
  id,
  type: "function",
  function: { name: "f", arguments: '{"a":1}' },
});
const tool = (name: string) => ({ type: "function", function: { name } });

describe("parseConversation", () => {
  it("C002 reads nulls as absent", () => {
    const nulls = { stop: null, tools: null, temperature: null, seed: null, store: null, x: null };
    expect(parse(nulls)).toEqual(parse({}));
  });

  it("C003 C004 reads text parts like strings, in their order", () => {
    expect(parseUser({ type: "text", text: "hi" })).toEqual(parse({}).turns[0]?.blocks);
    expect(parseUser({ type: "text", text: "a" }, { type: "text", text: "b" })).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
  });

  it("C005 C006 reads leading instructions as system and leaves later ones in their place", () => {
    const conversation = parse({
      messages: [
        { role: "system", content: "a" },
        { role: "developer", content: [{ type: "text", text: "b" }] },
        { role: "user", content: "c" },
        { role: "developer", content: "d" },
      ],
    });
    expect(conversation.system).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(conversation.turns).toEqual([
      { role: "user", blocks: [{ type: "text", text: "c" }] },
      { role: "system", blocks: [{ type: "text", text: "d" }] },
    ]);
  });

  it("reads a conversation that contains only instructions", () => {
    const conversation = parse({ messages: [{ role: "developer", content: "a" }] });
    expect(conversation).toMatchObject({ system: [{ text: "a" }], turns: [] });
  });

  it("C009 keeps the name of an author", () => {
    const messages = [{ role: "user", name: "bob", content: "hi" }];
    expect(parse({ messages }).turns[0]?.name).toBe("bob");
  });

  it("C010 reads images as bytes or as addresses", () => {
    const image = (url: string) => ({ type: "image_url", image_url: { url, detail: "original" } });
    expect(parseUser(image("DATA:image/PNG;name=a;BASE64,AA=="), image("http://x/y.png"))).toEqual([
      {
        type: "image",
        source: { type: "base64", mediaType: "image/png", data: "AA==" },
        detail: "original",
      },
      { type: "image", source: { type: "url", url: "http://x/y.png" }, detail: "original" },
    ]);
  });

  it("C012 reads files as documents", () => {
    const data = "data:application/pdf;base64,AA==";
    expect(parseUser({ type: "file", file: { file_data: data, filename: "a.pdf" } })).toEqual([
      {
        type: "document",
        source: { type: "base64", mediaType: "application/pdf", data: "AA==" },
        title: "a.pdf",
      },
    ]);
    expect(
      parseUser({ type: "file", file: { file_data: "AA==", filename: "A.PDF" } }),
    ).toMatchObject([{ source: { mediaType: "application/pdf" } }]);
    expect(parseUser({ type: "file", file: { file_id: "file-1" } })).toEqual([
      { type: "document", source: { type: "file", fileId: "file-1" } },
    ]);
  });

  it("C013 reads audio", () => {
    const input_audio = { data: "AA==", format: "wav" };
    expect(parseUser({ type: "input_audio", input_audio })).toEqual([
      { type: "audio", encoding: "wav", data: "AA==" },
    ]);
  });

  it("C014 reads refusals of the history, as parts and as members", () => {
    const messages = [
      { role: "assistant", content: [{ type: "refusal", refusal: "no" }] },
      { role: "assistant", content: null, refusal: "never" },
    ];
    expect(parse({ messages }).turns.map(({ blocks }) => blocks)).toEqual([
      [{ type: "refusal", text: "no" }],
      [{ type: "refusal", text: "never" }],
    ]);
  });

  it("C015 prefers the newer name of the limit", () => {
    const limit = (change: object) =>
      toParsedRequest(validateRequest(bodyOf({ ...change }), openSettings)).maxTokens;
    expect(limit({ max_tokens: 5 })).toBe(5);
    expect(limit({ max_completion_tokens: 6 })).toBe(6);
    expect(limit({ max_tokens: 5, max_completion_tokens: 6 })).toBe(6);
    expect(limit({})).toBeUndefined();
  });

  it("C036 offers only the allowed tools", () => {
    const tool_choice = {
      type: "allowed_tools",
      allowed_tools: { mode: "auto", tools: [tool("b")] },
    };
    const conversation = parse({ tools: [tool("a"), tool("b")], tool_choice });
    expect(conversation.tools).toMatchObject([{ name: "b" }]);
    expect(conversation.toolChoice).toEqual({ type: "auto" });
  });

  it("C040 C043 C048 gathers results in a row into one user turn and keeps the next message apart", () => {
    const { turns } = parse({
      messages: [
        { role: "assistant", content: "", tool_calls: [callOf("c1"), callOf("c2")] },
        { role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "2" }], name: "f" },
        { role: "tool", tool_call_id: "c1", content: "" },
        { role: "user", content: "go on" },
      ],
    });
    expect(turns).toEqual([
      {
        role: "assistant",
        blocks: ["c1", "c2"].map((id) => ({
          type: "tool_call",
          id,
          name: "f",
          arguments: '{"a":1}',
        })),
      },
      {
        role: "user",
        blocks: [
          {
            type: "tool_result",
            callId: "c2",
            content: [{ type: "text", text: "2" }],
            isError: false,
            extra: { name: "f" },
          },
          { type: "tool_result", callId: "c1", content: [], isError: false },
        ],
      },
      { role: "user", blocks: [{ type: "text", text: "go on" }] },
    ]);
  });

  it("C029 keeps the reasoning of the history", () => {
    const messages = [{ role: "assistant", content: "a", reasoning_content: "t", reasoning: "r" }];
    expect(parse({ messages }).turns).toEqual([
      {
        role: "assistant",
        blocks: [
          { type: "thinking", text: "t" },
          { type: "text", text: "a" },
        ],
        extra: { reasoning: "r" },
      },
    ]);
  });

  const signed = { type: "thinking", text: " t\n", signature: "s" };
  const redacted = { type: "redacted_thinking", data: "x" };
  it.each([
    {
      reasoning_details: [
        { type: "reasoning.text", index: 0, text: " t\n", signature: "s", format: "anthropic-v1" },
        { type: "reasoning.encrypted", index: 1, data: "x" },
      ],
    },
    {
      thinking_blocks: [
        { type: "thinking", thinking: " t\n", signature: "s" },
        { type: "redacted_thinking", data: "x" },
      ],
    },
  ])("T157 T158 reads complete reasoning with its proof from %j, before the text", (carrier) => {
    const message = { role: "assistant", content: "a", reasoning_content: "plain", ...carrier };
    const [turn] = parse({ messages: [message] }).turns;
    expect(turn?.blocks).toEqual([signed, redacted, { type: "text", text: "a" }]);
    expect(turn?.extra).toEqual({ reasoning_content: "plain" });
  });

  it("T157 reads reasoning among the parts of the content", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "thinking", thinking: " t\n", signature: "s" },
      { type: "redacted_thinking", data: "x" },
    ];
    const [turn] = parse({ messages: [{ role: "assistant", content }] }).turns;
    expect(turn?.blocks).toEqual([signed, redacted, { type: "text", text: "a" }]);
  });

  it("puts reasoning at its place among the blocks of its reply", () => {
    const reasoning_details = [
      { type: "reasoning.text", text: "1", signature: "s", position: 0 },
      { type: "reasoning.text", text: "2", signature: "s", position: 2 },
      { type: "reasoning.text", text: "3", signature: "s", position: 9 },
    ];
    const tool_calls = [callOf("c1"), callOf("c2")];
    const message = { role: "assistant", content: "a", reasoning_details, tool_calls };
    const blocks = parse({ messages: [message] }).turns[0]?.blocks ?? [];
    expect(blocks.map((block) => ("text" in block ? block.text : block.type))).toEqual([
      "1",
      "a",
      "2",
      "tool_call",
      "3",
      "tool_call",
    ]);
  });

  it("ignores the proof of another service, and leaves unknown entries unread", () => {
    const foreign = { type: "reasoning.text", text: "t", signature: "s", format: "other-v1" };
    const unknown = { type: "reasoning.hologram", beam: 1 };
    const turnOf = (...reasoning_details: object[]) =>
      parse({ messages: [{ role: "assistant", content: "a", reasoning_details }] }).turns[0];
    expect(turnOf(foreign)?.blocks[0]).toEqual({ type: "thinking", text: "t" });
    expect(turnOf(unknown)).toMatchObject({
      blocks: [{ type: "text" }],
      extra: { reasoning_details: [unknown] },
    });
  });

  it("records the place of each value in the body", () => {
    const conversation = parseWithPlaces({
      messages: [
        { role: "system", name: "s", content: "a" },
        { role: "user", content: [{ type: "text", text: "b" }] },
        { role: "assistant", reasoning_content: "t", content: "c", tool_calls: [callOf("1")] },
        { role: "tool", tool_call_id: "1", content: "d" },
      ],
      tools: [tool("a"), tool("b")],
      tool_choice: { type: "allowed_tools", allowed_tools: { mode: "auto", tools: [tool("b")] } },
      max_tokens: 5,
      reasoning: { max_tokens: 2000 },
    });
    expect(conversation).toMatchObject({
      system: [{ at: "/messages/0/content", places: { name: "/messages/0/name" } }],
      turns: [
        { at: "/messages/1", blocks: [{ at: "/messages/1/content/0" }] },
        {
          at: "/messages/2",
          blocks: [
            { at: "/messages/2/reasoning_content" },
            { at: "/messages/2/content" },
            {
              at: "/messages/2/tool_calls/0",
              places: { arguments: "function/arguments" },
            },
          ],
        },
        {
          at: "/messages/3",
          blocks: [{ at: "/messages/3", content: [{ at: "/messages/3/content" }] }],
        },
      ],
      tools: [{ at: "/tools/1", places: { strict: "function/strict" } }],
      places: { maxTokens: "/max_tokens", "reasoning.budgetTokens": "/reasoning/max_tokens" },
    });
  });

  it.each([
    [{ reasoning_effort: "low" }, { effort: "low" }],
    [{ reasoning: { effort: "high", exclude: true } }, { effort: "high", display: "omitted" }],
    [{ reasoning: { max_tokens: 2000 } }, { budgetTokens: 2000 }],
    [{ reasoning: { enabled: true, max_tokens: 2000 } }, { mode: "enabled", budgetTokens: 2000 }],
    [{ reasoning: { enabled: true } }, { mode: "adaptive" }],
    [{ reasoning: { enabled: false } }, { mode: "disabled" }],
    [
      { thinking: { type: "enabled", budget_tokens: 3000, display: "omitted" } },
      { mode: "enabled", budgetTokens: 3000, display: "omitted" },
    ],
  ])("reads %j", (change, expected) => {
    expect(parse(change)).toMatchObject({ reasoning: expected, extensions: {} });
  });

  it("keeps the value that another name overrides, and unknown members", () => {
    const change = {
      max_completion_tokens: 6,
      max_tokens: 5,
      safety_identifier: "a",
      user: "b",
      reasoning_effort: "low",
      reasoning: { effort: "high", depth: 1 },
      response_format: { type: "json_object", mood: "calm" },
      stream_options: { include_usage: true, pace: 1 },
    };
    expect(parse(change).extensions).toEqual({
      max_tokens: 5,
      user: "b",
      reasoning: { effort: "high", depth: 1 },
      response_format: { mood: "calm" },
      stream_options: { pace: 1 },
    });
    const equal = { max_completion_tokens: 6, max_tokens: 6, safety_identifier: "a", user: "a" };
    expect(parse(equal).extensions).toEqual({});
  });

  it("reads whether a tool failed from the only member that says so", () => {
    const messages = [
      { role: "assistant", tool_calls: [callOf("1"), callOf("2")] },
      { role: "tool", tool_call_id: "1", content: '{"error":"none"}' },
      { role: "tool", tool_call_id: "2", content: "no", is_error: true },
    ];
    expect(parse({ messages }).turns[1]?.blocks).toMatchObject([
      { isError: false },
      { isError: true },
    ]);
  });

  it("keeps empty reasoning beside a call, which some services require", () => {
    const messages = [{ role: "assistant", reasoning_content: "", tool_calls: [callOf("c1")] }];
    expect(parse({ messages }).turns[0]?.extra).toEqual({ reasoning_content: "" });
  });

  it("keeps what it cannot read in parts of unknown roles, which are not validated", () => {
    const content = [
      ...[{}, null, "x", { url: 5 }].map((image_url) => ({ type: "image_url", image_url })),
      ...[{}, 1, { data: "AA==" }].map((input_audio) => ({ type: "input_audio", input_audio })),
      ...[{}, [], { file_data: 1 }].map((file) => ({ type: "file", file })),
      { type: "text", text: 5 },
    ];
    const [turn] = parse({ messages: [{ role: "moderator", content }] }).turns;
    expect(turn?.blocks).toEqual(
      content.map((value) => ({ type: "native", format: "chat-completions", value })),
    );
  });

  it("leaves cache control unread whose lifetime is no text", () => {
    const cache_control = { type: "ephemeral", ttl: { toString: 1 } };
    const [block] = parseUser({ type: "text", text: "a", cache_control }) ?? [];
    expect(block).toEqual({ type: "text", text: "a", extra: { cache_control } });
  });

  it("keeps unknown parts, roles, and members of parts, calls and tools", () => {
    const part = { type: "video_url", video_url: { url: "x" } };
    const signed = { ...callOf("c1"), extra_content: { google: { thought_signature: "s" } } };
    const conversation = parse({
      messages: [
        { role: "user", content: [part, { type: "text", text: "a", tag: 1 }], priority: 2 },
        { role: "assistant", tool_calls: [signed] },
        { role: "moderator", content: 5 },
      ],
      tools: [
        { type: "web_search", depth: 3 },
        { ...tool("f"), deferred: true },
      ],
    });
    expect(conversation.turns).toMatchObject([
      {
        blocks: [
          { type: "native", format: "chat-completions", value: part },
          { type: "text", extra: { tag: 1 } },
        ],
        extra: { priority: 2 },
      },
      { blocks: [{ type: "tool_call", extra: { extra_content: signed.extra_content } }] },
      { role: "moderator", blocks: [], extra: { content: 5 } },
    ]);
    expect(conversation.tools).toMatchObject([
      { type: "native", value: { type: "web_search", depth: 3 } },
      { type: "function", name: "f", extra: { deferred: true } },
    ]);
  });

  it("keeps cache control", () => {
    const cacheControl = { mode: "explicit", ttl: "30m" };
    const other = { type: "ephemeral" };
    expect(
      parseUser(
        { type: "text", text: "a", prompt_cache_breakpoint: cacheControl },
        { type: "text", text: "b", cache_control: other },
      ),
    ).toEqual([
      { type: "text", text: "a", cache: { type: "ephemeral", ttl: "30m" } },
      { type: "text", text: "b", cache: other },
    ]);
    const messages = [{ role: "user", content: "a", cache_control: other }];
    expect(parse({ messages }).turns[0]?.blocks).toMatchObject([{ cache: other }]);
    expect(parse({ cache_control: other })).toMatchObject({ cache: other, extensions: {} });
    const breakpoint = { type: "text", text: "a", prompt_cache_breakpoint: { mode: "explicit" } };
    const timed = {
      messages: [{ role: "user", content: [breakpoint] }],
      prompt_cache_options: { ttl: "30m" },
    };
    expect(parse(timed).turns[0]?.blocks).toMatchObject([{ cache: { ttl: "30m" } }]);
  });

  it("reads tools, with an empty object for missing parameters", () => {
    const parameters = { type: "object", properties: { q: { type: "string" } } };
    const tools = [
      tool("a"),
      { type: "function", function: { name: "b", parameters, strict: true } },
    ];
    expect(parse({ tools }).tools).toEqual([
      { type: "function", name: "a", parameters: { type: "object", properties: {} } },
      { type: "function", name: "b", parameters, strict: true },
    ]);
  });

  it.each([
    ["auto", { type: "auto" }],
    ["none", { type: "none" }],
    ["required", { type: "any" }],
    [tool("f"), { type: "tool", name: "f" }],
    [
      { type: "custom", custom: { name: "g" } },
      { type: "tool", name: "g" },
    ],
    [{ type: "mcp" }, { type: "native", format: "chat-completions", value: { type: "mcp" } }],
  ])("reads the tool choice %j", (tool_choice, expected) => {
    expect(parse({ tool_choice }).toolChoice).toEqual(expected);
  });

  it("C049 reads functions as tools, with the choice of one, where there are no tools", () => {
    const functions = [{ name: "f", tag: 1 }];
    const function_call = { name: "f", mood: "calm" };
    expect(parse({ functions, function_call, tool_choice: "none" })).toMatchObject({
      tools: [{ type: "function", name: "f", extra: { tag: 1 } }],
      toolChoice: { type: "tool", name: "f" },
      parallelToolCalls: false,
      extensions: { function_call: { mood: "calm" }, tool_choice: "none" },
    });
    expect(parse({ functions, tool_choice: "none", parallel_tool_calls: true })).toMatchObject({
      toolChoice: { type: "none" },
      parallelToolCalls: true,
      extensions: {},
    });
  });

  it("C049 leaves functions beside tools, and a choice without functions, unread", () => {
    const change = { functions: [{ name: "f" }], tools: [tool("g")], function_call: "none" };
    expect(parse(change)).toMatchObject({
      tools: [{ name: "g" }],
      extensions: { functions: [{ name: "f" }], function_call: "none" },
    });
    expect(parse({ function_call: { name: "f" } })).toMatchObject({
      toolChoice: undefined,
      extensions: { function_call: { name: "f" } },
    });
  });

  it("C049 reads the call of a function, and its result only right after it", () => {
    const call = { name: "f", arguments: "{}", tag: 1 };
    const messages = [
      { role: "assistant", content: "a", function_call: call },
      { role: "function", name: "g", content: null },
      { role: "function", name: "f", content: "b" },
    ];
    expect(parse({ messages }).turns).toEqual([
      {
        role: "assistant",
        blocks: [
          { type: "text", text: "a" },
          {
            type: "tool_call",
            id: "function_call_0",
            name: "f",
            arguments: "{}",
            extra: { tag: 1 },
          },
        ],
      },
      {
        role: "user",
        blocks: [
          {
            ...{ type: "tool_result", callId: "function_call_0", content: [], isError: false },
            extra: { name: "g" },
          },
        ],
      },
      { role: "function", name: "f", blocks: [{ type: "text", text: "b" }] },
    ]);
  });

  it.each([
    [{ type: "text" }, { type: "text" }],
    [{ type: "json_object" }, { type: "json" }],
    [
      { type: "json_object", schema: { type: "object" } },
      { type: "json_schema", schema: { type: "object" } },
    ],
    [
      { type: "json_schema", json_schema: { name: "a", schema: { type: "object" }, strict: true } },
      { type: "json_schema", name: "a", schema: { type: "object" }, strict: true },
    ],
  ])("reads the response format %j", (response_format, expected) => {
    expect(parse({ response_format }).output).toEqual(expected);
  });

  it("reads parameters into their neutral fields and everything else into the extensions", () => {
    const hints = { metadata: { a: "b" }, store: true, verbosity: "low", min_p: 0.1 };
    const places = {
      temperature: 0.5,
      top_p: 0.4,
      top_k: 3,
      seed: 7,
      stop: "x",
      n: 2,
      reasoning_effort: "low",
      user: "u",
      parallel_tool_calls: false,
    };
    expect(parse({ ...hints, ...places, stream: true, stream_options: {} })).toMatchObject({
      temperature: 0.5,
      topP: 0.4,
      topK: 3,
      seed: 7,
      stopSequences: ["x"],
      choices: 2,
      reasoning: { effort: "low" },
      userId: "u",
      parallelToolCalls: false,
    });
    expect(parse({ ...hints, ...places, stream: true, stream_options: {} }).extensions).toEqual(
      hints,
    );
  });

  it("changes no prototype, whatever the members are called", () => {
    const body = JSON.parse(
      '{"model":"echo","__proto__":{"a":1},"constructor":1,"messages":[{"role":"user","__proto__":{"b":1},"content":[{"type":"text","text":"x","__proto__":{"c":1}}]}]}',
    );
    const conversation = runAtOnce(parseConversation(validateRequest(body, openSettings)));
    const { extensions, turns } = withoutPlaces(conversation) as Conversation;
    expect(Object.getPrototypeOf(extensions)).toBe(Object.prototype);
    expect(Object.keys(extensions)).toEqual(["constructor"]);
    expect(turns).toEqual([{ role: "user", blocks: [{ type: "text", text: "x" }] }]);
  });
});

describe("toParsedRequest", () => {
  it("reads the conversation once, on first use", () => {
    const request = toParsedRequest(validateRequest(bodyOf(), openSettings));
    expect(request.conversation()).toBe(request.conversation());
    expect(request.stream).toBe(false);
  });
});

describe("parseDataUrl", () => {
  it.each([
    ["data:,a%20b", { type: "text", mediaType: "text/plain", data: "a b" }],
    [
      "data:image/svg+xml;utf8,<svg>%",
      { type: "text", mediaType: "image/svg+xml", data: "<svg>%" },
    ],
    ["data:image/png,%89PNGé", { type: "base64", mediaType: "image/png", data: "iVBOR8Op" }],
    ["data:image/png;base64,A%2BA=\n=", { type: "base64", mediaType: "image/png", data: "A+A==" }],
  ])("reads %j", (url, expected) => {
    expect(parseDataUrl(url)).toEqual(expected);
  });

  it("treats anything else as an address", () => {
    expect(parseDataUrl("data:image/png")).toBeUndefined();
    expect(toMediaSource("file:///etc/passwd")).toEqual({ type: "url", url: "file:///etc/passwd" });
  });
});
