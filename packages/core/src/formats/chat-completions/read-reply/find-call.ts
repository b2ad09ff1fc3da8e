import { toShortKey } from "../../../conversation/legal-names.js";
import { createObjectScanner } from "../../../json/balance.js";
import type { CallFragment } from "./message.js";
import type { CallSegment } from "./segment.js";

/** The calls of a reply so far. */
export interface KnownCalls {
  /** The call that began last. */
  readonly last: CallSegment | undefined;
  /** The call that each index of the wire last referred to. */
  readonly byIndex: ReadonlyMap<number, CallSegment>;
  /** The last call with each id, by the key of the id. */
  readonly byKey: ReadonlyMap<string, CallSegment>;
}

/** The call that a fragment continues; `undefined` if it begins a new one. */
export function findCall(known: KnownCalls, fragment: CallFragment): CallSegment | undefined {
  const { id, index } = fragment;
  if (index === undefined) return findWithoutIndex(known, fragment);
  const indexed = known.byIndex.get(index);
  if (indexed) return isAnotherCall(indexed, fragment) ? undefined : indexed;
  const same = known.byKey.get(toShortKey(id));
  return same && continues(same, fragment) ? same : undefined;
}

/** Servers without indexes distinguish calls by their ids, or by a name that follows a complete call. */
function findWithoutIndex(
  { last, byKey }: KnownCalls,
  { id, name }: CallFragment,
): CallSegment | undefined {
  if (id !== "") return byKey.get(toShortKey(id));
  return name !== "" && last?.arguments.complete() ? undefined : last;
}

/** Servers that give every call the index 0 distinguish them by name, and by id if there are ids. */
function isAnotherCall(call: CallSegment, { id, name, arguments: json }: CallFragment): boolean {
  if (name === "") return false;
  if (id === "" && call.key === "") {
    return call.arguments.complete() && isWholeObject(json) && !call.arguments.repeats(json);
  }
  if (id === "" || call.key === "" || toShortKey(id) === call.key) return false;
  return call.arguments.complete() || isWholeObject(json);
}

/** Whether a fragment under a new index continues a call with the same id. */
function continues(call: CallSegment, { name }: CallFragment): boolean {
  return (
    call.arguments.begun() && !call.arguments.complete() && (name === "" || name === call.name)
  );
}

function isWholeObject(json: string): boolean {
  const text = json.trim();
  const scanner = createObjectScanner();
  return text.startsWith("{") && scanner.push(text) === text.length && scanner.complete();
}
