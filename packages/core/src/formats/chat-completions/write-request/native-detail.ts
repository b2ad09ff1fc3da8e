import type { JsonObject } from "../../../conversation/conversation.js";
import type { ReceiptDetail } from "../../../conversation/receipt.js";
import type { Rule } from "../../../conversation/rules.js";

/** The description of a native value of the caller's format: the reason of its rule, and its type. */
export function toNativeDetail({ type }: JsonObject, { reason }: Rule): ReceiptDetail {
  if (typeof type !== "string") return {};
  return { from: type, reason: `${reason.slice(0, -1)} (\`${type}\`).` };
}
