import type { Turn } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { callsOf } from "../../../../conversation/history/results.js";
import { toPlainId } from "../../../../conversation/legal-names.js";
import type { JsonObject } from "../../../../json/value.js";
import { flatMapInSteps, type Steps } from "../../../../runtime/steps.js";
import type { WriteRequestContext } from "../context.js";
import { blockTextRules, turnBlocksRules, turnsRules } from "../rules/content.js";
import { toParts } from "./blocks.js";
import { toOuterCacheControl } from "./cache.js";
import { isText, joinTexts, mustBeParts, type Part } from "./parts.js";
import { echoReasoning } from "./reasoning-history.js";

/** Members of a call in the history that the upstream may have issued itself, and needs back. */
const callExtras = ["extra_content"];

/** The caller's ids of the calls whose ids had to change; remembered blocks are stored under these. */
type CallerIds = ReadonlyMap<string, string>;

/** Writes an assistant turn as one message; no message if the turn has no content left. */
export function* writeAssistant(
  turn: Turn,
  callerIds: CallerIds,
  context: WriteRequestContext,
): Steps<readonly JsonObject[]> {
  const parts = yield* toSpokenParts(turn, context);
  const calls = writeCalls(turn, callerIds, context);
  const reasoning = echoReasoning(turn, callerIds, context);
  const refusal = toRefusal(turn, context);
  if (parts.length + calls.length + Object.keys({ ...reasoning, ...refusal }).length === 0) {
    context.receipt.apply(turnsRules.empty, turn.at ?? "");
    return [];
  }
  noteOrder(turn, context);
  const named = turn.name === undefined ? {} : { name: turn.name };
  const content = toAssistantContent(parts, calls.length > 0, context);
  const called = calls.length > 0 ? { tool_calls: calls } : {};
  const cacheControl = toOuterCacheControl(
    callsOf(turn).findLast(({ cache }) => cache)?.cache,
    context,
  );
  return [
    {
      role: "assistant",
      ...named,
      ...content,
      ...reasoning,
      ...refusal,
      ...called,
      ...cacheControl,
    },
  ];
}

const spoken: ReadonlySet<string> = new Set(["text", "native"]);
const unspoken: ReadonlySet<string> = new Set([
  "thinking",
  "redacted_thinking",
  "refusal",
  "tool_call",
]);

/** The parts of the text; an assistant message cannot contain images and the like. */
function* toSpokenParts({ blocks }: Turn, context: WriteRequestContext): Steps<readonly Part[]> {
  const said = blocks.filter(
    ({ type, at = "" }) =>
      spoken.has(type) ||
      (!unspoken.has(type) && context.receipt.apply(turnBlocksRules.misplaced, at)),
  );
  return yield* flatMapInSteps(said, (block) => {
    const parts = toParts(block, context);
    return block.type === "native" ? parts.map((part) => setApart(part, block === said[0])) : parts;
  });
}

/** Blocks that become text get lines of their own, because the texts of a turn are joined without a separator. */
function setApart(part: Part, isFirst: boolean): Part {
  if (!isText(part)) return part;
  return { ...part, text: `${isFirst ? "" : "\n"}${part.text}\n` };
}

/** Text that was cut into blocks is joined without a separator. */
function toAssistantContent(
  parts: readonly Part[],
  hasCalls: boolean,
  { capabilities }: WriteRequestContext,
): JsonObject {
  if (mustBeParts(parts)) return { content: parts };
  const text = joinTexts(parts, "");
  if (text !== "" || !hasCalls) return { content: text };
  switch (capabilities.assistantContent) {
    case "null":
      return { content: null };
    case "empty":
      return { content: "" };
    case "omit":
      return {};
  }
}

function writeCalls(
  turn: Turn,
  callerIds: CallerIds,
  context: WriteRequestContext,
): readonly JsonObject[] {
  const taken = callExtras.filter((name) => context.capabilities.extensions.includes(name));
  return callsOf(turn).map((call) => ({
    id: call.id,
    type: "function",
    function: { name: context.names.toUpstream(call.name), arguments: call.arguments },
    ...rememberedExtra(callerIds.get(call.id) ?? call.id, context),
    ...takeExtra(call, context, taken),
  }));
}

/** The native members that the upstream itself sent with a call, and needs back. */
function rememberedExtra(id: string, { remembered }: WriteRequestContext): JsonObject {
  const call = remembered
    .get(id)
    ?.find((block) => block.type === "tool_call" && toPlainId(block.id) === toPlainId(id));
  return (call?.type === "tool_call" && call.extra) || {};
}

function toRefusal({ blocks }: Turn, context: WriteRequestContext): JsonObject {
  const refusals = blocks.filter((block) => block.type === "refusal");
  for (const block of refusals) takeExtra(block, context);
  return refusals.length > 0 ? { refusal: refusals.map(({ text }) => text).join("") } : {};
}

function noteOrder({ blocks }: Turn, { receipt }: WriteRequestContext): void {
  const firstCall = blocks.findIndex(({ type }) => type === "tool_call");
  if (firstCall === -1) return;
  const late = blocks.find(({ type }, index) => type === "text" && index > firstCall);
  if (late) receipt.apply(blockTextRules.beforeCalls, late.at ?? "");
}
