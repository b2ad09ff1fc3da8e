import {
  type InProcessRequest,
  type ModelYield,
  refusal,
  text,
  type YieldedLogprob,
} from "@diglot/core";

/** What the vendor writes for a token that was very unlikely. */
const leastLogprob = -9999;

/**
 * The same piece with log probabilities, if the request asks for some and the script says none: a piece
 * of text is one token, and was certain.
 */
export function withCertainTokens(
  piece: ModelYield,
  { conversation: { logprobs: wanted } }: Pick<InProcessRequest, "conversation">,
): ModelYield {
  if (!wanted) return piece;
  if (typeof piece === "string") return text(piece, { logprobs: toTokens(piece, wanted) });
  if ((piece.type !== "text" && piece.type !== "refusal") || piece.logprobs) return piece;
  const say = piece.type === "text" ? text : refusal;
  return say(piece.text, { logprobs: toTokens(piece.text, wanted) });
}

function toTokens(
  token: string,
  { alternatives }: { readonly alternatives: number },
): readonly YieldedLogprob[] {
  const others = Array.from({ length: alternatives }, (_, index) =>
    index === 0 ? { token, logprob: 0 } : { token: "", logprob: leastLogprob },
  );
  return [{ token, logprob: 0, alternatives: others }];
}
