import { defineRules } from "./define-rules.js";
import { answered, body, result, talk, tool, use, withTools } from "./samples.js";

const manual = { type: "enabled", budget_tokens: 1024 };
const reasoning = { type: "thinking", thinking: "Look it up.", signature: "EqQBCkYIBxgC" };
const waiting = { max_tokens: 2048, thinking: manual, tools: [tool()] };

/** Thinking: how it is asked for, and how it comes back. */
export const thinkingRules = defineRules("Thinking", [
  {
    name: "thinking-type-unknown",
    what: "`thinking` is of type `enabled`, `adaptive`, `disabled` or `between_tools`.",
    refused: body({ thinking: { type: "auto" } }),
    taken: body({ thinking: { type: "adaptive" } }),
    message:
      "thinking: Input tag 'auto' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'",
    lenient: "refuses",
    source: ["1.8, 12", "sdk-types", "chosen"],
  },
  {
    name: "thinking-budget-small",
    what: "A budget is at least 1,024 tokens.",
    refused: body({ thinking: { type: "enabled", budget_tokens: 512 } }),
    taken: body({ max_tokens: 2048, thinking: manual }),
    message: "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    lenient: "refuses",
    source: ["1.8, 2.5", "issue-report"],
  },
  {
    name: "thinking-budget-above-limit",
    what: "A budget is below `max_tokens`, unless thinking may go on between calls.",
    refused: body({ max_tokens: 1024, thinking: manual }),
    taken: body(
      { max_tokens: 1024, thinking: manual },
      { "anthropic-beta": "interleaved-thinking-2025-05-14" },
    ),
    message: /^`max_tokens` must be greater than `thinking\.budget_tokens`/,
    lenient: "refuses",
    source: ["1.8, 2.5", "issue-report"],
  },
  {
    name: "thinking-display-unknown",
    what: "Thinking is displayed `summarized` or `omitted`.",
    refused: body({ thinking: { type: "adaptive", display: "full" } }),
    taken: body({ thinking: { type: "adaptive", display: "omitted" } }),
    message: "thinking.adaptive.display: Input should be 'summarized' or 'omitted'",
    source: ["1.8, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "thinking-display-without-beta",
    what: "The display `updates` is known only with its beta.",
    refused: body({ thinking: { type: "adaptive", display: "updates" } }),
    taken: body(
      { thinking: { type: "adaptive", display: "updates" } },
      { "anthropic-beta": "thinking-display-updates-2026-08-18" },
    ),
    message: "thinking.adaptive.display: Input should be 'summarized' or 'omitted'",
    source: ["1.8", "sdk-types", "documentation"],
  },
  {
    name: "thinking-with-forced-tool",
    what: "Manual thinking goes with no forced tool.",
    refused: withTools([tool()], {
      max_tokens: 2048,
      thinking: manual,
      tool_choice: { type: "any" },
    }),
    taken: withTools([tool()], {
      max_tokens: 2048,
      thinking: manual,
      tool_choice: { type: "auto" },
    }),
    message: /tool_choice/,
    source: ["1.7, 1.8", "documentation"],
  },
  {
    name: "thinking-with-prefill",
    what: "Manual thinking does not go with a reply that has begun.",
    refused: talk(
      [
        ["user", "Where?"],
        ["assistant", "In"],
      ],
      { max_tokens: 2048, thinking: manual },
    ),
    taken: talk([["user", "Where?"]], { max_tokens: 2048, thinking: manual }),
    message: /thinking/,
    source: ["1.8", "documentation"],
  },
  {
    name: "thinking-signature-missing",
    what: "Thinking comes back with its signature.",
    refused: talk([
      ["user", "Where?"],
      ["assistant", [{ type: "thinking", thinking: "Look it up." }]],
      ["user", "Well?"],
    ]),
    taken: talk([
      ["user", "Where?"],
      ["assistant", [reasoning]],
      ["user", "Well?"],
    ]),
    message: "messages.1.content.0.thinking.signature: Field required",
    lenient: "refuses",
    source: ["1.5, 2.5", "sdk-types", "issue-report"],
  },
  {
    name: "thinking-signature-invalid",
    what: "Thinking comes back as it was: a signature of the fake must belong to its text. Those of others it cannot check, so it takes them.",
    refused: talk([
      ["user", "Where?"],
      ["assistant", [{ ...reasoning, signature: "ZGlnbG90LnYxAAAAAAAAAAAAAAAAAAAAdW5zaWduZWQu" }]],
      ["user", "Well?"],
    ]),
    taken: talk([
      ["user", "Where?"],
      ["assistant", [reasoning]],
      ["user", "Well?"],
    ]),
    message: "messages.1.content.0: Invalid `signature` in `thinking` block",
    lenient: "refuses",
    source: ["2.5, 11 case 71", "issue-report"],
  },
  {
    name: "thinking-of-user",
    what: "Only the assistant thinks.",
    refused: talk([["user", [reasoning]]]),
    taken: talk([
      ["user", "Where?"],
      ["assistant", [reasoning]],
    ]),
    message: "messages.0.content: thinking blocks may only be in `assistant` messages",
    source: ["1.5", "third-party-probe"],
  },
  {
    name: "redacted-thinking-of-user",
    what: "Only the assistant thinks, also where it is not shown what. How the text begins is not known.",
    refused: talk([["user", [{ type: "redacted_thinking", data: "EqQB" }]]]),
    taken: talk([
      ["user", "Where?"],
      ["assistant", [{ type: "redacted_thinking", data: "EqQB" }]],
    ]),
    message: /may only be in `assistant` messages$/,
    source: ["1.5", "third-party-probe", "inferred"],
  },
  {
    name: "redacted-thinking-data-missing",
    what: "Redacted thinking comes back with its data.",
    refused: talk([
      ["user", "Where?"],
      ["assistant", [{ type: "redacted_thinking" }]],
      ["user", "Well?"],
    ]),
    taken: talk([
      ["user", "Where?"],
      ["assistant", [{ type: "redacted_thinking", data: "EqQB" }]],
      ["user", "Well?"],
    ]),
    message: "messages.1.content.0.redacted_thinking.data: Field required",
    lenient: "refuses",
    source: ["1.5, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "thinking-cache-mark",
    what: "Thinking takes no cache control.",
    refused: talk([
      ["user", "Where?"],
      ["assistant", [{ ...reasoning, cache_control: { type: "ephemeral" } }]],
      ["user", "Well?"],
    ]),
    taken: talk([
      ["user", "Where?"],
      ["assistant", [reasoning]],
      ["user", "Well?"],
    ]),
    message: "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
    source: ["1.5, 2.5", "sdk-types", "inferred"],
  },
  {
    name: "thinking-must-lead",
    what: "Under manual thinking, a turn that waits for results brings the thinking that it began with.",
    refused: answered([use("t1")], [result("t1")], waiting),
    taken: answered([reasoning, use("t1")], [result("t1")], waiting),
    message:
      /^messages\.1\.content\.0\.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`\. When `thinking` is enabled, a final `assistant` message must start with a thinking block/,
    source: ["1.5, 1.8", "issue-report"],
  },
]);
