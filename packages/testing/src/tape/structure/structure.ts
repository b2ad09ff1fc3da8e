import type { Conversation, Tool } from "@diglot/core";
import { outlineOf } from "./outline.js";

/**
 * What a recorded request and another one must have in common for its reply to fit: one line for
 * each thing, to be read by people and compared line by line.
 *
 * In it: that there are instructions; the turns, each with its role and its blocks in order (calls
 * by number and name, results by the number of their call and whether they are errors, media by
 * kind and source); the tools by name; a tool choice, an output form, parallel calls that are
 * forbidden, thinking that is asked for, and how many stop sequences there are. These change what
 * a model may say, or what its answer is made of.
 *
 * Not in it: every text, so that tests may rephrase prompts and results; the model's name, so that a
 * tape serves under any; the token limit, temperature, seed and other sampling, user ids,
 * service tiers, cache control and extensions, which change no form; the descriptions and schemas of
 * tools, which are prompts too; how hard the model shall think; reasoning that is handed back.
 * What only one of the formats can say is evened out, see `outlineOf`. One thing cannot be: Chat
 * Completions has no word for a tool result that is an error.
 */
export function structureOf(conversation: Conversation): string {
  const { system, tools, stopSequences, parallelToolCalls } = conversation;
  const hasInstructions = system.some((block) => block.type !== "text" || block.text !== "");
  return [
    ...(hasInstructions ? ["instructions"] : []),
    ...turnLines(conversation),
    ...tools.map(toolLine).sort(),
    ...choiceLines(conversation),
    ...(parallelToolCalls === false ? ["one call at a time"] : []),
    ...outputLines(conversation),
    ...(isToThink(conversation) ? ["thinking"] : []),
    ...(stopSequences.length > 0 ? [`stop sequences: ${stopSequences.length}`] : []),
  ].join("\n");
}

function turnLines({ turns }: Conversation): readonly string[] {
  return outlineOf(turns).map(({ role, parts }, index) => {
    const labels = parts.map(({ label }) => label).join(", ");
    return `turn ${index} ${role}: ${labels || "nothing"}`;
  });
}

function toolLine(tool: Tool): string {
  if (tool.type === "function") return `tool ${tool.name}`;
  return `tool ${tool.name ?? String(tool.value.type)} of ${tool.format}`;
}

/** `auto` is what both formats do when nothing is said. */
function choiceLines({ toolChoice }: Conversation): readonly string[] {
  if (toolChoice === undefined) return [];
  switch (toolChoice.type) {
    case "auto":
      return [];
    case "tool":
      return [`tool choice: ${toolChoice.name}`];
    case "native":
      return [`tool choice: of ${toolChoice.format}`];
    default:
      return [`tool choice: ${toolChoice.type}`];
  }
}

function outputLines({ output }: Conversation): readonly string[] {
  return output === undefined || output.type === "text" ? [] : [`output: ${output.type}`];
}

/** Messages callers ask by a mode, Chat Completions callers by an effort. */
function isToThink({ reasoning }: Conversation): boolean {
  if (reasoning?.mode !== undefined) return reasoning.mode !== "disabled";
  return reasoning?.effort !== undefined && reasoning.effort !== "none";
}
