import type { JsonObject } from "../../../conversation/conversation.js";
import { detailsField, isMessagesProof } from "../wire/reasoning-details.js";
import { toObjects, toText } from "../wire/value.js";
import { messageAt, type NoteLoss } from "./notes.js";
import { losses } from "./rules.js";

/** A piece of a thought. */
export type ReasoningPiece =
  | {
      readonly type: "prose";
      readonly kind: "thinking";
      readonly text: string;
      /** Which of several thoughts it belongs to, where that is told. */
      readonly part?: number | undefined;
      /** Whether it is an entry of a list, which may say again what came as plain text. */
      readonly listed?: boolean;
    }
  | { readonly type: "signature"; readonly signature: string; readonly part?: number | undefined }
  | { readonly type: "whole"; readonly block: WholeReasoning };

/** A thought that only its maker can read. */
export interface WholeReasoning {
  readonly type: "redacted_thinking";
  readonly data: string;
}

const detailsAt = `${messageAt}/${detailsField}`;

/**
 * The thoughts of a message or a delta. Of the fields that hold the same text under several names
 * one is taken: `reasoning_details` if it has text, since only it tells the thoughts apart, else the
 * first of `fields` that is not empty.
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

/** Another vendor's secret must never look like one of the Messages family. */
function readEncrypted(entry: JsonObject, note: NoteLoss): readonly ReasoningPiece[] {
  const data = toText(entry.data);
  if (data === "") return [];
  if (isMessagesProof(entry.format)) {
    return [{ type: "whole", block: { type: "redacted_thinking", data } }];
  }
  note(losses.foreignReasoning, detailsAt);
  return [];
}
