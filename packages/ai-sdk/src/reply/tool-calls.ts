import { type ModelYield, toolCall, toolCallArguments, toolCallStart } from "@diglot/core";

/** A call as the AI SDK reports it when it is complete. */
export interface WholeCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** JSON text. */
  readonly input: string;
}

/** The beginning of a call. */
export interface CallStart {
  readonly id: string;
  readonly toolName: string;
}

/**
 * Puts the calls of a reply one after the other. The fragments of the call that began first are yielded
 * as they come; calls that run beside it follow as a whole when it is complete.
 */
export interface CallSequencer {
  start(call: CallStart): readonly ModelYield[];
  fragment(id: string, json: string): readonly ModelYield[];
  complete(call: WholeCall): readonly ModelYield[];
}

interface Open {
  readonly id: string;
  empty: boolean;
}

/** A sequencer of the calls of one reply. */
export function createCallSequencer(): CallSequencer {
  let open: Open | undefined;
  const waiting: WholeCall[] = [];

  return {
    start({ id, toolName }) {
      if (open) return [];
      open = { id, empty: true };
      return [toolCallStart({ id, name: toolName })];
    },
    fragment(id, json) {
      if (open?.id !== id || json === "") return [];
      open.empty = false;
      return [toolCallArguments(json)];
    },
    complete(call) {
      if (open && open.id !== call.toolCallId) {
        waiting.push(call);
        return [];
      }
      const own = open ? (open.empty ? [toolCallArguments(call.input)] : []) : [toWhole(call)];
      open = undefined;
      return [...own, ...waiting.splice(0).map(toWhole)];
    },
  };
}

function toWhole({ toolCallId, toolName, input }: WholeCall): ModelYield {
  return toolCall({ id: toolCallId, name: toolName, arguments: input === "" ? "{}" : input });
}
