import { refuse } from "@diglot/core/formats";

/** A vector: a list of numbers, or a typed array. */
export type Vector = readonly number[] | Float32Array | Float64Array;

/** What was asked of a model. */
interface Asked {
  readonly input: readonly string[];
  readonly dimensions: number | undefined;
}

/**
 * Checks what a model has returned: a vector of finite numbers for each text, all of one length.
 * @throws TypeError for anything else; ServiceError `bad_request` for vectors of another length than asked
 */
export function checkVectors(vectors: readonly Vector[], { input, dimensions }: Asked): void {
  if (!Array.isArray(vectors) || vectors.length !== input.length) {
    throw new TypeError("An embedding model must return one vector for each text.");
  }
  const length = vectors[0]?.length ?? 0;
  if (!vectors.every((vector) => isVector(vector, length))) {
    throw new TypeError("Vectors must be lists of finite numbers of one length above 0.");
  }
  if (dimensions === undefined || dimensions === length) return;
  throw refuse(
    `This model has vectors of ${length} dimensions, not of ${dimensions}.`,
    "dimensions",
    "unsupported_value",
  );
}

function isVector(vector: Vector, length: number): boolean {
  return length > 0 && vector?.length === length && vector.every(Number.isFinite);
}
