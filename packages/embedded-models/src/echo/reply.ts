import {
  type Conversation,
  type ModelYield,
  placeOf,
  type ToolResultBlock,
  usage,
} from "@diglot/core";
import { countInput } from "../count-input.js";
import { describeBlocks } from "../describe-block.js";
import { isToolResult, latestBlocks, toolNamesById } from "../latest.js";
import { callTool, createTally, type PlannedCall, report, say, think } from "../speak.js";
import { exampleValue } from "./example-value.js";
import { noExample } from "./no-example.js";
import { planCalls } from "./plan-calls.js";

interface EchoPlan {
  readonly text: string;
  readonly calls: readonly PlannedCall[];
}

/**
 * Everything that echo yields for a conversation; pure.
 * @throws ServiceError `bad_request` for a schema that has no example of a limited size
 */
export function* echoReply(conversation: Conversation): Generator<ModelYield> {
  const tally = createTally();
  const plan = planOf(conversation);
  yield usage({ input: countInput(conversation) });
  if (wantsReasoning(conversation)) yield* think(describePlan(plan), tally);
  yield* say(plan.text, tally);
  for (const call of plan.calls) yield* callTool(call, tally);
  yield report(tally);
}

/** A conversation does not change, and all choices of one request say the same. */
const plans = new WeakMap<Conversation, EchoPlan>();

function planOf(conversation: Conversation): EchoPlan {
  const plan = plans.get(conversation) ?? planEcho(conversation);
  plans.set(conversation, plan);
  return plan;
}

function planEcho(conversation: Conversation): EchoPlan {
  const blocks = latestBlocks(conversation);
  const results = sayResults(conversation, blocks.filter(isToolResult));
  const said = describeBlocks(blocks.filter((block) => !isToolResult(block)));
  const { calls, rest } = planCalls(conversation, said);
  const text = [...results, rest].filter((part) => part !== "").join("\n");
  return { calls, text: shape(conversation, text, calls.length > 0) };
}

/** Characters of a tool's name that are said; many results may have the name of one call. */
const saidName = 80;

function sayResults(
  conversation: Conversation,
  results: readonly ToolResultBlock[],
): readonly string[] {
  const names = results.length > 0 ? toolNamesById(conversation) : undefined;
  return results.map((result) => {
    const name = names?.get(result.callId)?.slice(0, saidName) ?? `The call ${result.callId}`;
    const verb = result.isError ? "failed" : "answered";
    return `${name} ${verb}: ${describeBlocks(result.content) || "[nothing]"}`;
  });
}

/** Gives the text the form that the caller asked for. */
function shape(conversation: Conversation, text: string, hasCalls: boolean): string {
  if (text === "" && hasCalls) return "";
  const { output } = conversation;
  if (output?.type === "json") return JSON.stringify({ echo: text });
  if (output?.type === "json_schema") return toExampleText(conversation, output.schema, text);
  return continueLastTurn(conversation, text === "" ? "[nothing was said]" : text);
}

function toExampleText(conversation: Conversation, schema: unknown, text: string): string {
  const value = exampleValue(schema, text);
  if (value === undefined) throw noExample(placeOf(conversation, "output"));
  return JSON.stringify(value);
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
