import type { TokenLogprob } from "../../../conversation/logprobs.js";
import type { ChoiceLogprobs, TokenLogprobObject } from "../schemas/response.js";

/** What a message or a delta says, and the log probabilities of it. */
interface Said {
  readonly content?: string | null | undefined;
  readonly refusal?: string | null | undefined;
}

/** The log probabilities of a message or a delta, for a caller who asked; null if it says nothing. */
export function toLogprobs(
  { content, refusal }: Said,
  tokens: { readonly content: readonly TokenLogprob[]; readonly refusal: readonly TokenLogprob[] },
): ChoiceLogprobs | null {
  const hasContent = typeof content === "string";
  const hasRefusal = typeof refusal === "string";
  if (!hasContent && !hasRefusal) return null;
  return {
    content: hasContent ? tokens.content.map(toToken) : null,
    refusal: hasRefusal ? tokens.refusal.map(toToken) : null,
  };
}

function toToken({ alternatives, ...token }: TokenLogprob) {
  return { ...token, top_logprobs: alternatives as readonly TokenLogprobObject[] };
}
