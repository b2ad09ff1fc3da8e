import { type ModelYield, toolCall } from "@diglot/core";
import { type CallSequencer, createCallSequencer } from "@diglot/core/frameworks";
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

function toPieces({
  tool_call_chunks = [],
  tool_calls = [],
  invalid_tool_calls = [],
}: Chunk): readonly CallPiece[] {
  if (tool_call_chunks.length > 0) return tool_call_chunks;
  const whole = tool_calls.map(({ id, name, args }) => ({ id, name, args: JSON.stringify(args) }));
  return [...whole, ...invalid_tool_calls.map(({ id, name, args }) => ({ id, name, args }))];
}

/** A collected call as a whole. */
export function toWholeCall({ id, name, json }: CollectedCall): ModelYield {
  return toolCall({ id, name, arguments: json === "" ? "{}" : json });
}

/** Yields the calls of a model's reply one after the other. */
export interface CallReader extends Pick<CallSequencer<number>, "addContent" | "end"> {
  add(chunk: Chunk): readonly ModelYield[];
}

/** A reader of the calls of one reply. */
export function createCallReader(): CallReader {
  const collector = createCallCollector();
  const sequencer = createCallSequencer<number>();

  return {
    add: (chunk) =>
      collector
        .add(chunk)
        .flatMap(({ call, json, begins }) => [
          ...(begins ? sequencer.begin(call.key, call) : []),
          ...sequencer.add(call.key, json),
        ]),
    addContent: (yields) => sequencer.addContent(yields),
    end: () => sequencer.end(),
  };
}
