import type { ReceiptDetail } from "../../../conversation/receipt/receipt.js";
import type { Rule } from "../../../conversation/receipt/rules.js";
import type { JsonObject } from "../../../json/value.js";

/**
 * The description of a native value of the caller's format: the reason of its rule, and its type. What
 * is no word is not a type, and may be a prompt, which no report may repeat.
 */
export function toNativeDetail({ type }: JsonObject, { reason }: Rule): ReceiptDetail {
  if (typeof type !== "string" || !/^\w{1,64}$/.test(type)) return {};
  return { from: type, reason: `${reason.slice(0, -1)} (\`${type}\`).` };
}
