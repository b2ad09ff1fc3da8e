import type { Rule } from "../rule.js";
import { defineRules, type RuleLine } from "./define-rules.js";
import { body, type Members, talk, tool, use, withTools } from "./samples.js";

const required = "Field required";

/** Members that must be there, in the words of the validator. */
const missing: readonly (readonly [name: string, what: string, refused: RuleLine["refused"]])[] = [
  ["model", "`model` is required.", body({ model: undefined })],
  ["max_tokens", "`max_tokens` is required.", body({ max_tokens: undefined })],
  ["messages", "`messages` is required.", body({ messages: undefined })],
  ["messages.0.content", "A message must have `content`.", body({ messages: [{ role: "user" }] })],
  ["messages.0.role", "A message must have a `role`.", body({ messages: [{ content: "Hello" }] })],
  ["tools.0.custom.name", "A tool must have a `name`.", withTools([tool({ name: undefined })])],
  [
    "tools.0.custom.input_schema",
    "A tool must have an `input_schema`.",
    withTools([tool({ input_schema: undefined })]),
  ],
  [
    "tool_choice.tool.name",
    "`tool_choice` of type `tool` must name the tool.",
    withTools([tool()], { tool_choice: { type: "tool" } }),
  ],
  [
    "thinking.enabled.budget_tokens",
    "`thinking` of type `enabled` must have `budget_tokens`.",
    body({ max_tokens: 2048, thinking: { type: "enabled" } }),
  ],
  [
    "output_config.format.schema",
    "`output_config.format` must have a `schema`.",
    body({ output_config: { format: { type: "json_schema" } } }),
  ],
];

function toMissingLine([path, what, refused]: (typeof missing)[number]): RuleLine {
  return {
    name: `required/${path}`,
    what,
    refused,
    message: `${path}: ${required}`,
    lenient: "refuses",
    source: ["1.3, 1.6–1.8, 2.5", "sdk-types", "issue-report"],
  };
}

/** Members that have a JSON type, with a value of no convertible kind. */
const typed: readonly (readonly [path: string, type: string, members: Members])[] = [
  ["model", "string", { model: {} }],
  ["messages", "list", { messages: {} }],
  ["max_tokens", "integer", { max_tokens: {} }],
  ["stream", "boolean", { stream: {} }],
  ["stop_sequences", "list", { stop_sequences: {} }],
  ["stop_sequences.0", "string", { stop_sequences: [{}] }],
  ["tools", "list", { tools: {} }],
  ["tool_choice", "dictionary", { tool_choice: [] }],
  ["thinking", "dictionary", { thinking: [] }],
  ["output_config", "dictionary", { output_config: [] }],
  ["metadata", "dictionary", { metadata: [] }],
  ["metadata.user_id", "string", { metadata: { user_id: {} } }],
  ["temperature", "number", { temperature: {} }],
  ["top_p", "number", { top_p: {} }],
  ["top_k", "integer", { top_k: {} }],
];

function toTypeLine([path, type, members]: (typeof typed)[number]): RuleLine {
  return {
    name: `type/${path}`,
    what: `\`${path}\` must be a ${type}.`,
    refused: body(members),
    message: new RegExp(`^${path.replaceAll(".", "\\.")}: Input should be a valid ${type}`),
    lenient: "refuses",
    source: ["1.3, 12", "sdk-types", "chosen"],
  };
}

const ranges = defineRules("Fields", [
  {
    name: "messages-empty",
    what: "There must be a message.",
    refused: body({ messages: [] }),
    message: "messages: at least one message is required",
    lenient: "refuses",
    source: ["2.1", "issue-report"],
  },
  {
    name: "messages-too-many",
    what: "There are at most 100,000 messages.",
    refused: {
      get text() {
        const messages = Array.from({ length: 100_001 }, () => ({ role: "user", content: "a" }));
        return JSON.stringify({ model: "any-model", max_tokens: 16, messages });
      },
    },
    message: /^messages: /,
    lenient: "refuses",
    source: ["1.3", "documentation"],
  },
  {
    name: "max-tokens-negative",
    what: "`max_tokens` is at least 0.",
    refused: body({ max_tokens: -1 }),
    taken: body({ max_tokens: 0 }),
    message: "max_tokens: Input should be greater than or equal to 0",
    lenient: "refuses",
    source: ["1.3, 2.5", "inferred"],
  },
  {
    name: "max-tokens-fraction",
    what: "`max_tokens` is a whole number.",
    refused: body({ max_tokens: 16.5 }),
    message: /^max_tokens: Input should be a valid integer/,
    lenient: "refuses",
    source: ["1.3, 2.5", "inferred"],
  },
  {
    name: "temperature-range",
    what: "`temperature` is from 0 to 1.",
    refused: body({ temperature: 1.5 }),
    taken: body({ temperature: 1 }),
    message: "temperature: range: 0..1",
    lenient: "refuses",
    source: ["1.3, 2.5, 12", "documentation", "other-server"],
  },
  {
    name: "top-p-range",
    what: "`top_p` is from 0 to 1.",
    refused: body({ top_p: 1.5 }),
    taken: body({ top_p: 0.5 }),
    message: /^top_p: /,
    lenient: "refuses",
    source: ["1.3", "documentation"],
  },
  {
    name: "top-k-range",
    what: "`top_k` is at least 0.",
    refused: body({ top_k: -1 }),
    taken: body({ top_k: 5 }),
    message: /^top_k: /,
    lenient: "refuses",
    source: ["1.3", "documentation"],
  },
  {
    name: "tool-use-input-type",
    what: "The `input` of a call is an object.",
    refused: talk([
      ["user", "Weather?"],
      ["assistant", [use("toolu_1", { input: "{}" })]],
    ]),
    message: "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
    lenient: "refuses",
    source: ["1.5, 12", "chosen"],
  },
]);

/** Required members, their types and their ranges. */
export const fieldRules: readonly Rule[] = [
  ...defineRules("Fields", [...missing.map(toMissingLine), ...typed.map(toTypeLine)]),
  ...ranges,
];
