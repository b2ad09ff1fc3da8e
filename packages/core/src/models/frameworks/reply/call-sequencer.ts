import {
  type ModelYield,
  toolCall,
  toolCallArguments,
  toolCallStart,
} from "../../in-process/yields.js";

/** The beginning of a call. Without an id the service makes one. */
export interface BegunCall {
  readonly name: string;
  readonly id: string | undefined;
}

/**
 * Puts the calls of a reply one after the other, as models yield them. The fragments of the call that
 * began first are yielded as they come; whatever comes meanwhile follows when that call is complete.
 *
 * @typeParam Key by which the framework tells the calls of a reply apart
 */
export interface CallSequencer<Key> {
  /** Begins a call, unless it has begun. */
  begin(key: Key, call: BegunCall): readonly ModelYield[];
  /** Adds a fragment of the arguments. */
  add(key: Key, json: string): readonly ModelYield[];
  /** Completes a call. @param json all of its arguments, where the framework repeats them */
  complete(key: Key, json?: string): readonly ModelYield[];
  /** Adds content that is not a call, such as text. */
  addContent(yields: readonly ModelYield[]): readonly ModelYield[];
  /** Completes all calls at the end of the reply, and yields what is left. */
  end(): readonly ModelYield[];
}

interface CollectedCall extends BegunCall {
  json: string;
}

/** The calls of a reply as far as they have come. */
interface Sequence<Key> {
  /** The call whose fragments are yielded as they come. */
  open: { readonly key: Key; isEmpty: boolean } | undefined;
  /** The calls that are yielded when they are complete. */
  readonly collected: Map<Key, CollectedCall>;
  /** What follows the open call. */
  readonly waiting: ModelYield[];
}

/** A sequencer of the calls of one reply. */
export function createCallSequencer<Key>(): CallSequencer<Key> {
  const sequence: Sequence<Key> = { open: undefined, collected: new Map(), waiting: [] };
  return {
    begin: (key, call) => begin(sequence, key, call),
    add: (key, json) => add(sequence, key, json),
    complete: (key, json) => complete(sequence, key, json),
    addContent: (yields) => yieldOrWait(sequence, yields),
    end: () => [
      ...closeOpen(sequence, []),
      ...[...sequence.collected.keys()].flatMap((key) => take(sequence, key, undefined)),
    ],
  };
}

function begin<Key>(sequence: Sequence<Key>, key: Key, call: BegunCall): readonly ModelYield[] {
  const { open, collected } = sequence;
  if (open?.key === key || collected.has(key)) return [];
  if (open || collected.size > 0) {
    collected.set(key, { ...call, json: "" });
    return [];
  }
  sequence.open = { key, isEmpty: true };
  return [toolCallStart(call)];
}

function add<Key>(
  { open, collected }: Sequence<Key>,
  key: Key,
  json: string,
): readonly ModelYield[] {
  if (json === "") return [];
  if (open?.key === key) {
    open.isEmpty = false;
    return [toolCallArguments(json)];
  }
  const call = collected.get(key);
  if (call) call.json += json;
  return [];
}

function complete<Key>(
  sequence: Sequence<Key>,
  key: Key,
  json: string | undefined,
): readonly ModelYield[] {
  const { open } = sequence;
  if (open?.key !== key) return yieldOrWait(sequence, take(sequence, key, json));
  return closeOpen(sequence, open.isEmpty && json ? [toolCallArguments(json)] : []);
}

function yieldOrWait<Key>(
  { open, waiting }: Sequence<Key>,
  yields: readonly ModelYield[],
): readonly ModelYield[] {
  if (!open) return yields;
  waiting.push(...yields);
  return [];
}

/** Ends the open call with these yields; what has waited for it follows. */
function closeOpen<Key>(
  sequence: Sequence<Key>,
  last: readonly ModelYield[],
): readonly ModelYield[] {
  sequence.open = undefined;
  return [...last, ...sequence.waiting.splice(0)];
}

function take<Key>(
  { collected }: Sequence<Key>,
  key: Key,
  json: string | undefined,
): readonly ModelYield[] {
  const call = collected.get(key);
  if (!call) return [];
  collected.delete(key);
  return [toWhole(call, json ?? call.json)];
}

function toWhole({ name, id }: BegunCall, json: string): ModelYield {
  return toolCall({ name, id, arguments: json === "" ? "{}" : json });
}
