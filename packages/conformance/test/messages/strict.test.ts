import { strict } from "@diglot/core/strict";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import {
  type AskOptions,
  ask,
  expectError,
  minimal,
  post,
  refuse,
  talk,
  versions,
} from "./helpers.js";

const tool = (change: object = {}) => ({ name: "f", input_schema: { type: "object" }, ...change });
const text = (value: string, change: object = {}) => ({ type: "text", text: value, ...change });
const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "ok" });
const cacheControl = { cache_control: { type: "ephemeral" } };
const marked = (count: number) =>
  talk(["user", Array.from({ length: count }, () => text("a", cacheControl))]);
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
const page = {
  type: "page_location",
  cited_text: "a",
  document_index: 0,
  start_page_number: 1,
  end_page_number: 2,
  file_id: null,
};
const image = (media_type: string) => ({
  type: "image",
  source: { type: "base64", media_type, data: "aGk=" },
});

const textUnanswered = (message: number, ids: string) =>
  `messages.${message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

describe.each(versions)("the strict profile under version %s", (version) => {
  const headers = { "anthropic-version": version };
  const inStrict: AskOptions = { headers, validation: strict };

  const refused: readonly (readonly [title: string, change: object, expected: string | RegExp])[] =
    [
      ["M024 an unknown field", { brand_new: 1 }, "brand_new: Extra inputs are not permitted"],
      [
        "M031 a blank stop sequence",
        { stop_sequences: ["\n"] },
        "stop_sequences: each stop sequence must contain non-whitespace",
      ],
      [
        "M032 two tools of one name",
        { tools: [tool(), tool()] },
        "tools: Tool names must be unique.",
      ],
      [
        "M033 a dot in the name of a tool",
        { tools: [tool({ name: "a.b" })] },
        "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
      ],
      [
        "M034 a name of 129 characters",
        { tools: [tool({ name: "a".repeat(129) })] },
        "tools.0.custom.name: String should have at most 128 characters",
      ],
      [
        "M035 a tool of type function",
        { tools: [{ type: "function", function: { name: "f" } }] },
        /^tools\.0: Input tag 'function' found using 'type' does not match any of the expected tags: .*'custom'/,
      ],
      [
        "M036 an extra member of a tool",
        { tools: [tool({ extra: 1 })] },
        "tools.0.custom.extra: Extra inputs are not permitted",
      ],
      [
        "M037 five blocks with cache control",
        marked(5),
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
      ],
      [
        "M037 four blocks with cache control and one for the whole request",
        { ...marked(4), ...cacheControl },
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
      ],
      [
        "M038 a scope in cache control",
        { system: [text("a", { cache_control: { type: "ephemeral", scope: "global" } })] },
        "system.0.cache_control.ephemeral.scope: Extra inputs are not permitted",
      ],
      [
        "M039 an image of type image/bmp",
        talk(["user", [text("a"), image("image/bmp")]]),
        "messages.0.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
      ],
      [
        "M044 a first message of the assistant",
        talk(["assistant", "a"], ["user", "b"]),
        'messages: first message must use the "user" role',
      ],
      [
        "M046 a prefill that ends in a space",
        talk(["user", "a"], ["assistant", "Say: "]),
        "messages: final assistant content cannot end with trailing whitespace",
      ],
      [
        "M047 an empty content",
        talk(["user", ""]),
        "messages.0: user messages must have non-empty content",
      ],
      [
        "M047 an empty list of blocks",
        talk(["user", []]),
        "messages.0: user messages must have non-empty content",
      ],
      [
        "M047 a blank text block",
        talk(["user", [text("  ")]]),
        "messages: text content blocks must contain non-whitespace text",
      ],
      [
        "M048 a system turn at the beginning",
        talk(["system", "s"], ["user", "a"]),
        /use the top-level 'system' parameter/,
      ],
      [
        "M050 a system turn between two of the user",
        talk(["user", "a"], ["system", "s"], ["user", "b"]),
        /must precede an 'assistant' message/,
      ],
      [
        "M051 a system turn after text of the assistant",
        talk(["user", "a"], ["assistant", "b"], ["system", "s"]),
        /^messages\.2: /,
      ],
      [
        "M053 calls without their results",
        {
          tools: [tool()],
          ...talk(["user", "a"], ["assistant", [use("t1"), use("t2")]], ["user", "b"]),
        },
        textUnanswered(1, "t1, t2"),
      ],
      [
        "M054 text before the result",
        {
          tools: [tool()],
          ...talk(["user", "a"], ["assistant", [use("t1")]], ["user", [text("b"), result("t1")]]),
        },
        textUnanswered(1, "t1"),
      ],
      [
        "M055 a result of no call",
        {
          tools: [tool()],
          ...talk(
            ["user", "a"],
            ["assistant", [use("t1")]],
            ["user", [result("t1"), result("t2")]],
          ),
        },
        "messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: t2. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      ],
      [
        "M057 a colon in the id of a call",
        {
          tools: [tool()],
          ...talk(["user", "a"], ["assistant", [use("a:b")]], ["user", [result("a:b")]]),
        },
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
      ],
      [
        "M060 a citation without its title",
        talk(["user", "a"], ["assistant", [text("b", { citations: [page] })]], ["user", "c"]),
        /^messages\.1\.content\.0\.text\.citations\.0\.page_location\.document_title: Field required$/,
      ],
    ];
  it.each(refused)("%s is refused", async (_title, change, expected) => {
    for (const stream of [false, true]) {
      const message = await refuse({ ...change, stream }, inStrict);
      if (typeof expected === "string") expect(message).toBe(expected);
      else expect(message).toMatch(expected);
    }
  });

  it.each(refused)("%s is left to the model in the open profile", async (_title, change) => {
    await ask(["x"], change, { headers });
  });

  const taken: readonly (readonly [title: string, change: object])[] = [
    ["M034 a name of 128 characters", { tools: [tool({ name: "a".repeat(128) })] }],
    ["M037 four blocks with cache control", marked(4)],
    ["M039 an image of type image/webp", talk(["user", [image("image/webp")]])],
    ["M043 turns of one role in a row", talk(["user", "a"], ["user", "b"])],
    ["M049 a system turn at the end", talk(["user", "a"], ["system", "s"])],
    [
      "M051 a system turn after the result of a server tool",
      talk(["user", "a"], ["assistant", [search, found]], ["system", "s"]),
    ],
    [
      "M054 text after the result",
      {
        tools: [tool()],
        ...talk(["user", "a"], ["assistant", [use("t1")]], ["user", [result("t1"), text("b")]]),
      },
    ],
    [
      "M060 a citation whose title is null",
      talk(
        ["user", "a"],
        ["assistant", [text("b", { citations: [{ ...page, document_title: null }] })]],
        ["user", "c"],
      ),
    ],
  ];
  it.each(taken)("%s is taken", async (_title, change) => {
    await ask(["x"], change, inStrict);
  });

  it("M009 M010 refuses betas that it does not know, and empty ones", async () => {
    const beta = (value: string) => ({
      headers: { ...headers, "anthropic-beta": value },
      validation: strict,
    });
    expect(await refuse({}, beta("nope-2020-01-01"))).toMatch(
      /^Unexpected value\(s\) `nope-2020-01-01` for the `anthropic-beta` header\./,
    );
    expect(await refuse({}, beta(""))).toContain("`anthropic-beta` header");
    await ask(["x"], {}, beta("files-api-2025-04-14, context-1m-2025-08-07"));
    await ask(["x"], {}, { headers: { ...headers, "anthropic-beta": "nope-2020-01-01" } });
  });

  it("M015 refuses halves of characters as broken JSON", async () => {
    const body = JSON.stringify({ ...minimal, ...talk(["user", "a\ud83d"]) });
    const response = await post(serviceOf(["x"], { validation: strict }).service, body, {
      headers,
    });
    const { error } = await expectError(response, 400, "invalid_request_error");
    expect(error.message).toMatch(/^The request body is not valid JSON/);
    expect((await post(serviceOf(["x"]).service, body, { headers })).status).toBe(200);
  });

  it("M073 refuses a limit for the token counter", async () => {
    const path = "/v1/messages/count_tokens";
    expect(await refuse({}, { ...inStrict, path })).toBe(
      "max_tokens: Extra inputs are not permitted",
    );
    const open = await post(serviceOf(["x"]).service, minimal, { headers, path });
    expect(open.status).toBe(200);
  });

  it("M110 refuses browsers that did not opt in", async () => {
    const { service } = serviceOf(["x"], { validation: strict });
    const from = { ...headers, origin: "https://example.com" };
    const response = await post(service, minimal, { headers: from });
    const { error } = await expectError(response, 401, "authentication_error");
    expect(error.message).toBe(
      "CORS requests must set 'anthropic-dangerous-direct-browser-access' header",
    );
    const optedIn = { ...from, "anthropic-dangerous-direct-browser-access": "true" };
    expect((await post(service, minimal, { headers: optedIn })).status).toBe(200);
  });
});
