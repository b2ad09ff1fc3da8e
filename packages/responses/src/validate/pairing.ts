import { quote, type ServiceError } from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";
import { callTypes, outputTypes } from "../wire/item-kinds.js";
import { refuseInput } from "./problem.js";

/**
 * Finds a call without its output, or an output without its call. They may stand in any order, but both
 * must be there: no model can go on from one of them alone.
 */
export function findPairingFault(items: readonly InputItem[]): ServiceError | undefined {
  const called = idsOf(items, callTypes);
  const answered = idsOf(items, outputTypes);
  for (const { type, call_id: id } of items) {
    if (!type || typeof id !== "string") continue;
    if (callTypes.has(type) && !answered.has(id)) {
      return refuseInput(`No tool output found for function call ${toShown(id)}.`);
    }
    if (outputTypes.has(type) && !called.has(id)) {
      return refuseInput(
        `No tool call found for function call output with call_id ${toShown(id)}.`,
      );
    }
  }
  return undefined;
}

function idsOf(items: readonly InputItem[], types: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { type, call_id: id } of items) {
    if (type && types.has(type) && typeof id === "string") ids.add(id);
  }
  return ids;
}

/** The id as the vendor writes it, without quotes; cut if it is long. */
function toShown(id: string): string {
  return quote(id).slice(1, -1);
}
