import type { OpenedBlock, StopEvent } from "@diglot/core";
import { formatName } from "../wire/names.js";
import type { CompletedBlock } from "./items.js";

/**
 * What an item of the output is made of. Texts and refusals in a row are parts of one message. A native
 * block of this format is an item already.
 */
export type ItemKind = "message" | "call" | "reasoning" | "native";

/** The kind of item that a block belongs to; a block that only another format knows belongs to none. */
export function kindOf(block: OpenedBlock): ItemKind | undefined {
  switch (block.type) {
    case "text":
    case "refusal":
      return "message";
    case "tool_call":
      return "call";
    case "thinking":
    case "redacted_thinking":
      return "reasoning";
    case "native":
      return block.format === formatName ? "native" : undefined;
  }
}

const idPrefixes = {
  message: "msg_",
  reasoning: "rs_",
  native: "item_",
  function: "fc_",
  custom: "ctc_",
} as const;

/** The prefix of the id of an item. */
export function idPrefixOf(kind: ItemKind, isCustom: boolean): string {
  if (kind !== "call") return idPrefixes[kind];
  return isCustom ? idPrefixes.custom : idPrefixes.function;
}

/**
 * What an answer contains although the model has not written it: the words of a refusal that came with
 * the reason to stop, or an empty message, because some clients wait for ever for one.
 */
export function toOwedBlock(
  { refusal }: StopEvent,
  { isEmpty, saysRefusal }: { readonly isEmpty: boolean; readonly saysRefusal: boolean },
): CompletedBlock | undefined {
  const around = { signature: undefined, citations: [], closed: true };
  if (refusal?.explanation && !saysRefusal) {
    return { opened: { type: "refusal" }, text: refusal.explanation, ...around };
  }
  return isEmpty ? { opened: { type: "text" }, text: "", ...around } : undefined;
}
