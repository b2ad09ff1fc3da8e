import type { Conversation, Tool, ToolResultBlock } from "@diglot/core";
import { describeBlocks } from "../describe-block.js";

/** Questions for the time or the date; "what time do you get up" does not count. */
const timeQuestions: readonly RegExp[] = [
  /\bwhat(?:'s|\s+is)\s+(?:the\s+|today's\s+)?(?:current\s+|exact\s+)?(?:time|date|day|hour)\b/i,
  /\bwhat\s+(?:time|date|day|hour)\s+(?:is\s+it|is\s+today|have\s+we|do\s+we\s+have)\b/i,
  /\b(?:tell|give|show)\s+me\s+(?:the|what|today's)\s+(?:current\s+|exact\s+)?(?:time|date|day|hour)\b/i,
  /\b(?:know|have|got)\s+(?:the|what|today's)\s+(?:current\s+|exact\s+)?(?:time|date|day|hour)\b/i,
  /\bhow\s+late\s+is\s+it\b/i,
];

/** Characters of a text in which such a question is looked for. */
const readCharacters = 2_000;

/** A word in the name of a tool that tells the time; `update` and `runtime` do not count. */
const clockWord = /^(?:get|the|current|local|world|now|today)*(?:time|date|clock)+(?:now|today)?$/i;

const timeAnswers: readonly string[] = [
  "It says: $. Is the time important to you?",
  "I am told: $. What makes you ask just now?",
  "$. Are you waiting for something?",
];

/** Whether a text asks for the time or the date. */
export function asksForTime(text: string): boolean {
  const beginning = text.slice(0, readCharacters).replaceAll("’", "'");
  return timeQuestions.some((question) => question.test(beginning));
}

/** The name of the tool that tells the time, preferably one that takes no arguments. */
export function findTimeTool({ tools, toolChoice }: Conversation): string | undefined {
  if (toolChoice?.type === "none") return undefined;
  const clocks = tools.filter((tool) => tool.type === "function").filter(tellsTime);
  return (clocks.find(needsNothing) ?? clocks[0])?.name;
}

function tellsTime({ name }: { readonly name: string }): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^A-Za-z]+/);
  return words.some((word) => clockWord.test(word));
}

function needsNothing({ parameters }: Extract<Tool, { type: "function" }>): boolean {
  return !Array.isArray(parameters.required) || parameters.required.length === 0;
}

/** Says what tools have answered. `earlier` is how often that was done before. */
export function sayResults(results: readonly ToolResultBlock[], earlier: number): string {
  if (results.some((result) => result.isError)) {
    return "I asked and got no proper answer. Does it trouble you not to know?";
  }
  const answer = describeBlocks(results.flatMap((result) => result.content))
    .trim()
    .replace(/\.$/, "");
  if (answer === "") return "I asked, and nobody answered. How does that make you feel?";
  const frame = timeAnswers[earlier % timeAnswers.length] ?? "$.";
  return frame.replace("$", () => answer);
}
