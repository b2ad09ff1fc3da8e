import { type ModelYield, toolCall, toolCallArguments, toolCallStart } from "@diglot/core";
import type { CallPiece, Chunk } from "./chunk.js";

/** A tool call as far as it is known. */
export interface CollectedCall {
  readonly key: number;
  readonly id: string | undefined;
  readonly name: string;
  json: string;
}

/**
 * Collects the calls of one message from its chunks, each call under its own index. A piece without an
 * index belongs to the last call, unless it has a name: then it begins another one.
 */
export interface CallCollector {
  /** Each piece of the chunk with the call that it belongs to, and whether it begins it. */
  add(chunk: Chunk): readonly { call: CollectedCall; json: string; begins: boolean }[];
  /** All calls in the order in which they began; the collector is then empty. */
  take(): readonly CollectedCall[];
}

/** A collector of the calls of one message. */
export function createCallCollector(): CallCollector {
  let calls: CollectedCall[] = [];

  function begin({ index, id, name = "" }: CallPiece): CollectedCall {
    const call = { key: index ?? -1 - calls.length, id, name, json: "" };
    calls.push(call);
    return call;
  }

  function find({ index, name }: CallPiece): CollectedCall | undefined {
    if (index !== undefined) return calls.find(({ key }) => key === index);
    return name ? undefined : calls.at(-1);
  }

  return {
    add(chunk) {
      return toPieces(chunk).map((piece) => {
        const known = find(piece);
        const call = known ?? begin(piece);
        const json = piece.args ?? "";
        call.json += json;
        return { call, json, begins: !known };
      });
    },
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

function toPieces({ tool_call_chunks, tool_calls = [] }: Chunk): readonly CallPiece[] {
  if (tool_call_chunks) return tool_call_chunks;
  return tool_calls.map(({ id, name, args }) => ({ id, name, args: JSON.stringify(args) }));
}

/** A collected call as a whole. */
export function toWholeCall({ id, name, json }: CollectedCall): ModelYield {
  return toolCall({ id, name, arguments: json === "" ? "{}" : json });
}

/** Yields the calls of a model's reply one after the other. */
export interface CallSequencer {
  /** The fragments of the first call as they come; those of others wait. */
  add(chunk: Chunk): readonly ModelYield[];
  /** All calls that have waited. */
  end(): readonly ModelYield[];
}

/** A sequencer of the calls of one reply. */
export function createCallSequencer(): CallSequencer {
  const collector = createCallCollector();
  let first: CollectedCall | undefined;

  return {
    add(chunk) {
      return collector.add(chunk).flatMap(({ call, json, begins }) => {
        first ??= call;
        if (call !== first) return [];
        const start = begins ? [toolCallStart({ id: call.id, name: call.name })] : [];
        return json === "" ? start : [...start, toolCallArguments(json)];
      });
    },
    end: () =>
      collector
        .take()
        .filter((call) => call !== first)
        .map(toWholeCall),
  };
}
