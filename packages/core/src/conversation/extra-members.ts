import { toField, toPointer } from "../json/pointer.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { Placed } from "./conversation.js";
import { placeOf } from "./places.js";
import type { Receipt } from "./receipt/receipt.js";
import type { NativeRules } from "./receipt/rules.js";

/** A part of a conversation, with the members that have no neutral field. */
interface WithExtra extends Placed {
  readonly extra?: JsonObject | undefined;
}

/** What the caller's format says of such members, and where it is noted. */
interface ExtraContext {
  readonly native: NativeRules;
  readonly receipt: Receipt;
}

/**
 * The extra members that the target takes as they are, by their names in `taken`. To all others the
 * rules of the caller's format are applied. If some members of an object have a neutral field, its
 * other members are judged one by one.
 */
export function takeExtra(
  part: WithExtra,
  { native, receipt }: ExtraContext,
  taken: readonly string[] = [],
): JsonObject {
  if (!part.extra) return none;
  const members = Object.entries(part.extra);
  let homes: ReadonlySet<string> | undefined;
  for (const [name, value] of members) {
    if (taken.includes(name)) continue;
    if (isObject(value)) homes ??= homesOf(part);
    for (const leaf of toLeaves(placeOf(part, name), value, homes)) {
      receipt.apply(native.member(toField(leaf.pointer), leaf.value), leaf.pointer);
    }
  }
  return Object.fromEntries(members.filter(([name]) => taken.includes(name)));
}

const none: JsonObject = Object.freeze({});

interface Leaf {
  readonly pointer: string;
  readonly value: unknown;
}

/** The pointers of all objects in which a member has a neutral field. */
function homesOf(part: WithExtra): ReadonlySet<string> {
  const homes = new Set<string>();
  for (const name in part.places) {
    let pointer = placeOf(part, name);
    for (; pointer !== "" && !homes.has(pointer); pointer = parentOf(pointer)) homes.add(pointer);
  }
  return homes;
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function toLeaves(
  pointer: string,
  value: unknown,
  homes: ReadonlySet<string> | undefined,
): readonly Leaf[] {
  if (!homes?.has(pointer) || !isObject(value)) return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, member]) =>
    toLeaves(`${pointer}${toPointer([name])}`, member, homes),
  );
}
