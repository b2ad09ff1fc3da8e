import { type JsonObject, type TokenLogprob, toObject } from "@diglot/core/formats";

/** The log probabilities of a delta's tokens, in neutral form. */
export function toLogprobs(tokens: unknown): readonly TokenLogprob[] {
  return Array.isArray(tokens) ? tokens.map(toToken) : [];
}

function toToken(value: unknown): TokenLogprob {
  const { top_logprobs: others, ...token } = toObject(value);
  const alternatives = Array.isArray(others)
    ? others.map((other) => toProbability(toObject(other)))
    : [];
  return { ...toProbability(token), alternatives };
}

function toProbability({ token, logprob, bytes }: JsonObject) {
  return {
    token: String(token ?? ""),
    logprob: typeof logprob === "number" ? logprob : 0,
    bytes: Array.isArray(bytes) ? (bytes as readonly number[]) : null,
  };
}
