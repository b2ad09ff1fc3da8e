import type { SampleRequest } from "../rule.js";
import { defineRules } from "./define-rules.js";
import { body, type Members, talk, tool, withTools } from "./samples.js";

const haiku = "claude-haiku-4-5";
const opus47 = "claude-opus-4-7";
const opus48 = "claude-opus-4-8";
const opus5 = "claude-opus-5";
const opus55 = "claude-opus-5-5";

const ask = (model: string, members: Members = {}) => body({ model, ...members });
const begun = [
  ["user", "Hello"],
  ["assistant", "Hello, I"],
] as const;
const instructed = [
  ["user", "Hello"],
  ["system", "Be brief."],
] as const;
const manual = { max_tokens: 2048, thinking: { type: "enabled", budget_tokens: 1024 } };

/** A prompt of about so many tokens, made on use. */
function long(model: string, tokens: number): SampleRequest {
  return {
    get body() {
      return { model, messages: [{ role: "user", content: "word ".repeat((tokens * 4) / 5) }] };
    },
  };
}

/** What single models refuse; the table of models says which. */
export const modelRules = defineRules("Models", [
  {
    name: "model/max-tokens",
    what: "A model writes only so many tokens.",
    refused: ask(haiku, { max_tokens: 64_001 }),
    taken: ask(haiku, { max_tokens: 64_000 }),
    message:
      /^max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4-5/,
    lenient: "refuses",
    source: ["1.3, 2.5", "issue-report"],
  },
  {
    name: "model/context-window",
    what: "A model reads only so many tokens.",
    refused: long(haiku, 201_000),
    taken: long(haiku, 199_000),
    message: /^prompt is too long: \d+ tokens > 200000 maximum$/,
    lenient: "refuses",
    source: ["2.5", "issue-report"],
    recording: {
      repository: "crmne/ruby_llm",
      path: "spec/fixtures/vcr_cassettes/chat_real_error_scenarios_anthropic_claude-haiku-4-5_handles_context_length_exceeded_errors.yml",
    },
  },
  {
    name: "model/sampling",
    what: "Newer models take sampling parameters only at their defaults.",
    refused: ask(opus47, { temperature: 0.5 }),
    taken: ask(opus47, { temperature: 1 }),
    message: "`temperature` is deprecated for this model.",
    lenient: "refuses",
    source: ["1.9", "documentation", "issue-report"],
  },
  {
    name: "model/sampling-together",
    what: "Older models take `temperature` or `top_p`, not both.",
    refused: ask(haiku, { temperature: 0.5, top_p: 0.5 }),
    taken: ask(haiku, { temperature: 0.5, top_k: 5 }),
    message: /^`temperature` and `top_p` cannot both be specified for this model\./,
    lenient: "refuses",
    source: ["2.5", "issue-report"],
  },
  {
    name: "model/manual-thinking",
    what: "Newer models set no budget for their thinking.",
    refused: ask(opus47, manual),
    taken: ask(opus47, { thinking: { type: "adaptive" } }),
    message:
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    lenient: "refuses",
    source: ["1.8, 2.5", "documentation"],
  },
  {
    name: "model/adaptive-thinking",
    what: "Older models do not choose how much they think.",
    refused: ask(haiku, { thinking: { type: "adaptive" } }),
    taken: ask(haiku, manual),
    message: "adaptive thinking is not supported on this model",
    lenient: "refuses",
    source: ["1.8, 2.5", "documentation"],
  },
  {
    name: "model/disabled-thinking",
    what: "Some models cannot be kept from thinking.",
    refused: ask(opus55, { thinking: { type: "disabled" } }),
    taken: ask(opus5, { thinking: { type: "disabled" } }),
    message:
      '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    lenient: "refuses",
    source: ["1.8, 2.5", "documentation"],
  },
  {
    name: "model/thinking-between-tools",
    what: "Hardly any model takes `between_tools`.",
    refused: ask(opus5, { thinking: { type: "between_tools" } }),
    taken: ask("claude-sonnet-5-5", { thinking: { type: "between_tools" } }),
    message: /^"thinking\.type\.between_tools" is not supported for this model\./,
    lenient: "refuses",
    source: ["1.8", "documentation", "inferred"],
  },
  {
    name: "model/effort",
    what: "Some models have no levels of effort.",
    refused: ask(haiku, { output_config: { effort: "low" } }),
    taken: ask(opus5, { output_config: { effort: "low" } }),
    message: "This model does not support the effort parameter.",
    lenient: "refuses",
    source: ["1.8", "documentation", "issue-report"],
  },
  {
    name: "model/effort-level",
    what: "Some models have only some levels of effort.",
    refused: ask("claude-opus-4-6", { output_config: { effort: "xhigh" } }),
    taken: ask("claude-opus-4-6", { output_config: { effort: "max" } }),
    message:
      "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
    lenient: "refuses",
    source: ["1.8", "documentation"],
    recording: {
      repository: "pydantic/pydantic-ai",
      path: "tests/models/cassettes/test_anthropic/test_anthropic_explicit_effort_xhigh_unsupported_model_errors.yaml",
    },
  },
  {
    name: "model/forced-tool",
    what: "The newest models take no forced tool.",
    refused: withTools([tool()], { model: opus55, tool_choice: { type: "any" } }),
    taken: withTools([tool()], { model: opus55, tool_choice: { type: "auto" } }),
    message: 'tool_choice: type "tool" and "any" are not supported for this model.',
    lenient: "refuses",
    source: ["1.7", "documentation"],
  },
  {
    name: "model/prefill",
    what: "Newer models do not go on with a reply that has begun.",
    refused: talk(begun, { model: opus48 }),
    taken: talk(begun, { model: haiku }),
    message:
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    lenient: "refuses",
    source: ["2.1", "documentation"],
  },
  {
    name: "model/system-turn",
    what: "Older models take instructions only at the beginning.",
    refused: talk(instructed, { model: haiku }),
    taken: talk(instructed, { model: opus48 }),
    message:
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    lenient: "refuses",
    source: ["2.2", "third-party-probe", "issue-report"],
  },
]);
