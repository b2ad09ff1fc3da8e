import type { JsonObject, Placed } from "../../../conversation/conversation.js";
import { toField, toPointer } from "../../../conversation/pointer.js";
import type { ReceiptDetail } from "../../../conversation/receipt.js";
import type { Rule } from "../../../conversation/rules.js";
import type { WriteRequestContext } from "./context.js";

/** A thing of a conversation with the members that no slot of it holds. */
interface WithExtra extends Placed {
  readonly extra?: JsonObject | undefined;
}

/**
 * Applies the rules of the members that only the caller's format knows. Returns those that the
 * upstream takes as they are.
 */
export function takeExtra(
  { at = "", places = {}, extra = {} }: WithExtra,
  { native, receipt }: Pick<WriteRequestContext, "native" | "receipt">,
  taken: readonly string[] = [],
): JsonObject {
  const kept = Object.entries(extra).filter(([name]) => taken.includes(name));
  const left = Object.entries(extra).filter(([name]) => !taken.includes(name));
  const homes = Object.values(places);
  for (const { pointer, value } of left.flatMap((entry) => toLeaves(entry, at, homes))) {
    receipt.apply(native.member(toField(pointer), value), pointer);
  }
  return Object.fromEntries(kept);
}

interface Leaf {
  readonly pointer: string;
  readonly value: unknown;
}

/** What is left of an object of which some members have a place is judged member by member. */
function toLeaves(
  [name, value]: readonly [string, unknown],
  at: string,
  homes: readonly string[],
): readonly Leaf[] {
  const pointer = `${at}${toPointer([name])}`;
  const hasHome = homes.some((home) => home === pointer || home.startsWith(`${pointer}/`));
  if (!hasHome || typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ pointer, value }];
  }
  return Object.entries(value).flatMap((entry) => toLeaves(entry, pointer, homes));
}

/** What is said of a thing that only the caller's format knows: the sentence of its rule, and its type. */
export function toNativeDetail({ type }: JsonObject, { reason }: Rule): ReceiptDetail {
  if (typeof type !== "string") return {};
  return { from: type, reason: `${reason.slice(0, -1)} (\`${type}\`).` };
}
