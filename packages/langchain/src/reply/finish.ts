import { type ModelYield, stop } from "@diglot/core";
import type { Chunk } from "./chunk.js";

/** Why a reply ended, in the words of its provider. */
export interface Finish {
  readonly reason: string;
  readonly sequence: string | undefined;
}

type Reason = Parameters<typeof stop>[0];

/** The words of providers. Those for an ordinary end are not here: it follows from what was yielded. */
const reasons: Readonly<Record<string, Reason>> = {
  length: "max_tokens",
  max_tokens: "max_tokens",
  MAX_TOKENS: "max_tokens",
  content_filter: "content_filter",
  SAFETY: "content_filter",
  refusal: "refusal",
  stop_sequence: "stop_sequence",
  pause_turn: "pause",
  model_context_window_exceeded: "context_window",
};

/** The reason in a chunk, if it has one. */
export function readFinish({
  response_metadata = {},
  additional_kwargs = {},
}: Chunk): Finish | undefined {
  const said = [
    additional_kwargs.stop_reason,
    response_metadata.stop_reason,
    response_metadata.finish_reason,
    response_metadata.finishReason,
  ];
  const reason = said.find((word) => typeof word === "string");
  if (typeof reason !== "string") return undefined;
  const sequence = additional_kwargs.stop_sequence ?? response_metadata.stop_sequence;
  return { reason, sequence: typeof sequence === "string" ? sequence : undefined };
}

/** The end of a reply; nothing if its reason follows from what was yielded. */
export function toStop(finish: Finish | undefined): readonly ModelYield[] {
  const reason = reasons[finish?.reason ?? ""];
  if (reason === undefined) return [];
  return [stop(reason, { sequence: finish?.sequence })];
}
