import type { Rule } from "../receipt/rules.js";

/** The tools whose changing lines are known. */
export const promptPresets = [
  "anything-llm",
  "claude-code",
  "goose",
  "oh-my-opencode",
  "pi",
] as const;

/** A tool whose changing lines are known. */
export type PromptPreset = (typeof promptPresets)[number];

/** Something that a tool writes into its instructions, and that differs from one request to the next. */
export interface ChangingLine {
  readonly preset: PromptPreset;
  /** The name of the tool. */
  readonly tool: string;
  /** An example of what the tool writes. */
  readonly example: string;
  /** What is sent instead; absent if nothing is. */
  readonly kept?: string | undefined;
  /** An address where somebody reports it. */
  readonly source: string;
  /** Finds it in a text of instructions, in time that grows with the text only. */
  readonly pattern: RegExp;
  /** What stays, as `String.replace` takes it. */
  readonly replacement: string;
  readonly rule: Rule;
}

const dropped: Rule = {
  outcome: "dropped",
  reason: "It changes with every request, so no prompt cache could be used.",
};

const shortened: Rule = {
  outcome: "approximated",
  reason: "The time of day changes with every request, so no prompt cache could be used.",
};

/** Everything that is known. Dates stay, because models need them and they change once a day. */
export const changingLines: readonly ChangingLine[] = [
  {
    preset: "claude-code",
    tool: "Claude Code",
    example:
      "x-anthropic-billing-header: cc_version=2.1.177.01c; cc_entrypoint=sdk-cli; cch=36ee5;",
    source: "https://github.com/anthropics/claude-code/issues/68900",
    pattern: /^\s*x-anthropic-billing-header:(?:[ \t]*[\w-]+=[^;\s]*;?)*[ \t]*\n?/,
    replacement: "",
    rule: dropped,
  },
  {
    preset: "claude-code",
    tool: "Claude Code",
    example: "<total_tokens>14931235 tokens left</total_tokens>",
    source: "https://github.com/anthropics/claude-code/issues/90018",
    pattern: /\n?<total_tokens>\d+ tokens left<\/total_tokens>/g,
    replacement: "",
    rule: dropped,
  },
  {
    preset: "pi",
    tool: "pi",
    example: "Current date and time: Monday, March 9, 2026 at 06:00:31 PM PDT",
    kept: "Current date and time: Monday, March 9, 2026",
    source: "https://github.com/earendil-works/pi/issues/2013",
    pattern:
      /^(Current date and time: [A-Z][a-z]+, [A-Z][a-z]+ \d{1,2}, \d{4}),?(?: at)? \d{1,2}:\d\d:\d\d [AP]M[^\n]*/m,
    replacement: "$1",
    rule: shortened,
  },
  {
    preset: "oh-my-opencode",
    tool: "oh-my-opencode",
    example: "Current time: 03:04:05 PM",
    source: "https://github.com/code-yeongyu/oh-my-openagent/issues/1970",
    pattern: /(<omo-env>\n(?: {2}Current date: [^\n]*\n)?) {2}Current time: [^\n]*\n/,
    replacement: "$1",
    rule: dropped,
  },
  {
    preset: "goose",
    tool: "goose, until October 2025",
    example: "The current date is 2025-05-03 12:34:56.",
    kept: "The current date is 2025-05-03.",
    source: "https://github.com/aaif-goose/goose/issues/2431",
    pattern: /^(The current date is \d{4}-\d\d-\d\d) \d\d:\d\d:\d\d/m,
    replacement: "$1",
    rule: shortened,
  },
  {
    preset: "anything-llm",
    tool: "AnythingLLM",
    example: "The current date and time is Thursday, September 17, 2026 3:04 PM.",
    kept: "The current date and time is Thursday, September 17, 2026.",
    source: "https://github.com/Mintplex-Labs/anything-llm/issues/6398",
    pattern:
      /(The current date and time is [A-Z][a-z]+, [A-Z][a-z]+ \d{1,2}, \d{4}) \d{1,2}:\d\d [AP]M/,
    replacement: "$1",
    rule: shortened,
  },
];

/** The lines that an option chooses: those of some tools, of all, or none. */
export function toChangingLines(
  chosen: boolean | readonly PromptPreset[] | undefined,
): readonly ChangingLine[] | undefined {
  if (!chosen) return undefined;
  return chosen === true
    ? changingLines
    : changingLines.filter(({ preset }) => chosen.includes(preset));
}
