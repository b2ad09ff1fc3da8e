import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import type { JsonObject } from "../../../json/value.js";
import { detailsField, isMessagesProof } from "../wire/reasoning-details.js";
import { toObjects, toText } from "../wire/value.js";
import { messageAt } from "./notes.js";
import { losses } from "./rules.js";

/** A piece of reasoning. */
export type ReasoningPiece =
  | {
      readonly type: "prose";
      readonly kind: "thinking";
      readonly text: string;
      /** Which of several pieces of reasoning it belongs to, if that is reported. */
      readonly part?: number | undefined;
      /** Whether it is an entry of a list, which may repeat what came as plain text. */
      readonly listed?: boolean;
    }
  | { readonly type: "signature"; readonly signature: string; readonly part?: number | undefined }
  | { readonly type: "whole"; readonly block: WholeReasoning };

/** Reasoning that only the vendor that made it can read. */
export interface WholeReasoning {
  readonly type: "redacted_thinking";
  readonly data: string;
}

const detailsAt = `${messageAt}/${detailsField}`;

/**
 * The reasoning of a message or a delta. Several fields may contain the same text, so only one is read:
 * `reasoning_details` if it has text, because only this field separates the blocks, else the first of
 * `fields` that is not empty.
 */
export function readReasoning(
  message: JsonObject,
  fields: readonly string[],
  note: NoteLoss,
): readonly ReasoningPiece[] {
  const details = toObjects(message[detailsField]);
  const pieces = details.flatMap((entry) => readDetail(entry, note));
  if (pieces.some(({ type }) => type === "prose")) return pieces;
  const field = fields.find((name) => toText(message[name]) !== "");
  if (field === undefined) return pieces;
  return [{ type: "prose", kind: "thinking", text: toText(message[field]) }, ...pieces];
}

function readDetail(entry: JsonObject, note: NoteLoss): readonly ReasoningPiece[] {
  if (entry.type === "reasoning.encrypted") return readEncrypted(entry, note);
  const part = typeof entry.index === "number" ? entry.index : undefined;
  const text = toText(entry.text) || toText(entry.summary);
  const signature = readSignature(entry, note);
  return [
    ...(text === ""
      ? []
      : [{ type: "prose", kind: "thinking", text, part, listed: true } as const]),
    ...(signature === "" ? [] : [{ type: "signature", signature, part } as const]),
  ];
}

function readSignature(entry: JsonObject, note: NoteLoss): string {
  const signature = toText(entry.signature);
  if (signature === "" || isMessagesProof(entry.format)) return signature;
  note(losses.foreignSignature, detailsAt);
  return "";
}

/** Another vendor's encrypted reasoning must never look like that of the Messages family. */
function readEncrypted(entry: JsonObject, note: NoteLoss): readonly ReasoningPiece[] {
  const data = toText(entry.data);
  if (data === "") return [];
  if (isMessagesProof(entry.format)) {
    return [{ type: "whole", block: { type: "redacted_thinking", data } }];
  }
  note(losses.foreignReasoning, detailsAt);
  return [];
}
