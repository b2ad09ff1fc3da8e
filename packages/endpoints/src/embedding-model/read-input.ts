import { type Inferred, refuse } from "@diglot/core/formats";
import type { embeddingsRequest } from "../formats/embeddings.js";

/** A validated request for embeddings. */
export type EmbeddingsRequest = Inferred<typeof embeddingsRequest>;

/** One text, or the tokens that stand for it. */
type Item = string | readonly number[];

/**
 * The texts of a request, one for each vector.
 * @throws ServiceError `bad_request` for tokens that the model cannot decode
 */
export function readInput(
  { input }: EmbeddingsRequest,
  decodeTokens: ((tokens: readonly number[]) => string) | undefined,
): readonly string[] {
  return toItems(input).map((item) => {
    if (typeof item === "string") return item;
    if (decodeTokens) return decodeTokens(item);
    throw refuse("This model takes text as 'input', and no tokens.", "input");
  });
}

/** A list of numbers is one text in tokens. */
function toItems(input: EmbeddingsRequest["input"]): readonly Item[] {
  if (typeof input === "string") return [input];
  return isTokens(input) ? [input] : input;
}

function isTokens(input: readonly (Item | number)[]): input is readonly number[] {
  return typeof input[0] === "number";
}
