import type { Rule, Rules } from "@diglot/core/translation";

/** What the places of Chat Completions are called here. All other places have the same name in both. */
const places: Readonly<Record<string, string>> = {
  messages: "input",
  "messages.content": "input.content",
  "messages.content.text": "input.content.text",
  "messages.content.image_url": "input.content.image_url",
  "messages.content.file": "input.content.file_data",
  "messages.content.input_audio": "input.content.input_audio",
  "messages.tool_calls.id": "input.call_id",
  "tools.function.name": "tools.name",
  "tools.function.parameters": "tools.parameters",
  max_completion_tokens: "max_output_tokens",
  prompt_cache_breakpoint: "input.content.prompt_cache_breakpoint",
  reasoning_effort: "reasoning.effort",
  response_format: "text.format",
  user: "safety_identifier",
};

/** Rules of Chat Completions, with whose code requests of this format are written, with its own places. */
export function inThisFormat<R extends Rules>(rules: R): Readonly<Record<keyof R, Rule>> {
  const moved = Object.entries(rules).map(([name, rule]) => [name, movePlace(rule)] as const);
  return Object.fromEntries(moved) as Record<keyof R, Rule>;
}

function movePlace(rule: Rule): Rule {
  return rule.to === undefined ? rule : { ...rule, to: places[rule.to] ?? rule.to };
}
