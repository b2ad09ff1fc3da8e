import { describe, expect, it } from "vitest";
import type { ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import { bodyOf, modelOf, parse, refusal, settingsOf, talk } from "../__fixtures__/make.js";
import { blockSchemas } from "../schemas/content.js";
import { blockKinds } from "../strict/block-kinds.js";
import { checkSupport } from "./model-support.js";

const tools = [{ name: "f", input_schema: { type: "object" } }];
const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } };
const document = { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } };

function refuse(body: unknown, capabilities: Partial<Capabilities> = {}): string | undefined {
  return refusal(() => checkSupport(parse(body), modelOf(capabilities), settingsOf()));
}

describe("checkSupport", () => {
  const refused: readonly (readonly [string, unknown, Partial<Capabilities>, string])[] = [
    [
      "M029 a limit over the cap",
      bodyOf({ max_tokens: 999_999 }),
      { maxOutputTokens: 64_000 },
      "max_tokens: 999999 > 64000, which is the maximum allowed number of output tokens for m",
    ],
    [
      "M041 manual thinking on an adaptive model",
      bodyOf({ max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 1024 } }),
      { thinking: ["adaptive"] },
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    ],
    [
      "M041 adaptive thinking on an older model",
      bodyOf({ thinking: { type: "adaptive" } }),
      { thinking: ["enabled"] },
      "adaptive thinking is not supported on this model",
    ],
    [
      "no thinking on a model that always thinks",
      bodyOf({ thinking: { type: "disabled" } }),
      { thinking: ["adaptive"] },
      '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    ],
    [
      "no thinking on a model that thinks between its calls",
      bodyOf({ thinking: { type: "disabled" } }),
      { thinking: ["adaptive", "between_tools"] },
      '"thinking.type.disabled" is not supported for this model.',
    ],
    [
      "M042 a forced tool",
      bodyOf({ tools, tool_choice: { type: "any" } }),
      { toolChoice: ["auto", "none"] },
      'tool_choice: type "tool" and "any" are not supported for this model.',
    ],
    [
      "one kind of forced tool",
      bodyOf({ tools, tool_choice: { type: "tool", name: "f" } }),
      { toolChoice: ["auto", "any"] },
      'tool_choice: type "tool" is not supported for this model.',
    ],
    [
      "M045 a prefill",
      talk(["user", "a"], ["assistant", "b"]),
      { prefill: false },
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    ],
    [
      "M052 a system message",
      talk(["user", "a"], ["system", "b"]),
      { systemTurns: false },
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    ],
    [
      "a temperature",
      bodyOf({ temperature: 0.5 }),
      { sampling: [] },
      "`temperature` is deprecated for this model.",
    ],
    [
      "an effort",
      bodyOf({ output_config: { effort: "high" } }),
      { effort: [] },
      "This model does not support the effort parameter.",
    ],
    [
      "a level of effort",
      bodyOf({ output_config: { effort: "max" } }),
      { effort: ["low", "high"] },
      "This model does not support effort level 'max'. Supported levels: high, low.",
    ],
    [
      "an image",
      talk(["user", [image]]),
      { images: false },
      "messages.0.content.0.image: image input is not supported for this model.",
    ],
    [
      "a document in a tool result",
      talk(["user", [{ type: "tool_result", tool_use_id: "t", content: [document] }]]),
      { documents: false },
      "messages.0.content.0.tool_result.content.0.document: document input is not supported for this model.",
    ],
    [
      "an image in a document",
      talk(["user", [{ type: "document", source: { type: "content", content: [image] } }]]),
      { images: false },
      "messages.0.content.0.document.content.0.image: image input is not supported for this model.",
    ],
    [
      "a schema for the output",
      bodyOf({ output_config: { format: { type: "json_schema", schema: {} } } }),
      { outputFormats: [] },
      "output_config.format: output of type 'json_schema' is not supported for this model.",
    ],
    [
      "stop sequences",
      bodyOf({ stop_sequences: ["x"] }),
      { stopSequences: false },
      "stop_sequences: stop sequences are not supported for this model.",
    ],
    [
      "tools",
      bodyOf({ tools }),
      { tools: false },
      "tools: tools are not supported for this model.",
    ],
    [
      "a member without a neutral field",
      bodyOf({ speed: "standard", container: "c" }),
      { extensions: ["other"] },
      "container: Extra inputs are not permitted",
    ],
  ];
  for (const [title, body, capabilities, text] of refused) {
    it(`refuses ${title} if the model does not support it, and otherwise accepts it`, () => {
      expect(refuse(body, capabilities)).toBe(text);
      expect(refuse(body, { effort: ["high", "max"] })).toBeUndefined();
    });
  }

  const bare: Partial<Capabilities> = {
    tools: false,
    toolChoice: [],
    thinking: [],
    effort: [],
    outputFormats: [],
    sampling: [],
    stopSequences: false,
    prefill: false,
    systemTurns: false,
    images: false,
    documents: false,
    extensions: [],
  };
  const taken: readonly (readonly [string, unknown])[] = [
    ["a minimal body", bodyOf()],
    [
      "null for optional members",
      bodyOf({
        thinking: null,
        temperature: null,
        tools: null,
        tool_choice: null,
        thread: null,
        container: null,
        output_config: { effort: null, format: null },
      }),
    ],
    [
      "values that change nothing",
      bodyOf({
        temperature: 1,
        top_p: 1,
        tools: [],
        stop_sequences: [],
        tool_choice: { type: "auto" },
        thinking: { type: "disabled" },
      }),
    ],
    [
      "hints",
      bodyOf({
        service_tier: "auto",
        cache_control: { type: "ephemeral" },
        metadata: { user_id: "u" },
      }),
    ],
    ["instructions as leading system messages", talk(["system", "s"], ["user", "a"])],
    [
      "a paused turn",
      talk(
        ["user", "a"],
        ["assistant", [{ type: "server_tool_use", id: "s", name: "web_search", input: {} }]],
      ),
    ],
  ];
  for (const [title, body] of taken) {
    it(`accepts ${title} for a model without any capability`, () => {
      expect(refuse(body, bare)).toBeUndefined();
    });
  }

  it("refuses threads with details that make official clients go on without them", () => {
    const body = bodyOf({ thread: { type: "create" } });
    for (const extensions of [true, ["other"]] as const) {
      let thrown: ServiceError | undefined;
      try {
        checkSupport(parse(body), modelOf({ extensions }), settingsOf());
      } catch (error) {
        thrown = error as ServiceError;
      }
      expect(thrown).toMatchObject({
        kind: "bad_request",
        details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
      });
    }
    expect(refuse(body, { extensions: ["thread"] })).toBeUndefined();
  });

  const types =
    "'advisor_tool_result', 'bash_code_execution_tool_result', 'browser_state', 'code_execution_tool_result', 'compaction', 'connector_text', 'container_upload', 'document', 'fallback', 'image', 'mcp_tool_listing', 'mcp_tool_result', 'mcp_tool_use', 'redacted_thinking', 'search_result', 'server_tool_use', 'text', 'text_editor_code_execution_tool_result', 'thinking', 'tool_addition', 'tool_reference', 'tool_removal', 'tool_result', 'tool_search_tool_result', 'tool_use', 'web_fetch_tool_result', 'web_search_tool_result'";
  const tagText = (type: string, expected = types) =>
    `Input tag '${type}' found using 'type' does not match any of the expected tags: ${expected}`;
  const hologram = { type: "hologram" };
  const result = { type: "tool_result", tool_use_id: "t", content: [hologram] };
  const holder = { type: "document", source: { type: "content", content: [hologram] } };
  const unknown: readonly (readonly [title: string, name: string, body: unknown, text: string])[] =
    [
      [
        "a role",
        "oracle",
        talk(["oracle", "a"]),
        "messages.0.role: Input should be 'user', 'assistant' or 'system', not 'oracle'",
      ],
      [
        "a block",
        "hologram",
        talk(["user", [{ type: "text", text: "a" }, hologram]]),
        `messages.0.content.1: ${tagText("hologram")}`,
      ],
      [
        "a block of the instructions",
        "hologram",
        bodyOf({ system: [hologram] }),
        `system.0: ${tagText("hologram")}`,
      ],
      [
        "a block in a result",
        "hologram",
        talk(["user", [result]]),
        `messages.0.content.0.tool_result.content.0: ${tagText("hologram")}`,
      ],
      [
        "a block in a document",
        "hologram",
        talk(["user", [holder]]),
        `messages.0.content.0.document.source.content.content.0: ${tagText("hologram")}`,
      ],
      [
        "a source",
        "dream",
        talk(["user", [{ type: "image", source: { type: "dream" } }]]),
        `messages.0.content.0.image.source: ${tagText("dream", "'base64', 'content', 'file', 'text', 'url'")}`,
      ],
    ];
  for (const [title, name, body, text] of unknown) {
    it(`refuses ${title} that the format does not know, unless the model takes it`, () => {
      expect(refuse(body)).toBe(text);
      expect(refuse(body, { unknownContent: ["other"] })).toBe(text);
      expect(refuse(body, { unknownContent: [name] })).toBeUndefined();
      expect(refuse(body, { unknownContent: true })).toBeUndefined();
    });
  }

  it("quotes only the beginning of a long role or type", () => {
    const long = "x".repeat(10_000);
    for (const body of [talk([long, "a"]), talk(["user", [{ type: long }]])]) {
      expect(refuse(body)?.length).toBeLessThan(1_000);
    }
  });

  it("accepts every type of block that the strict profile knows", () => {
    const blocks = [...blockKinds.keys()].filter((type) => !blockSchemas.has(type));
    expect(blocks.length).toBeGreaterThan(15);
    expect(refuse(talk(["user", blocks.map((type) => ({ type }))]))).toBeUndefined();
  });
});
