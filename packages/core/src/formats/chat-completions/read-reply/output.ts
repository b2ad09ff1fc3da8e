import { byteLength } from "../../../conversation/usage/estimate.js";
import { toObject } from "../../../json/value.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { toObjects } from "../wire/value.js";
import { messageOf } from "./chunk.js";
import { type Piece, readMessage } from "./message.js";

/** The bytes of the content of a complete answer; see `UpstreamFormat.countOutput`. */
export function countOutput(
  body: unknown,
  { reasoningFields }: ChatCompletionsUpstreamCapabilities,
): number {
  const pieces = toObjects(toObject(body).choices).flatMap((choice) =>
    readMessage(messageOf(choice) ?? {}, reasoningFields, () => undefined, true),
  );
  return byteLength(pieces.map(textOf).join(""));
}

function textOf(piece: Piece): string {
  if (piece.type === "call") return piece.name + piece.arguments;
  return piece.type === "prose" ? piece.text : "";
}
