import type { Block, Conversation, Turn } from "../conversation.js";
import { placeOf } from "../places.js";
import { isReasoning } from "../reasoning-block.js";
import type { Receipt } from "../receipt/receipt.js";
import { madeElsewhere } from "../receipt/request-rules.js";

/**
 * The conversation without what another upstream has proven: readable reasoning stays without its signature,
 * and the rules of the upstream decide what becomes of it; hidden reasoning is left out. The receipt has both.
 * @param isForeign whether a signature, or hidden reasoning, was made by another upstream
 */
export function withoutForeign(
  conversation: Conversation,
  isForeign: (value: string) => boolean,
  receipt: Receipt,
): Conversation {
  const strip = (block: Block) => stripBlock(block, isForeign, receipt);
  const turns = conversation.turns.map(
    (turn): Turn =>
      turn.blocks.some(isReasoning) ? { ...turn, blocks: turn.blocks.flatMap(strip) } : turn,
  );
  return { ...conversation, turns };
}

function stripBlock(
  block: Block,
  isForeign: (value: string) => boolean,
  receipt: Receipt,
): readonly Block[] {
  if (block.type === "redacted_thinking" && isForeign(block.data)) {
    receipt.apply(madeElsewhere, block.at ?? "");
    return [];
  }
  if (block.type !== "thinking" || !block.signature || !isForeign(block.signature)) return [block];
  receipt.apply(madeElsewhere, placeOf(block, "signature"));
  return [{ ...block, signature: undefined }];
}
