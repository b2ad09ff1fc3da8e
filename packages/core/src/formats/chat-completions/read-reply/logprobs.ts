import {
  leastLogprob,
  type TokenLogprob,
  type TokenProbability,
  toLogprob,
} from "../../../conversation/logprobs.js";
import { toObject } from "../../../json/value.js";
import { toObjects, toText } from "../wire/value.js";
import type { Piece } from "./message.js";

/** Adds the log probabilities of a choice to the first piece of text, and to that of a refusal. */
export function addLogprobs(pieces: readonly Piece[], logprobs: unknown): readonly Piece[] {
  const { content, refusal } = toObject(logprobs);
  const left = { text: readTokens(content), refusal: readTokens(refusal) };
  return pieces.map((piece) => {
    if (piece.type !== "prose" || piece.kind === "thinking") return piece;
    const tokens = left[piece.kind];
    if (tokens.length === 0) return piece;
    left[piece.kind] = [];
    return { ...piece, logprobs: tokens };
  });
}

function readTokens(list: unknown): readonly TokenLogprob[] {
  return toObjects(list).map((token) => ({
    ...readToken(token),
    alternatives: toObjects(token.top_logprobs).map(readToken),
  }));
}

function readToken({ token, logprob, bytes }: Readonly<Record<string, unknown>>): TokenProbability {
  const isBytes = Array.isArray(bytes) && bytes.every((byte) => typeof byte === "number");
  return {
    token: toText(token),
    logprob: typeof logprob === "number" ? toLogprob(logprob) : leastLogprob,
    bytes: isBytes ? bytes : null,
  };
}
