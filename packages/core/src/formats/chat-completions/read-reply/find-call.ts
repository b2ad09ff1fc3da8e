import { createObjectScanner } from "../../../json/balance.js";
import type { CallFragment } from "./message.js";
import type { CallSegment } from "./segment.js";

/**
 * The call that a fragment continues; `undefined` if it begins a new one.
 * @param calls in the order in which they began
 * @param byIndex the call that each index of the wire meant last
 */
export function findCall(
  calls: readonly CallSegment[],
  byIndex: ReadonlyMap<number, CallSegment>,
  fragment: CallFragment,
): CallSegment | undefined {
  const { index } = fragment;
  if (index === undefined) return findWithoutIndex(calls, fragment);
  const known = byIndex.get(index);
  if (known) return isAnotherCall(known, fragment) ? undefined : known;
  return calls.find((call) => continues(call, fragment));
}

/** Servers without indexes distinguish calls by their ids, or by a name that follows a complete call. */
function findWithoutIndex(
  calls: readonly CallSegment[],
  { id, name }: CallFragment,
): CallSegment | undefined {
  if (id !== "") return calls.findLast((call) => call.id === id);
  const last = calls.at(-1);
  return name !== "" && last?.arguments.complete() ? undefined : last;
}

/** Servers that give every call the index 0 distinguish them by name, and by id if there are ids. */
function isAnotherCall(call: CallSegment, { id, name, arguments: json }: CallFragment): boolean {
  if (name === "") return false;
  if (id === "" && call.id === "") {
    return call.arguments.complete() && isWholeObject(json) && !call.arguments.repeats(json);
  }
  if (id === "" || call.id === "" || id === call.id) return false;
  return call.arguments.complete() || isWholeObject(json);
}

/** Whether a fragment under a new index continues a call with the same id. */
function continues(call: CallSegment, { id, name }: CallFragment): boolean {
  if (id === "" || call.id !== id) return false;
  return (
    call.arguments.begun() && !call.arguments.complete() && (name === "" || name === call.name)
  );
}

function isWholeObject(json: string): boolean {
  const text = json.trim();
  const scanner = createObjectScanner();
  return text.startsWith("{") && scanner.push(text) === text.length && scanner.complete();
}
