import { byteLength, bytesPerToken } from "../../conversation/usage/estimate.js";

/** Counts what a model generates and says how much of a piece still fits within the token limit. */
export interface OutputMeter {
  /** Counts a piece; returns the part of it that fits, the whole piece if all of it does. */
  take(piece: string): string;
  /** Tokens counted so far; never above the limit. */
  readonly tokens: number;
  /** Whether nothing more fits. */
  readonly full: boolean;
}

/**
 * A meter with the model's own counter, or with the approximation of four bytes to a token, which
 * is summed in bytes so that many small pieces do not count as many tokens.
 */
export function createOutputMeter(
  maxTokens: number,
  countTokens?: (text: string) => number,
): OutputMeter {
  const unitsPerToken = countTokens ? 1 : bytesPerToken;
  return new Meter(maxTokens * unitsPerToken, unitsPerToken, countTokens ?? byteLength);
}

class Meter implements OutputMeter {
  #units = 0;

  constructor(
    readonly limit: number,
    readonly unitsPerToken: number,
    readonly measure: (text: string) => number,
  ) {}

  get tokens(): number {
    return Math.ceil(this.#units / this.unitsPerToken);
  }

  get full(): boolean {
    return this.#units >= this.limit;
  }

  take(piece: string): string {
    const { limit, measure } = this;
    const size = measure(piece);
    if (this.#units + size <= limit) {
      this.#units += size;
      return piece;
    }
    const part = longestFitting(piece, limit - this.#units, measure);
    if (part !== "") this.#units = Math.min(this.#units + measure(part), limit);
    return part;
  }
}

function longestFitting(piece: string, room: number, measure: (text: string) => number): string {
  let low = 0;
  let high = piece.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(piece.slice(0, middle)) <= room) low = middle;
    else high = middle - 1;
  }
  const endsInHalfPair =
    low > 0 && low < piece.length && isHighSurrogate(piece.charCodeAt(low - 1));
  return piece.slice(0, endsInHalfPair ? low - 1 : low);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
