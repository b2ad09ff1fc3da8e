import {
  type TokenLogprob,
  type TokenProbability,
  toLogprob,
  type WantedLogprobs,
} from "../../conversation/logprobs.js";

/** A token as a model yields it. */
export interface YieldedToken {
  /** The text of the token. */
  readonly token: string;
  /** The natural logarithm of its probability: 0 or less. `-Infinity` is written as -9999. */
  readonly logprob: number;
  /** The bytes of the token. @default the token in UTF-8 */
  readonly bytes?: readonly number[] | null | undefined;
}

/** A token of a yielded text, with the most likely tokens at its place, the most likely first. */
export interface YieldedLogprob extends YieldedToken {
  /** The most likely tokens at this place, the most likely first. */
  readonly alternatives?: readonly YieldedToken[] | undefined;
}

/** Keeps the log probabilities of text that is held back, and gives those of the text that is shown. */
export interface LogprobQueue {
  /** @throws TypeError for tokens that are not the text */
  add(text: string, tokens: readonly YieldedLogprob[] | undefined): void;
  /** Those of the next so many UTF-16 units. A token that is not shown to its end has none. */
  take(length: number): { readonly logprobs?: readonly TokenLogprob[] };
}

interface Queued {
  left: number;
  readonly entry: TokenLogprob | undefined;
}

/** A queue for what the caller wants; without that, nothing is kept. */
export function createLogprobQueue(wanted: WantedLogprobs | undefined): LogprobQueue {
  const queue: Queued[] = [];
  return {
    add(text, tokens) {
      if (tokens) assertTokens(text, tokens);
      if (!wanted) return;
      if (!tokens) queue.push({ left: text.length, entry: undefined });
      for (const token of tokens ?? []) {
        queue.push({ left: token.token.length, entry: toEntry(token, wanted) });
      }
    },
    take(length) {
      const logprobs = wanted ? takeEntries(queue, length) : [];
      return logprobs.length > 0 ? { logprobs } : {};
    },
  };
}

function takeEntries(queue: Queued[], length: number): readonly TokenLogprob[] {
  const entries: TokenLogprob[] = [];
  let room = length;
  let taken = 0;
  for (const queued of queue) {
    const part = Math.min(queued.left, room);
    queued.left -= part;
    room -= part;
    if (queued.left > 0) break;
    if (queued.entry) entries.push(queued.entry);
    taken += 1;
  }
  queue.splice(0, taken);
  return entries;
}

function toEntry(
  { alternatives = [], ...token }: YieldedLogprob,
  wanted: WantedLogprobs,
): TokenLogprob {
  const shown = alternatives.slice(0, wanted.alternatives).map(toProbability);
  return { ...toProbability(token), alternatives: shown };
}

const utf8 = new TextEncoder();

function toProbability({ token, logprob, bytes }: YieldedToken): TokenProbability {
  const own = bytes === undefined ? [...utf8.encode(token)] : bytes;
  return { token, logprob: toLogprob(logprob), bytes: own };
}

function assertTokens(text: string, tokens: readonly YieldedLogprob[]): void {
  const all = [...tokens, ...tokens.flatMap(({ alternatives = [] }) => alternatives)];
  const isSound = all.every(
    ({ token, logprob }) => typeof token === "string" && isLogarithm(logprob),
  );
  if (isSound && tokens.map(({ token }) => token).join("") === text) return;
  throw new TypeError(
    "The tokens of `logprobs` must join to the text, and each needs a `token` and a `logprob`.",
  );
}

/** Rounding may make it a little more than 0, but no token has an infinite probability. */
function isLogarithm(logprob: unknown): boolean {
  return typeof logprob === "number" && logprob < Number.POSITIVE_INFINITY;
}
