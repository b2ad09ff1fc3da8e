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

/** A sequencer of the calls of one reply. */
export function createCallSequencer<Key>(): CallSequencer<Key> {
  let open: { readonly key: Key; empty: boolean } | undefined;
  const collected = new Map<Key, CollectedCall>();
  const waiting: ModelYield[] = [];

  function take(key: Key, json: string | undefined): readonly ModelYield[] {
    const call = collected.get(key);
    if (!call) return [];
    collected.delete(key);
    return [toWhole(call, json ?? call.json)];
  }

  function release(last: readonly ModelYield[]): readonly ModelYield[] {
    open = undefined;
    return [...last, ...waiting.splice(0)];
  }

  return {
    begin(key, call) {
      if (open?.key === key || collected.has(key)) return [];
      if (open || collected.size > 0) {
        collected.set(key, { ...call, json: "" });
        return [];
      }
      open = { key, empty: true };
      return [toolCallStart(call)];
    },
    add(key, json) {
      if (json === "") return [];
      if (open?.key === key) {
        open.empty = false;
        return [toolCallArguments(json)];
      }
      const call = collected.get(key);
      if (call) call.json += json;
      return [];
    },
    complete(key, json) {
      if (open?.key === key) return release(open.empty && json ? [toolCallArguments(json)] : []);
      const whole = take(key, json);
      if (!open) return whole;
      waiting.push(...whole);
      return [];
    },
    addContent(yields) {
      if (!open) return yields;
      waiting.push(...yields);
      return [];
    },
    end: () => [...release([]), ...[...collected.keys()].flatMap((key) => take(key, undefined))],
  };
}

function toWhole({ name, id }: BegunCall, json: string): ModelYield {
  return toolCall({ name, id, arguments: json === "" ? "{}" : json });
}
