import type {
  Block,
  ToolCallBlock,
  ToolResultBlock,
  Turn,
} from "../../../../conversation/conversation.js";
import { isResult, missingResult, queueById } from "../../../../conversation/pairing.js";
import type { WriteRequestContext } from "../context.js";
import {
  blockToolCallRules as callRules,
  blockToolResultRules as resultRules,
} from "../rules/content.js";
import { errorPrefix } from "./results.js";

/** The calls of a turn; only those of the assistant count. */
export function callsOf(turn: Turn | undefined): readonly ToolCallBlock[] {
  return turn?.role === "assistant" ? turn.blocks.filter(isCall) : [];
}

function isCall(block: Block): block is ToolCallBlock {
  return block.type === "tool_call";
}

/**
 * Holds the calls of each turn against the results of the next. Problems are refused, or mended
 * where the options say so; afterwards every call has one result, at the head of the next turn.
 */
export function mendPairs(turns: readonly Turn[], context: WriteRequestContext): readonly Turn[] {
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
function answerAll(calls: readonly ToolCallBlock[], context: WriteRequestContext): readonly Turn[] {
  const blocks = answer(calls, context);
  return blocks.length > 0 ? [{ role: "user", blocks }] : [];
}

function answer(
  calls: readonly ToolCallBlock[],
  { options, receipt }: WriteRequestContext,
): readonly Block[] {
  const rule = options.repair ? callRules.answered : callRules.unanswered;
  return calls
    .filter(({ at = "" }) => receipt.apply(rule, at))
    .map(({ id }) => ({
      type: "tool_result",
      callId: id,
      content: [{ type: "text", text: `${errorPrefix}${missingResult}` }],
      // The text says it already.
      isError: false,
    }));
}

function mendUser(turn: Turn, calls: readonly ToolCallBlock[], context: WriteRequestContext): Turn {
  const queues = queueCalls(calls);
  const open = new Set(calls);
  const results: Block[] = [];
  const others: Block[] = [];
  let isLate = false;
  for (const block of turn.blocks) {
    isLate ||= !isResult(block);
    if (!isResult(block)) {
      others.push(block);
      continue;
    }
    const queue = queues.get(block.callId);
    const call = queue?.pop();
    if (!call) {
      others.push(...mendUnexpected(block, queue !== undefined, context));
      continue;
    }
    open.delete(call);
    if (isLate) noteLate(block, context);
    results.push(block);
  }
  return { ...turn, blocks: [...results, ...answer([...open], context), ...others] };
}

/** The calls that wait for results, by their ids. */
export function queueCalls(calls: readonly ToolCallBlock[]): ReadonlyMap<string, ToolCallBlock[]> {
  return queueById(calls, ({ id }) => id);
}

/** A result without a call of its own, as text where it may stay. */
function mendUnexpected(
  block: ToolResultBlock,
  isAnswered: boolean,
  { options, receipt }: WriteRequestContext,
): readonly Block[] {
  const { at = "" } = block;
  if (isAnswered) {
    receipt.apply(options.repair ? resultRules.left : resultRules.repeated, at);
    return [];
  }
  return receipt.apply(options.repair ? resultRules.reported : resultRules.orphan, at)
    ? toReported(block)
    : [];
}

function toReported({ content, isError }: ToolResultBlock): readonly Block[] {
  if (!isError) return content;
  const [first, ...rest] = content;
  return first?.type === "text"
    ? [{ ...first, text: `${errorPrefix}${first.text}` }, ...rest]
    : [{ type: "text", text: errorPrefix.trimEnd() }, ...content];
}

function noteLate({ at = "" }: ToolResultBlock, { options, receipt }: WriteRequestContext): void {
  receipt.apply(options.repair ? resultRules.reordered : resultRules.late, at);
}
