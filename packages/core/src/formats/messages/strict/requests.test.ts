import { describe, expect, it } from "vitest";
import { strict } from "../../strict.js";
import {
  bodyOf,
  formatOf,
  refusal,
  refuseOpen,
  refuseStrict,
  talk,
  type Validation,
  version23,
} from "../__fixtures__/make.js";

const tool = (change: object = {}) => ({ name: "f", input_schema: { type: "object" }, ...change });
const text = (value: string, change: object = {}) => ({ type: "text", text: value, ...change });
const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "ok" });
const cacheControl = (change: object = {}) => ({ cache_control: { type: "ephemeral", ...change } });
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
const image = (source: object, change: object = {}) => ({ type: "image", source, ...change });
const png = (data = "aGk=") => image({ type: "base64", media_type: "image/png", data });
const consult =
  "Please consult our documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking";
const document = (source: object) => ({ type: "document", source });
const schema = (change: object) => ({
  output_config: { format: { type: "json_schema", schema: change } },
});
const closed = (properties: object, change: object = {}) => ({
  type: "object",
  properties,
  additionalProperties: false,
  required: Object.keys(properties),
  ...change,
});
const many = (count: number, value: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value]));
const waiting = (
  ...turns: readonly (readonly [role: string, content: unknown])[]
): Record<string, unknown> => ({
  ...talk(...turns),
  max_tokens: 4000,
  thinking: { type: "enabled", budget_tokens: 2000 },
});
const reasoning = { type: "thinking", thinking: "hm", signature: "c2ln" };
const source = { type: "search_result", source: "s", title: "t", content: [text("a")] };
const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };

describe("the strict profile", () => {
  const refused: readonly (readonly [title: string, body: unknown, text: string | RegExp])[] = [
    ["M015 a lone surrogate", talk(["user", "\ud83d"]), /^The request body is not valid JSON/],
    [
      "M024 an unknown field",
      bodyOf({ brand_new: 1 }),
      "brand_new: Extra inputs are not permitted",
    ],
    [
      "M024 a beta field without its beta",
      bodyOf({ context_management: {} }),
      "context_management: Extra inputs are not permitted",
    ],
    [
      "an unknown field of a message",
      bodyOf({ messages: [{ role: "user", content: "a", output_config: {} }] }),
      "messages.0.output_config: Extra inputs are not permitted",
    ],
    [
      "M031 a blank stop sequence",
      bodyOf({ stop_sequences: ["\n"] }),
      "stop_sequences: each stop sequence must contain non-whitespace",
    ],
    [
      "M031 a blank stop sequence in a stream",
      bodyOf({ stream: true, stop_sequences: ["\n"] }),
      /non-whitespace/,
    ],
    [
      "M032 two tools with the same name",
      bodyOf({ tools: [tool(), tool()] }),
      "tools: Tool names must be unique.",
    ],
    [
      "M033 a dot in a tool's name",
      bodyOf({ tools: [tool({ name: "a.b" })] }),
      "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ],
    [
      "M034 a tool's name of 129 characters",
      bodyOf({ tools: [tool({ name: "a".repeat(129) })] }),
      "tools.0.custom.name: String should have at most 128 characters",
    ],
    [
      "M035 a tool of type function",
      bodyOf({ tools: [{ type: "function", function: {} }] }),
      /^tools\.0: Input tag 'function' found using 'type' does not match any of the expected tags: 'bash_20250124', .*'custom', /,
    ],
    [
      "M036 an extra field of a tool",
      bodyOf({ tools: [tool({ x: 1 })] }),
      "tools.0.custom.x: Extra inputs are not permitted",
    ],
    [
      "a schema of another type than object",
      bodyOf({ tools: [tool({ input_schema: { type: "string" } })] }),
      "tools.0.custom.input_schema.type: Input should be 'object'",
    ],
    [
      "another name for a tool with a fixed name",
      bodyOf({ tools: [{ type: "text_editor_20250124", name: "edit" }] }),
      "tools.0.text_editor_20250124.name: Input should be 'str_replace_editor'",
    ],
    [
      "tools that are all deferred",
      bodyOf({ tools: [tool({ defer_loading: true })] }),
      /^All tools have defer_loading: true/,
    ],
    [
      "M037 five cache controls",
      talk(["user", Array.from({ length: 5 }, () => text("a", cacheControl()))]),
      "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ],
    [
      "M037 four cache controls and one for the whole request",
      {
        ...talk(["user", Array.from({ length: 4 }, () => text("a", cacheControl()))]),
        ...cacheControl(),
      },
      /Found 5\.$/,
    ],
    [
      "M038 a scope in cache control",
      bodyOf({ system: [text("s", cacheControl({ scope: "x" }))] }),
      "system.0.cache_control.ephemeral.scope: Extra inputs are not permitted",
    ],
    [
      "cache control on an empty text",
      talk(["user", [text("a"), text("", cacheControl())]]),
      "messages.0.content.1.text: cache_control cannot be set for empty text blocks",
    ],
    [
      "a long lifetime after a short one",
      talk(["user", [text("a", cacheControl()), text("b", cacheControl({ ttl: "1h" }))]]),
      /must not come after/,
    ],
    [
      "a long lifetime for the whole request after a short one",
      { ...talk(["user", [text("a", cacheControl()), text("b")]]), ...cacheControl({ ttl: "1h" }) },
      /^cache_control\.ttl: .* must not come after/,
    ],
    [
      "M039 a bitmap",
      talk([
        "user",
        [
          text("a"),
          { type: "image", source: { type: "base64", media_type: "image/bmp", data: "" } },
        ],
      ]),
      "messages.0.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    ],
    [
      "an unknown block",
      talk(["user", [{ type: "hologram" }]]),
      /^messages\.0\.content\.0: Input tag 'hologram' found using 'type'/,
    ],
    [
      "M044 a first message of the assistant",
      talk(["assistant", "a"], ["user", "b"]),
      'messages: first message must use the "user" role',
    ],
    [
      "M046 a prefill that ends in white space",
      talk(["user", "a"], ["assistant", "Say: "]),
      "messages: final assistant content cannot end with trailing whitespace",
    ],
    [
      "M047 empty content",
      talk(["user", ""]),
      "messages.0: user messages must have non-empty content",
    ],
    [
      "M047 a list of no blocks",
      talk(["user", []]),
      "messages.0: user messages must have non-empty content",
    ],
    [
      "M047 a blank text",
      talk(["user", [text("  ")]]),
      "messages: text content blocks must contain non-whitespace text",
    ],
    [
      "M047 blank texts alone",
      talk(["user", [text(" "), text("\n")]]),
      "messages: text content blocks must contain non-whitespace text",
    ],
    [
      "M047 an empty text beside another",
      talk(["user", [text("a"), text("")]]),
      "messages: text content blocks must be non-empty",
    ],
    [
      "M047 an empty text",
      talk(["user", [text("")]]),
      "messages: text content blocks must be non-empty",
    ],
    [
      "M048 a system message at the start",
      talk(["system", "s"], ["user", "a"]),
      /use the top-level 'system' parameter/,
    ],
    [
      "M050 a system message between two user messages",
      talk(["user", "a"], ["system", "s"], ["user", "b"]),
      /must precede an 'assistant' message/,
    ],
    [
      "M051 a system message after text of the assistant",
      talk(["user", "a"], ["assistant", "b"], ["system", "s"]),
      /^messages\.2: role 'system' must follow/,
    ],
    [
      "an unknown role",
      talk(["critic", "a"]),
      "messages.0.role: Input should be 'user', 'assistant' or 'system'",
    ],
    [
      "M053 calls without results",
      talk(["user", "a"], ["assistant", [use("t1"), use("t2")]], ["user", "b"]),
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t1, t2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    ],
    [
      "M054 text before a result",
      talk(["user", "a"], ["assistant", [use("t1")]], ["user", [text("b"), result("t1")]]),
      /immediately after: t1\./,
    ],
    [
      "M055 a result for an unknown id",
      talk(["user", "a"], ["assistant", [use("t1")]], ["user", [result("t1"), result("t2")]]),
      "messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: t2. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    ],
    [
      "two results for one call",
      talk(["user", "a"], ["assistant", [use("t1")]], ["user", [result("t1"), result("t1")]]),
      /must have a single result/,
    ],
    [
      "two calls with the same id",
      talk(["user", "a"], ["assistant", [use("t1"), use("t1")]], ["user", [result("t1")]]),
      /`tool_use` ids must be unique/,
    ],
    [
      "M057 a colon in a call's id",
      talk(["user", "a"], ["assistant", [use("a:b")]], ["user", [result("a:b")]]),
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ],
    [
      "a server call without a result",
      talk(["user", "a"], ["assistant", [search, text("b")]], ["user", "c"]),
      /`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block/,
    ],
    [
      "a server result without a call",
      talk(["user", "a"], ["assistant", [found]], ["user", "c"]),
      /unexpected `tool_use_id` found in `web_search_tool_result` blocks/,
    ],
    [
      "M060 an echoed citation without its title",
      talk(
        ["user", "a"],
        ["assistant", [text("b", { citations: [{ type: "page_location" }] })]],
        ["user", "c"],
      ),
      "messages.1.content.0.text.citations.0.page_location.document_title: Field required",
    ],
    [
      "an unknown kind of thinking",
      bodyOf({ thinking: { type: "deep" } }),
      "thinking: Input tag 'deep' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'",
    ],
    [
      "sampling together with manual thinking",
      bodyOf({
        max_tokens: 4000,
        temperature: 0.5,
        thinking: { type: "enabled", budget_tokens: 2000 },
      }),
      `\`temperature\` may only be set to 1 when thinking is enabled. ${consult}`,
    ],
    [
      "sampling together with adaptive thinking",
      bodyOf({ temperature: 0.5, thinking: { type: "adaptive" } }),
      `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${consult}`,
    ],
    [
      "a low top_p together with thinking",
      bodyOf({ top_p: 0.94, thinking: { type: "adaptive" } }),
      `\`top_p\` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode. ${consult}`,
    ],
    [
      "top_k together with thinking",
      bodyOf({
        max_tokens: 4000,
        top_k: 0,
        thinking: { type: "enabled", budget_tokens: 2000 },
      }),
      `\`top_k\` must be unset when thinking is enabled. ${consult}`,
    ],
    [
      "a model with a name of 257 characters",
      bodyOf({ model: "m".repeat(257) }),
      "model: String should have at most 256 characters",
    ],
    [
      "an image in base64 that is none",
      talk(["user", [png("data:image/png;base64,aGk=")]]),
      "messages.0.content.0.image.source.base64: invalid base64 data",
    ],
    [
      "an image without data",
      talk(["user", [png("")]]),
      "messages.0.content.0.image.source.base64: image cannot be empty",
    ],
    [
      "an image at a URL that is not https",
      talk(["user", [image({ type: "url", url: "http://x/y.png" })]]),
      "Only HTTPS URLs are supported.",
    ],
    [
      "thinking of the user",
      talk(["user", [text("a"), reasoning]]),
      "messages.0.content: thinking blocks may only be in `assistant` messages",
    ],
    [
      "redacted thinking of the user",
      talk(["user", [text("a"), { type: "redacted_thinking", data: "x" }]]),
      "messages.0.content: redacted_thinking blocks may only be in `assistant` messages",
    ],
    [
      "an unknown effort",
      bodyOf({ output_config: { effort: "huge" } }),
      /^output_config\.effort: Input should be 'low', /,
    ],
    [
      "an unknown member of a text block",
      talk(["user", [text("a", { id: "x" })]]),
      "messages.0.content.0.text.id: Extra inputs are not permitted",
    ],
    [
      "an unknown member of an instruction",
      bodyOf({ system: [text("a", { id: "x" })] }),
      "system.0.id: Extra inputs are not permitted",
    ],
    [
      "an instruction that is not text",
      bodyOf({ system: [png()] }),
      "system.0.type: Input should be 'text'",
    ],
    [
      "a server call without its input",
      talk(["user", "a"], ["assistant", [{ ...search, input: undefined }, found]], ["user", "b"]),
      "messages.1.content.0.server_tool_use.input: Field required",
    ],
    [
      "a call in the result of another",
      talk(
        ["user", "a"],
        ["assistant", [use("t1")]],
        ["user", [{ ...result("t1"), content: [use("t2")] }]],
      ),
      /^messages\.2\.content\.0\.tool_result\.content\.0: Input tag 'tool_use' found using 'type'/,
    ],
    [
      "a document inside a document",
      talk([
        "user",
        [document({ type: "content", content: [document({ type: "file", file_id: "f" })] })],
      ]),
      /^messages\.0\.content\.0\.document\.source\.content\.content\.0: Input tag 'document'/,
    ],
    [
      "search results beside other blocks of a result",
      talk(
        ["user", "a"],
        ["assistant", [use("t1")]],
        ["user", [{ ...result("t1"), content: [source, text("b")] }]],
      ),
      /`search_result` blocks cannot be mixed/,
    ],
    [
      "a source of an image that only documents have",
      talk(["user", [image({ type: "text", media_type: "text/plain", data: "a" })]]),
      "messages.0.content.0.image.source: Input tag 'text' found using 'type' does not match any of the expected tags: 'base64', 'file', 'url'",
    ],
    [
      "a document in base64 that is not a PDF",
      talk(["user", [document({ type: "base64", media_type: "image/png", data: "aGk=" })]]),
      "messages.0.content.0.document.source.base64.media_type: Input should be 'application/pdf'",
    ],
    [
      "an image of more than 10 MB",
      talk(["user", [png("A".repeat(11_000_000))]]),
      /^messages\.0\.content\.0\.image\.source\.base64: image exceeds 10 MB maximum/,
    ],
    [
      "an unknown way to transform an image",
      talk([
        "user",
        [
          image(
            { type: "url", url: "https://example.com/a" },
            { transformations: { oversized_image: "crop" } },
          ),
        ],
      ]),
      "messages.0.content.0.image.transformations.oversized_image: Input should be 'downsize' or 'error'",
    ],
    [
      "an open object in the schema of the reply",
      bodyOf(schema(closed({ a: { type: "object" } }))),
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ],
    [
      "an object with additional properties in the schema of the reply",
      bodyOf(schema(closed({}, { additionalProperties: true }))),
      /'additionalProperties: true' is not supported/,
    ],
    [
      "a schema of the reply that contains itself",
      bodyOf(schema(closed({ next: { $ref: "#" } }))),
      /^output_config\.format\.schema: /,
    ],
    [
      "range limits in the schema of the reply",
      bodyOf(schema(closed({ a: { type: "integer", minimum: 1, maximum: 2 } }))),
      "output_config.format.schema: For 'integer' type, properties minimum, maximum are not supported",
    ],
    [
      "a limit beside a type of which no text can be made",
      bodyOf(schema(closed({ a: { type: { toString: 1 }, minimum: 1 } }))),
      "output_config.format.schema: For '{\"toString\":1}' type, properties minimum are not supported",
    ],
    [
      "25 optional properties",
      bodyOf(schema(closed(many(25, { type: "string" }), { required: [] }))),
      "Schema is too complex for compilation.",
    ],
    [
      "17 unions",
      bodyOf(schema(closed(many(17, { type: ["string", "null"] })))),
      "Schema is too complex for compilation.",
    ],
    [
      "an open schema of a strict tool",
      bodyOf({ tools: [tool({ strict: true })] }),
      "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ],
    [
      "citations together with an output format",
      {
        ...talk([
          "user",
          [{ ...document({ type: "file", file_id: "f" }), citations: { enabled: true } }],
        ]),
        ...schema(closed({})),
      },
      /^Citations cannot be combined/,
    ],
    [
      "allowed and blocked domains together",
      bodyOf({
        tools: [
          {
            type: "web_search_20250305",
            name: "web_search",
            allowed_domains: ["a.com"],
            blocked_domains: ["b.com"],
          },
        ],
      }),
      /^tools\.0\.web_search_20250305: /,
    ],
    [
      "a tool choice of a missing tool",
      bodyOf({ tools: [tool()], tool_choice: { type: "tool", name: "g" } }),
      "Tool 'g' not found in provided tools",
    ],
    [
      "a tool choice without tools",
      bodyOf({ tool_choice: { type: "any" } }),
      "tool_choice.any may only be specified while providing tools",
    ],
    [
      "cache control on a tool that is loaded later",
      bodyOf({ tools: [tool({ name: "g" }), tool({ defer_loading: true, ...cacheControl() })] }),
      "Tool 'f' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
    ],
    [
      "a call without a name",
      talk(["user", "a"], ["assistant", [{ ...use("t1"), name: "" }]], ["user", [result("t1")]]),
      "messages.1.content.0.tool_use.name: String should have at least 1 character",
    ],
    [
      "a call with a name of 201 characters",
      talk(
        ["user", "a"],
        ["assistant", [{ ...use("t1"), name: "f".repeat(201) }]],
        ["user", [result("t1")]],
      ),
      "messages.1.content.0.tool_use.name: String should have at most 200 characters",
    ],
    [
      "an unknown display of thinking",
      bodyOf({ thinking: { type: "adaptive", display: "updates" } }),
      "thinking.adaptive.display: Input should be 'summarized' or 'omitted'",
    ],
    [
      "block binding without its beta",
      bodyOf({ thinking: { type: "adaptive", block_binding: "x" } }),
      "thinking.adaptive.block_binding: Extra inputs are not permitted",
    ],
    [
      "an unknown member of diagnostics",
      bodyOf({ diagnostics: { x: 1 } }),
      "diagnostics.x: Extra inputs are not permitted",
    ],
    [
      "a scope in cache control of a message, under the tag of its block",
      talk(["user", [text("a", cacheControl({ scope: "x" }))]]),
      "messages.0.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted",
    ],
    [
      "a scope in cache control of a tool, under the tag of the tool",
      bodyOf({ tools: [tool(cacheControl({ scope: "x" }))] }),
      "tools.0.custom.cache_control.ephemeral.scope: Extra inputs are not permitted",
    ],
    [
      "a lifetime of the whole request that contradicts that of the last block",
      {
        ...talk(["user", [text("a", cacheControl({ ttl: "1h" }))]]),
        ...cacheControl({ ttl: "5m" }),
      },
      /^cache_control\.ttl: /,
    ],
    [
      "a call by the user",
      talk(["user", [use("t1")]]),
      "messages.0: `tool_use` blocks can only be in `assistant` messages",
    ],
    [
      "a result by the assistant",
      talk(["user", "a"], ["assistant", [result("t1")]], ["user", "b"]),
      "messages.1: `tool_result` blocks can only be in `user` messages",
    ],
    [
      "a turn with manual thinking that does not begin with thinking",
      waiting(["user", "a"], ["assistant", [use("t1")]], ["user", [result("t1")]]),
      /^messages\.1\.content\.0\.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`\./,
    ],
    [
      "an unknown member of metadata",
      bodyOf({ metadata: { x: 1 } }),
      "metadata.x: Extra inputs are not permitted",
    ],
  ];
  for (const [title, body, expected] of refused) {
    it(`${title} is refused, while the open profile accepts it`, () => {
      const message = refuseStrict(body);
      if (typeof expected === "string") expect(message).toBe(expected);
      else expect(message).toMatch(expected);
      expect(refuseOpen(body)).toBeUndefined();
    });
  }

  const taken: readonly (readonly [title: string, body: unknown, betas?: readonly string[]])[] = [
    ...["bash_20241022", "computer_20241022", "text_editor_20241022"].map(
      (type) =>
        [
          `${type} with its beta`,
          bodyOf({ tools: [{ type, name: "n" }] }),
          ["computer-use-2024-10-22"],
        ] as const,
    ),
    ...["20250910", "20260209", "20260309", "20260318"].map(
      (date) =>
        [
          `sources of addresses for web_fetch_${date}`,
          bodyOf({ tools: [{ type: `web_fetch_${date}`, name: "web_fetch", url_sources: {} }] }),
        ] as const,
    ),
    [
      "the id of a call again in a later message",
      talk(
        ["user", "a"],
        ["assistant", [use("t1")]],
        ["user", [result("t1")]],
        ["assistant", [use("t1")]],
        ["user", [result("t1")]],
      ),
    ],
    ["white space beside a text", talk(["user", [text(" "), text("a")]])],
    ["white space beside an image", talk(["user", [png(), text(" ")]])],
    [
      "context management by the older beta of compaction",
      bodyOf({ context_management: { edits: [{ type: "compact_20260112" }] } }),
      ["compact-2026-01-12"],
    ],
    [
      "an adviser's result in the middle of a conversation",
      talk(
        ["user", "a"],
        [
          "assistant",
          [
            { ...search, name: "advisor" },
            { type: "advisor_tool_result", tool_use_id: "srvtoolu_1", content: {} },
            text("b"),
          ],
        ],
        ["user", "c"],
      ),
      ["advisor-tool-2026-03-01"],
    ],
    ["a minimal body", bodyOf()],
    ["M034 a tool's name of 128 characters", bodyOf({ tools: [tool({ name: "a".repeat(128) })] })],
    [
      "M043 consecutive turns of one role",
      talk(["user", "a"], ["user", "b"], ["assistant", "c"], ["assistant", "d"], ["user", "e"]),
    ],
    ["M049 a system message at the end", talk(["user", "a"], ["system", "s"])],
    [
      "several consecutive system messages",
      talk(["user", "a"], ["system", "s"], ["system", "t"], ["assistant", "b"], ["user", "c"]),
    ],
    [
      "M051 a system message after a server tool's result",
      talk(["user", "a"], ["assistant", [search, found]], ["system", "s"]),
    ],
    [
      "M054 a result first, text after it",
      talk(["user", "a"], ["assistant", [use("t1")]], ["user", [result("t1"), text("b")]]),
    ],
    [
      "M056 results over two messages",
      talk(
        ["user", "a"],
        ["assistant", [use("t1"), use("t2")]],
        ["user", [result("t1")]],
        ["user", [result("t2")]],
      ),
    ],
    ["an empty last message of the assistant", talk(["user", "a"], ["assistant", ""])],
    ["a paused server tool at the end", talk(["user", "a"], ["assistant", [text("b"), search]])],
    [
      "a server tool that waits for the caller's tool",
      talk(["user", "a"], ["assistant", [search, use("t1")]], ["user", [result("t1")]]),
    ],
    [
      "a beta field with its beta",
      bodyOf({ context_management: {} }),
      ["context-management-2025-06-27"],
    ],
    [
      "an empty tool result",
      talk(
        ["user", "a"],
        ["assistant", [use("t1")]],
        ["user", [{ type: "tool_result", tool_use_id: "t1" }]],
      ),
    ],
    ["whole surrogate pairs", talk(["user", "😀"])],
    [
      "a later call of a turn that began with thinking",
      waiting(
        ["user", "a"],
        ["assistant", [reasoning, use("t1")]],
        ["user", [result("t1")]],
        ["assistant", [use("t2")]],
        ["user", [result("t2")]],
      ),
    ],
    [
      "a call before its thinking",
      waiting(["user", "a"], ["assistant", [use("t1"), reasoning]], ["user", [result("t1")]]),
    ],
    [
      "a finished turn without thinking",
      waiting(
        ["user", "a"],
        ["assistant", [use("t1")]],
        ["user", [result("t1")]],
        ["assistant", "b"],
        ["user", "c"],
      ),
    ],
    [
      "two lifetimes on blocks if that of the whole request agrees with the last",
      {
        ...talk(["user", [text("a", cacheControl({ ttl: "1h" })), text("b", cacheControl())]]),
        ...cacheControl({ ttl: "5m" }),
      },
    ],
    [
      "a schema with 24 optional properties",
      bodyOf(schema(closed(many(24, {}), { required: [] }))),
    ],
    [
      "a result with search results only",
      talk(
        ["user", "a"],
        ["assistant", [use("t1")]],
        ["user", [{ ...result("t1"), content: [source, source] }]],
      ),
    ],
    [
      "a tool choice of a tool that a toolset may add",
      bodyOf({
        tools: [{ type: "computer_toolset_20260801" }],
        tool_choice: { type: "tool", name: "screenshot" },
      }),
    ],
    [
      "a thinking display from a beta",
      bodyOf({ thinking: { type: "adaptive", display: "updates", block_binding: "x" } }),
      ["thinking-display-updates-2026-08-18", "thinking-binding-controls-2026-08-01"],
    ],
    [
      "every source of a document",
      talk([
        "user",
        [
          document({ type: "base64", media_type: "application/pdf", data: "aGk=" }),
          document({ type: "text", media_type: "text/plain", data: "a" }),
          document({ type: "content", content: [text("a"), png()] }),
          document({ type: "content", content: "a" }),
          document({ type: "url", url: "https://example.com/a.pdf" }),
          document({ type: "file", file_id: "f" }),
        ],
      ]),
    ],
    [
      "four cache controls, long lifetimes first",
      talk([
        "user",
        [
          text("a", cacheControl({ ttl: "1h" })),
          text("b", cacheControl()),
          text("c", cacheControl()),
          text("d", cacheControl()),
        ],
      ]),
    ],
  ];
  for (const [title, body, betas = []] of taken) {
    it(`${title} is accepted`, () => {
      expect(refuseStrict(body, { version: "2023-06-01", betas })).toBeUndefined();
    });
  }

  it.each([
    ["top_p of 0.95 and a temperature of 1 beside thinking", { top_p: 0.95, temperature: 1 }],
    ["top_k beside thinking that is off", { top_k: 5, thinking: { type: "disabled" } }],
  ])("accepts %s", (_title, members) => {
    expect(refuseStrict(bodyOf({ thinking: { type: "adaptive" }, ...members }))).toBeUndefined();
  });

  it.each([
    ["broken into lines", "aGk=\n"],
    ["in the alphabet of URLs", "a-_="],
  ])("accepts an image in base64 %s", (_title, data) => {
    expect(refuseStrict(talk(["user", [png(data)]]))).toBeUndefined();
  });

  it("accepts two values of clear_at with its beta", () => {
    const head = {
      version: "2023-06-01",
      betas: ["mid-conversation-system-clear-at-2026-08-21"],
    };
    const clearing = (clear_at: unknown) =>
      bodyOf({
        messages: [
          { role: "user", content: "a" },
          { role: "system", content: "s", clear_at },
        ],
      });
    expect(refuseStrict(clearing("never"), head)).toBeUndefined();
    for (const other of ["tomorrow", { toString: 1 }, ["never"]]) {
      expect(refuseStrict(clearing(other), head)).toBe(
        "messages.1.clear_at: Input should be 'never' or 'next_user_message'",
      );
    }
  });

  it("refuses the 601st image, wherever it stands", () => {
    const images = (count: number) =>
      talk(
        ...Array.from(
          { length: 12 },
          () => ["user", Array.from({ length: 50 }, () => png())] as const,
        ),
        ["user", count === 600 ? "a" : [document({ type: "content", content: [png()] })]],
      );
    expect(refuseStrict(images(600))).toBeUndefined();
    expect(refuseStrict(images(601))).toBe("Too much media: 0 document pages + 601 images > 600");
    expect(refuseOpen(images(601))).toBeUndefined();
  });

  for (const field of [
    "max_tokens",
    "metadata",
    "stop_sequences",
    "stream",
    "service_tier",
    "container",
  ]) {
    it(`M073 refuses ${field} for the token counter, which the open profile ignores`, () => {
      const body = { model: "m", messages: [{ role: "user", content: "a" }], [field]: null };
      const count = (validation: Validation) =>
        refusal(() => formatOf(validation).parseCountTokens?.(body, version23));
      expect(count(strict)).toBe(`${field}: Extra inputs are not permitted`);
      expect(count("open")).toBeUndefined();
    });
  }
});
