import { type Conversation, type ModelYield, type ToolResultBlock, usage } from "@diglot/core";
import { countInput } from "../count-input.js";
import { describeBlocks } from "../describe-block.js";
import { findToolName, isToolResult, latestBlocks } from "../latest.js";
import { callTool, createTally, type PlannedCall, report, say, think } from "../speak.js";
import { exampleValue } from "./example-value.js";
import { planCalls } from "./plan-calls.js";

interface EchoPlan {
  readonly text: string;
  readonly calls: readonly PlannedCall[];
}

/** Everything that echo yields for a conversation; pure. */
export function* echoReply(conversation: Conversation): Generator<ModelYield> {
  const tally = createTally();
  const plan = planEcho(conversation);
  yield usage({ input: countInput(conversation) });
  if (wantsReasoning(conversation)) yield* think(describePlan(plan), tally);
  yield* say(plan.text, tally);
  for (const call of plan.calls) yield* callTool(call, tally);
  yield report(tally);
}

function planEcho(conversation: Conversation): EchoPlan {
  const blocks = latestBlocks(conversation);
  const results = blocks.filter(isToolResult).map((result) => sayResult(conversation, result));
  const said = describeBlocks(blocks.filter((block) => !isToolResult(block)));
  const { calls, rest } = planCalls(conversation, said);
  const text = [...results, rest].filter((part) => part !== "").join("\n");
  return { calls, text: shape(conversation, text, calls.length > 0) };
}

function sayResult(conversation: Conversation, result: ToolResultBlock): string {
  const name = findToolName(conversation, result.callId) ?? `The call ${result.callId}`;
  const verb = result.isError ? "failed" : "answered";
  return `${name} ${verb}: ${describeBlocks(result.content) || "[nothing]"}`;
}

/** Gives the text the form that the caller asked for. */
function shape(conversation: Conversation, text: string, hasCalls: boolean): string {
  if (text === "" && hasCalls) return "";
  const { output } = conversation;
  if (output?.type === "json") return JSON.stringify({ echo: text });
  if (output?.type === "json_schema") return JSON.stringify(exampleValue(output.schema, text));
  return continueLastTurn(conversation, text === "" ? "[nothing was said]" : text);
}

/** If the caller has begun the reply, the rest of it. */
function continueLastTurn({ turns }: Conversation, text: string): string {
  const last = turns.at(-1);
  if (last?.role !== "assistant") return text;
  const begun = describeBlocks(last.blocks.filter((block) => block.type === "text"));
  return text.startsWith(begun) ? text.slice(begun.length) : text;
}

function wantsReasoning({ reasoning }: Conversation): boolean {
  if (!reasoning || reasoning.mode === "disabled") return false;
  if (reasoning.mode === "enabled" || reasoning.mode === "adaptive") return true;
  return reasoning.effort !== undefined && reasoning.effort !== "none";
}

function describePlan({ text, calls }: EchoPlan): string {
  const names = calls.map((call) => call.name).join(" and ");
  if (calls.length === 0) return "I will say back what I was told, word by word.";
  if (text === "") return `I will call ${names}.`;
  return `I will say back what I was told and then call ${names}.`;
}
