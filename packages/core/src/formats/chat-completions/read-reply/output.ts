import { byteLength } from "../../../conversation/estimate.js";
import { toObject } from "../../../json/value.js";
import type { OutputBytes } from "../../upstream-format.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { toObjects } from "../wire/value.js";
import { messageOf } from "./chunk.js";
import { type Piece, readMessage } from "./message.js";

/** The content of a complete answer, of all its choices. */
export function countOutput(
  body: unknown,
  { reasoningFields }: ChatCompletionsUpstreamCapabilities,
): OutputBytes {
  const pieces = toObjects(toObject(body).choices).flatMap((choice) =>
    readMessage(messageOf(choice) ?? {}, reasoningFields, () => undefined, true),
  );
  const sum = (some: readonly Piece[]) => some.reduce((bytes, piece) => bytes + sizeOf(piece), 0);
  return { output: sum(pieces), reasoning: sum(pieces.filter(isReasoning)) };
}

function sizeOf(piece: Piece): number {
  if (piece.type === "call") return byteLength(piece.name) + byteLength(piece.arguments);
  return piece.type === "prose" ? byteLength(piece.text) : 0;
}

function isReasoning(piece: Piece): boolean {
  return piece.type === "prose" && piece.kind === "thinking";
}
