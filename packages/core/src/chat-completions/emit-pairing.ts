import type { Block, ToolCallBlock, ToolResultBlock, Turn } from "../conversation/conversation.js";
import type { EmitContext } from "../upstream-format.js";
import { errorPrefix } from "./emit-results.js";
import { contentRules } from "./emit-rules-content.js";

const callRules = contentRules["block.tool_call"];
const resultRules = contentRules["block.tool_result"];

/** What a mended history says of a call that has no result. */
const missingResult = `${errorPrefix}This call has no result.`;

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
      // The text says it already.
      isError: false,
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
  const { at = "", callId } = block;
  if (calls.some(({ id }) => id === callId)) {
    receipt.apply(options.repair ? resultRules.left : resultRules.repeated, at);
    return [];
  }
  return receipt.apply(options.repair ? resultRules.told : resultRules.orphan, at)
    ? toTold(block)
    : [];
}

function toTold({ content, isError }: ToolResultBlock): readonly Block[] {
  if (!isError) return content;
  const [first, ...rest] = content;
  return first?.type === "text"
    ? [{ ...first, text: `${errorPrefix}${first.text}` }, ...rest]
    : [{ type: "text", text: errorPrefix.trimEnd() }, ...content];
}

function noteLate(block: ToolResultBlock, turn: Turn, { options, receipt }: EmitContext): void {
  const before = turn.blocks.slice(0, turn.blocks.indexOf(block));
  if (before.every(isResult)) return;
  receipt.apply(options.repair ? resultRules.reordered : resultRules.late, block.at ?? "");
}
