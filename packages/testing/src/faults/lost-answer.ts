import type { Answer } from "@diglot/core";

/** Shared by all copies of the package, and kept by copies of the answer. */
const brand: unique symbol = Symbol.for("diglot.lostAnswer") as never;

interface LostAnswer extends Answer {
  readonly [brand]: true;
}

const lost: LostAnswer = {
  status: 502,
  headers: [["content-type", "text/plain; charset=utf-8"]],
  body: new TextEncoder().encode("The connection was lost.\n"),
  [brand]: true,
};

/**
 * Stands for a connection that was lost before the head of an answer. Code that recognizes it (`isLost`)
 * breaks the connection instead of writing it; for all others it is a plain 502.
 */
export const lostAnswer: Answer = Object.freeze(lost);

/** Whether an answer is the one that stands for a lost connection, or a copy of it. */
export function isLost(answer: Answer): boolean {
  return brand in answer;
}
