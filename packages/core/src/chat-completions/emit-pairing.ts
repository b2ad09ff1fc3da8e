import type { Block, ToolCallBlock, ToolResultBlock, Turn } from "../conversation/conversation.js";
import { toLegal } from "../conversation/legal-names.js";
import type { EmitContext } from "../upstream-format.js";
import { contentRules } from "./emit-rules-content.js";

const callRules = contentRules["block.tool_call"];
const resultRules = contentRules["block.tool_result"];

/** What a mended history says of a call that has no result. */
const missingResult = "This call has no result.";

/** The calls of a turn; only those of the assistant count. */
export function callsOf(turn: Turn | undefined): readonly ToolCallBlock[] {
  return turn?.role === "assistant" ? turn.blocks.filter(isCall) : [];
}

function isCall(block: Block): block is ToolCallBlock {
  return block.type === "tool_call";
}

/** Whether a block is the result of a tool. */
export function isResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result";
}

/**
 * Holds the calls of each turn against the results of the next. Problems are refused, or mended
 * where the options say so; afterwards every call has one result, at the head of the next turn.
 */
export function mendPairs(turns: readonly Turn[], context: EmitContext): readonly Turn[] {
  const mended: Turn[] = [];
  let calls: readonly ToolCallBlock[] = [];
  for (const turn of turns) {
    if (turn.role === "user") {
      mended.push(mendUser(turn, calls, context));
    } else {
      mended.push(...answerAll(calls, context), turn);
    }
    calls = callsOf(turn);
  }
  return [...mended, ...answerAll(calls, context)];
}

/** A turn with results for calls that nobody answers. */
function answerAll(calls: readonly ToolCallBlock[], context: EmitContext): readonly Turn[] {
  const blocks = answer(calls, context);
  return blocks.length > 0 ? [{ role: "user", blocks }] : [];
}

function answer(
  calls: readonly ToolCallBlock[],
  { options, receipt }: EmitContext,
): readonly Block[] {
  const rule = options.repair ? callRules.answered : callRules.unanswered;
  return calls
    .filter(({ at = "" }) => receipt.apply(rule, at))
    .map(({ id }) => ({
      type: "tool_result",
      callId: id,
      content: [{ type: "text", text: missingResult }],
      isError: true,
    }));
}

function mendUser(turn: Turn, calls: readonly ToolCallBlock[], context: EmitContext): Turn {
  const open = [...calls];
  const results: Block[] = [];
  const others: Block[] = [];
  for (const block of turn.blocks) {
    if (!isResult(block)) {
      others.push(block);
      continue;
    }
    const index = open.findIndex(({ id }) => id === block.callId);
    if (index === -1) {
      others.push(...mendUnexpected(block, calls, context));
      continue;
    }
    open.splice(index, 1);
    noteLate(block, turn, context);
    results.push(block);
  }
  return { ...turn, blocks: [...results, ...answer(open, context), ...others] };
}

/** A result without a call of its own, as text where it may stay. */
function mendUnexpected(
  block: ToolResultBlock,
  calls: readonly ToolCallBlock[],
  { options, receipt }: EmitContext,
): readonly Block[] {
  const { at = "", callId, content } = block;
  if (calls.some(({ id }) => id === callId)) {
    receipt.apply(options.repair ? resultRules.left : resultRules.repeated, at);
    return [];
  }
  return receipt.apply(options.repair ? resultRules.told : resultRules.orphan, at) ? content : [];
}

function noteLate(block: ToolResultBlock, turn: Turn, { options, receipt }: EmitContext): void {
  const before = turn.blocks.slice(0, turn.blocks.indexOf(block));
  if (before.every(isResult)) return;
  receipt.apply(options.repair ? resultRules.reordered : resultRules.late, block.at ?? "");
}

/** What an upstream calls each call and its result. */
export type CallIds = ReadonlyMap<Block, string>;

/**
 * Legal ids for all calls, each unlike those before it, and the same ones for their results. Where
 * an id is there twice, calls and results belong together in their order.
 */
export function assignIds(turns: readonly Turn[], context: EmitContext): CallIds {
  const ids = new Map<Block, string>();
  const used = new Set<string>();
  let waiting: ToolCallBlock[] = [];
  let changed: ToolCallBlock | undefined;
  for (const turn of turns) {
    for (const result of turn.blocks.filter(isResult)) {
      const index = waiting.findIndex(({ id }) => id === result.callId);
      const [call] = index === -1 ? [] : waiting.splice(index, 1);
      ids.set(result, (call && ids.get(call)) ?? result.callId);
    }
    if (turn.role === "assistant") waiting = [...callsOf(turn)];
    for (const call of callsOf(turn)) {
      const id = toUnusedId(call.id, used, context);
      if (id !== call.id) changed ??= call;
      ids.set(call, id);
      used.add(id);
    }
  }
  if (changed) context.receipt.apply(callRules.newId, changed.at ?? "");
  return ids;
}

function toUnusedId(
  original: string,
  used: ReadonlySet<string>,
  { capabilities: { toolIdPattern, maxToolId } }: EmitContext,
): string {
  let id = toLegal(original, toolIdPattern, maxToolId);
  for (let count = 2; used.has(id); count++) {
    id = toLegal(`${original}_${count}`, toolIdPattern, maxToolId);
  }
  return id;
}
