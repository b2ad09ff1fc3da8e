import type { Block, ToolCallBlock } from "../../../../conversation/conversation.js";
import { createUniqueIds } from "../../../../conversation/legal-names.js";
import { isResult, missingResult, queueById } from "../../../../conversation/pairing.js";
import { placeOf } from "../../../../conversation/pointer.js";
import type { WriteRequestContext } from "../context.js";
import {
  blockToolCallRules as callRules,
  blockToolResultRules as resultRules,
  turnBlocksRules,
} from "../rules/content.js";
import type { Draft } from "./draft.js";

/** A call, and the id that it has on the wire. */
interface WireCall {
  readonly call: ToolCallBlock;
  readonly id: string;
}

/**
 * Brings calls and results together: after a message with calls comes one of the user that begins
 * with all their results, in the order of the calls. Ids become legal and unique, the same way on
 * both sides. What does not match is refused, or mended where the options say so.
 */
export function pairDrafts(drafts: readonly Draft[], context: WriteRequestContext): Draft[] {
  const { toolIdPattern, maxToolId } = context.capabilities;
  const toWireId = createUniqueIds(toolIdPattern, maxToolId);
  const paired: Draft[] = [];
  let open: readonly WireCall[] = [];
  for (const draft of drafts) {
    const calls: WireCall[] = [];
    const blocks =
      draft.role === "user"
        ? answerCalls(open, draft.blocks, context)
        : draft.blocks.map((block) => nameCall(block, calls, toWireId, context));
    open = calls;
    if (blocks.length > 0) paired.push({ ...draft, blocks });
  }
  const last = answerCalls(open, [], context);
  if (last.length === 0) return paired;
  return [...paired, { role: "user", at: drafts.at(-1)?.at ?? "", blocks: last, taken: {} }];
}

function nameCall(
  block: Block,
  calls: WireCall[],
  toWireId: (original: string) => string,
  context: WriteRequestContext,
): Block {
  if (block.type !== "tool_call") return block;
  const id = toWireId(block.id);
  if (id !== block.id) context.receipt.apply(callRules.newId, placeOf(block, "id"));
  calls.push({ call: block, id });
  return { ...block, id };
}

/** The blocks of a user's message, its results first and in the order of the calls. */
function answerCalls(
  calls: readonly WireCall[],
  blocks: readonly Block[],
  context: WriteRequestContext,
): Block[] {
  const queues = queueById(blocks.filter(isResult), ({ callId }) => callId);
  const matched = new Set<Block>();
  const answers = calls.flatMap(({ call, id }): readonly Block[] => {
    const result = queues.get(call.id)?.pop();
    if (!result) return mendCall(call, id, context);
    matched.add(result);
    return [{ ...result, callId: id }];
  });
  tellOrder(blocks, matched, context);
  const known = new Set(calls.map(({ call }) => call.id));
  const rest = blocks.filter((block) => !matched.has(block));
  return [...answers, ...rest.flatMap((block) => mendResult(block, known, context))];
}

/** Results that came after something else have moved. */
function tellOrder(
  blocks: readonly Block[],
  matched: ReadonlySet<Block>,
  { receipt }: WriteRequestContext,
): void {
  const firstOther = blocks.findIndex(({ type }) => type !== "tool_result");
  const late = blocks.find((block, index) => matched.has(block) && index > firstOther);
  if (firstOther >= 0 && late) receipt.apply(turnBlocksRules.resultsFirst, late.at ?? "");
}

/** What becomes of a result that answers no open call; all other blocks stay. */
function mendResult(
  block: Block,
  known: ReadonlySet<string>,
  { options, receipt }: WriteRequestContext,
): readonly Block[] {
  if (block.type !== "tool_result") return [block];
  const at = placeOf(block, "callId");
  if (known.has(block.callId)) {
    receipt.apply(options.repair ? resultRules.repeatDropped : resultRules.repeated, at);
    return [];
  }
  const accepted = receipt.apply(
    options.repair ? resultRules.orphanAsText : resultRules.orphan,
    at,
  );
  return accepted ? block.content : [];
}

function mendCall(
  call: ToolCallBlock,
  callId: string,
  context: WriteRequestContext,
): readonly Block[] {
  const { options, receipt } = context;
  const at = call.at ?? "";
  if (!receipt.apply(options.repair ? callRules.answered : callRules.unanswered, at)) return [];
  return [
    {
      type: "tool_result",
      callId,
      content: [{ type: "text", text: missingResult }],
      isError: true,
      at,
    },
  ];
}
