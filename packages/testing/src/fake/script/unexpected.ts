import type { Block, Conversation, Turn as ConversationTurn } from "@diglot/core";
import { describeTurn } from "../turns/describe-turn.js";
import { describeResult, shorten } from "./match.js";
import type { ObservedRequest } from "./matcher.js";
import { resultsIn } from "./observed-request.js";
import type { Miss, ScriptEntry } from "./script.js";

/** Why nothing in the script fits a request, for people to read. */
export function describeUnexpected(
  request: ObservedRequest,
  misses: readonly Miss[],
  left: readonly ScriptEntry[],
): string {
  const nearest = nearestOf(misses);
  const why = nearest ? `${nearest.entry.place} does not match it` : "the script has no turn left";
  return [
    `Unexpected request: ${why}.`,
    ...describeRequest(request),
    ...(nearest ? describeMiss(nearest) : []),
    ...describeLeft(left),
  ].join("\n");
}

/** What is left of a script, a line each; nothing if nothing is left. */
export function describeLeft(left: readonly ScriptEntry[]): readonly string[] {
  if (left.length === 0) return [];
  return [
    "Left in the script:",
    ...left.map(({ place, turn }) => `  ${place}: ${describeTurn(turn)}`),
  ];
}

/** The miss of which the largest part holds; the first of equals. */
function nearestOf(misses: readonly Miss[]): Miss | undefined {
  return misses.reduce<Miss | undefined>(
    (nearest, miss) => (nearest && partThatHolds(nearest) >= partThatHolds(miss) ? nearest : miss),
    undefined,
  );
}

function partThatHolds({ members }: Miss): number {
  return members.filter(({ holds }) => holds).length / members.length;
}

function describeRequest({
  format,
  model,
  stream,
  choices,
  tools,
  conversation,
}: ObservedRequest): string[] {
  const { system, turns } = conversation;
  const lines = [
    `${format}, model ${JSON.stringify(model)}${stream ? ", streamed" : ""}${choices > 1 ? `, ${choices} choices` : ""}`,
    ...(tools.length > 0 ? [`tools: ${tools.join(", ")}`] : []),
    ...(system.length > 0 ? [describeSpeech("system", system, conversation)] : []),
    ...turns.map((turn: ConversationTurn) => describeSpeech(turn.role, turn.blocks, conversation)),
  ];
  return ["What came:", ...lines.map((line) => `  ${line}`)];
}

function describeSpeech(
  role: string,
  blocks: readonly Block[],
  conversation: Conversation,
): string {
  return `${role}: ${blocks.map((block) => describeBlock(block, conversation)).join(", ")}`;
}

function describeBlock(block: Block, conversation: Conversation): string {
  switch (block.type) {
    case "text":
    case "thinking":
    case "refusal":
      return `${block.type} ${shorten(block.text)}`;
    case "tool_call":
      return `call of ${block.name} (${block.id}) ${shorten(block.arguments)}`;
    case "tool_result":
      return resultsIn([block], conversation).map(describeResult).join("");
    default:
      return block.type;
  }
}

function describeMiss({ entry, members }: Miss): readonly string[] {
  return [
    `What ${entry.place} expects:`,
    ...members.map(({ member, holds, expected, got }) =>
      holds ? `  ${member}: ${expected}: yes` : `  ${member}: ${expected}: no, got ${got}`,
    ),
  ];
}
