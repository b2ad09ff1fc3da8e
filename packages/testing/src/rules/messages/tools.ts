import { defineRules } from "./define-rules.js";
import { beta, body, cacheControl, tool, withTools } from "./samples.js";

const strictSchema = { type: "object", properties: {}, additionalProperties: false };
const strictTools = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    tool({ name: `tool_${index}`, strict: true, input_schema: strictSchema }),
  );
const search = (members: object = {}) => ({
  type: "web_search_20250305",
  name: "web_search",
  ...members,
});

const computer = {
  type: "computer_20250124",
  name: "computer",
  display_width_px: 1024,
  display_height_px: 768,
};

/** Tools, one by one and together, and the choice among them. */
export const toolRules = defineRules("Tools", [
  {
    name: "tool-type-unknown",
    what: "The `type` of a tool must be known; that of Chat Completions is not.",
    refused: withTools([{ type: "function", function: { name: "get_weather" } }]),
    taken: withTools([tool({ type: "custom" })]),
    message:
      /^tools\.0: Input tag 'function' found using 'type' does not match any of the expected tags: 'bash_20250124', .*'custom', /,
    source: ["1.6, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "tool-name-pattern",
    what: "A tool's name is made of letters, digits, `_` and `-`.",
    refused: withTools([tool({ name: "weather.now" })]),
    taken: withTools([tool({ name: "weather-now" })]),
    message: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    source: ["1.6, 2.5", "issue-report", "third-party-probe"],
  },
  {
    name: "tool-name-length",
    what: "A tool's name has at most 128 characters.",
    refused: withTools([tool({ name: "a".repeat(129) })]),
    taken: withTools([tool({ name: "a".repeat(128) })]),
    message: "tools.0.custom.name: String should have at most 128 characters",
    source: ["1.6, 2.5", "third-party-probe"],
  },
  {
    name: "tool-name-empty",
    what: "A tool's name is not empty.",
    refused: withTools([tool({ name: "" })]),
    taken: withTools([tool({ name: "a" })]),
    message: /^tools\.0\.custom\.name: String should /,
    lenient: "refuses",
    source: ["1.6", "issue-report", "inferred"],
  },
  {
    name: "tool-names-unique",
    what: "No two tools have one name.",
    refused: withTools([tool(), tool()]),
    taken: withTools([tool(), tool({ name: "get_time" })]),
    message: "tools: Tool names must be unique.",
    source: ["1.6, 2.5", "issue-report"],
  },
  {
    name: "tool-schema-type",
    what: "The `input_schema` of a tool is one of an object.",
    refused: withTools([tool({ input_schema: { type: "string" } })]),
    taken: withTools([tool({ input_schema: { type: "object" } })]),
    message: "tools.0.custom.input_schema.type: Input should be 'object'",
    source: ["1.6, 2.5", "sdk-types", "other-server"],
  },
  {
    name: "tool-schema-type-missing",
    what: "The `input_schema` of a tool says that it is one of an object.",
    refused: withTools([tool({ input_schema: {} })]),
    taken: withTools([tool({ input_schema: { type: "object" } })]),
    message: "tools.0.custom.input_schema.type: Field required",
    source: ["1.6, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "tool-fixed-name",
    what: "A tool of the service's making has the name of its type.",
    refused: withTools([{ type: "text_editor_20250124", name: "editor" }]),
    taken: withTools([{ type: "text_editor_20250124", name: "str_replace_editor" }]),
    message: "tools.0.text_editor_20250124.name: Input should be 'str_replace_editor'",
    source: ["1.6, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "tool-fixed-name-missing",
    what: "A tool of the service's making says its name all the same.",
    refused: withTools([{ type: "bash_20250124" }]),
    taken: withTools([{ type: "bash_20250124", name: "bash" }]),
    message: "tools.0.bash_20250124.name: Field required",
    source: ["1.6, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "toolset-name",
    what: "A toolset has no name.",
    refused: withTools([{ type: "computer_toolset_20260801", name: "computer" }]),
    taken: withTools([{ type: "computer_toolset_20260801" }]),
    message: "tools.0.computer_toolset_20260801.name: Extra inputs are not permitted",
    source: ["1.6, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "tool-member-of-later-type",
    what: "A tool has only the members of its own type: `response_inclusion` came later.",
    refused: withTools([search({ response_inclusion: "full" })]),
    taken: withTools([{ ...search({ response_inclusion: "full" }), type: "web_search_20260318" }]),
    message: "tools.0.web_search_20250305.response_inclusion: Extra inputs are not permitted",
    source: ["1.6", "sdk-types", "issue-report"],
  },
  {
    name: "tool-type-without-beta",
    what: "The types that a beta brings are known only with it.",
    refused: withTools([computer]),
    taken: body({ tools: [computer] }, beta("computer-use-2025-01-24")),
    message: /^tools\.0: Input tag 'computer_20250124' found using 'type' does not match any/,
    source: ["1.4, 1.6", "sdk-types", "issue-report"],
  },
  {
    name: "search-domains",
    what: "A search has allowed domains or blocked ones, not both.",
    refused: withTools([
      search({ allowed_domains: ["example.com"], blocked_domains: ["example.org"] }),
    ]),
    taken: withTools([search({ allowed_domains: ["example.com"] })]),
    message: /allowed_domains.*blocked_domains/,
    source: ["1.6", "inferred"],
  },
  {
    name: "tools-all-deferred",
    what: "At least one tool is not deferred.",
    refused: withTools([tool({ defer_loading: true })]),
    taken: withTools([tool({ defer_loading: true }), tool({ name: "get_time" })]),
    message: /^All tools have defer_loading: true/,
    source: ["1.6", "documentation"],
  },
  {
    name: "tool-deferred-with-cache-mark",
    what: "A deferred tool takes no cache control.",
    refused: withTools([
      tool(),
      tool({ name: "get_time", defer_loading: true, ...cacheControl() }),
    ]),
    taken: withTools([tool(cacheControl()), tool({ name: "get_time", defer_loading: true })]),
    message:
      "Tool 'get_time' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
    source: ["1.6, 1.10", "issue-report"],
  },
  {
    name: "strict-tools-too-many",
    what: "At most 20 tools are strict.",
    refused: withTools(strictTools(21)),
    taken: withTools(strictTools(20)),
    message: "Schema is too complex for compilation.",
    source: ["1.11", "documentation"],
  },
  {
    name: "strict-tool-open",
    what: "Every object in the schema of a strict tool is closed.",
    refused: withTools([tool({ strict: true })]),
    taken: withTools([tool({ strict: true, input_schema: strictSchema })]),
    message: /'additionalProperties' must be explicitly set to false$/,
    source: ["1.11", "documentation"],
  },
  {
    name: "tool-choice-type-unknown",
    what: "`tool_choice` is of type `auto`, `any`, `tool` or `none`.",
    refused: withTools([tool()], { tool_choice: { type: "required" } }),
    taken: withTools([tool()], { tool_choice: { type: "any" } }),
    message:
      "tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'",
    lenient: "refuses",
    source: ["1.7, 12", "sdk-types", "chosen"],
  },
  {
    name: "tool-choice-without-tools",
    what: "`tool_choice` is a choice among tools.",
    refused: body({ tool_choice: { type: "any" } }),
    taken: withTools([tool()], { tool_choice: { type: "any" } }),
    message: /may only be specified while providing tools/,
    source: ["1.7", "issue-report"],
  },
  {
    name: "tool-choice-name-unknown",
    what: "`tool_choice` names one of the tools.",
    refused: withTools([tool()], { tool_choice: { type: "tool", name: "get_time" } }),
    taken: withTools([tool()], { tool_choice: { type: "tool", name: "get_weather" } }),
    message: "Tool 'get_time' not found in provided tools",
    source: ["1.7", "issue-report"],
  },
]);
