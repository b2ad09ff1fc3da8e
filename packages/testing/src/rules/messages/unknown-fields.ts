import { defineRules, type RuleLine } from "./define-rules.js";
import { answered, beta, body, result, say, text, tool, use, withTools } from "./samples.js";

const extra = (path: string) => `${path}: Extra inputs are not permitted`;

const binding = {
  type: "adaptive",
  block_binding: { prefix_mismatch_behavior: "drop_block" },
};

/** Members of the body that only a beta feature brings, with a value that it takes. */
const betaFields = [
  ["context_management", { edits: [] }, "context-management-2025-06-27"],
  ["mcp_servers", [], "mcp-client-2025-11-20"],
  ["fallbacks", "default", "server-side-fallback-2026-07-01"],
  ["fallback_credit_token", "token", "fallback-credit-2026-07-01"],
  ["compaction", { type: "summarize" }, "compact-2026-09-04"],
  [
    "billing_policy",
    { type: "billing_policy", bill_to: "self" },
    "user-profiles-billing-2026-10-01",
  ],
  ["tags", { team: "a" }, "request-tags-2026-08-21"],
  [
    "output_format",
    { type: "json_schema", schema: { type: "object", additionalProperties: false } },
    "structured-outputs-2025-11-13",
  ],
] as const;

function toBetaLine([field, value, name]: (typeof betaFields)[number]): RuleLine {
  return {
    name: `beta-field/${field}`,
    what: `\`${field}\` is known only with the beta \`${name}\`.`,
    refused: body({ [field]: value }),
    taken: body({ [field]: value }, beta(name)),
    message: extra(field),
    // The SDK does not declare `tags` yet, not even with its beta.
    source: field === "tags" ? ["1.4", "issue-report"] : ["1.4", "sdk-types", "issue-report"],
  };
}

/** Members that nobody knows, and those of beta features that are not switched on. */
export const unknownFieldRules = defineRules("Unknown fields", [
  {
    name: "field-unknown",
    what: "The body has no unknown members.",
    refused: body({ brand_new: 1 }),
    message: extra("brand_new"),
    source: ["1.4, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "message-field-unknown",
    what: "A message has no unknown members.",
    refused: body({ messages: [{ role: "user", content: "Hello", output_config: {} }] }),
    message: extra("messages.0.output_config"),
    source: ["2.5", "sdk-types", "client-text"],
  },
  {
    name: "system-field-unknown",
    what: "A block of `system` has no unknown members.",
    refused: body({ system: [text("Be brief.", { id: "lc_1" })] }),
    taken: body({ system: [text("Be brief.")] }),
    message: extra("system.0.id"),
    source: ["2.5", "sdk-types", "issue-report"],
  },
  {
    name: "block-field-unknown",
    what: "A block has no unknown members.",
    refused: say(text("Hello", { id: "lc_1" })),
    taken: say(text("Hello")),
    message: extra("messages.0.content.0.text.id"),
    source: ["2.5", "sdk-types", "issue-report"],
  },
  {
    name: "block-field-unknown-in-result",
    what: "A block in the result of a tool has no unknown members.",
    refused: answered([use("t1")], [result("t1", { content: [text("Sunny", { id: "lc_1" })] })]),
    taken: answered([use("t1")], [result("t1", { content: [text("Sunny")] })]),
    message: extra("messages.2.content.0.tool_result.content.0.text.id"),
    source: ["2.5", "sdk-types", "issue-report"],
  },
  {
    name: "tool-field-unknown",
    what: "A tool has no unknown members.",
    refused: withTools([tool({ extra: 1 })]),
    taken: withTools([tool({ description: "Says the weather." })]),
    message: extra("tools.0.custom.extra"),
    source: ["1.6", "sdk-types", "issue-report"],
  },
  {
    name: "metadata-field-unknown",
    what: "`metadata` has only `user_id`.",
    refused: body({ metadata: { team: "a" } }),
    taken: body({ metadata: { user_id: "a" } }),
    message: extra("metadata.team"),
    source: ["1.3, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "output-config-field-unknown",
    what: "`output_config` has only `effort` and `format`; with its beta also `task_budget`.",
    refused: body({ output_config: { task_budget: { type: "tokens", total: 20_000 } } }),
    taken: body(
      { output_config: { task_budget: { type: "tokens", total: 20_000 } } },
      beta("task-budgets-2026-03-13"),
    ),
    message: extra("output_config.task_budget"),
    source: ["1.4", "sdk-types", "issue-report"],
  },
  {
    name: "diagnostics-field-unknown",
    what: "`diagnostics` has only `previous_message_id`.",
    refused: body({ diagnostics: { verbose: true } }),
    taken: body({ diagnostics: { previous_message_id: null } }),
    message: extra("diagnostics.verbose"),
    source: ["1.3, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "thinking-field-unknown",
    what: "`thinking` has only the members of its type.",
    refused: body({ thinking: { type: "disabled", budget_tokens: 1024 } }),
    taken: body({ thinking: { type: "disabled" } }),
    message: extra("thinking.disabled.budget_tokens"),
    source: ["1.8, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "thinking-block-binding-without-beta",
    what: "`block_binding` is known only with the beta `thinking-binding-controls-2026-08-01`.",
    refused: body({ thinking: binding }),
    taken: body({ thinking: binding }, beta("thinking-binding-controls-2026-08-01")),
    message: extra("thinking.adaptive.block_binding"),
    source: ["1.4, 1.8", "sdk-types", "documentation"],
  },
  {
    name: "tool-choice-field-unknown",
    what: "`tool_choice` has only the members of its type.",
    refused: withTools([tool()], {
      tool_choice: { type: "none", disable_parallel_tool_use: true },
    }),
    taken: withTools([tool()], { tool_choice: { type: "auto", disable_parallel_tool_use: true } }),
    message: extra("tool_choice.none.disable_parallel_tool_use"),
    source: ["1.7, 2.5", "sdk-types", "inferred"],
  },
  ...betaFields.map(toBetaLine),
  {
    name: "beta-field/thread",
    what: "`thread` is known only with the beta `message-threads-2026-08-12`.",
    refused: body({ thread: { type: "create" } }),
    message: extra("thread"),
    lenient: "refuses",
    source: ["1.4", "sdk-types", "issue-report"],
  },
]);
