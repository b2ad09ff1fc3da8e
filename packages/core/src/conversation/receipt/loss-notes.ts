import { mostReplyNotes, type Receipt, type ReceiptDetail } from "./receipt.js";
import type { Rule } from "./rules.js";

/** Notes a loss of the reply: the rule, the place in the reply as a JSON pointer, and more about it. */
export type NoteLoss = (rule: Rule, at: string, detail?: ReceiptDetail) => void;

/** Upstreams choose names, so they may be as long as an event. Longer losses are not remembered. */
const longestLoss = 1_000;

/**
 * Notes each loss of a place once, since a stream repeats it in every event. Two losses at one place
 * are told apart by their reasons and by what they were. As many are remembered as a receipt records.
 */
export function createLossNotes(receipt: Receipt): NoteLoss {
  const noted = new Set<string>();
  return (rule, at, detail) => {
    const loss = `${at} ${detail?.from ?? ""} ${rule.reason}`;
    if (noted.has(loss)) return;
    if (noted.size < mostReplyNotes && loss.length <= longestLoss) noted.add(loss);
    receipt.noteReply(rule, at, detail);
  };
}
