import { ServiceError } from "@diglot/core";
import { type Difference, differenceOf, distanceOf } from "./difference.js";
import type { Candidate } from "./reading.js";

/**
 * What an unrecorded request gets. It is a `bad_request`, so that clients do not ask again, and its
 * message says in which lines of its structure it differs from the nearest recorded one.
 */
export function notOnTape(structure: string, candidates: readonly Candidate[]): ServiceError {
  return new ServiceError({
    kind: "bad_request",
    message: `Not on the tape: ${explain(structure, candidates)}`,
  });
}

function explain(structure: string, candidates: readonly Candidate[]): string {
  const nearest = nearestOf(structure, candidates);
  if (!nearest) return `the tape is empty.\n${indent(structure)}`;
  if (distanceOf(nearest.difference) === 0) return usedUp(structure, candidates);
  const { name, position } = nearest.candidate;
  const lines = nearest.difference.map((line) => `${words[line.in]} ${line.line}`);
  return [
    "no recorded request has this structure.",
    `The nearest is request ${position + 1} of the conversation "${name}":`,
    ...lines,
  ].join("\n");
}

const words = { both: "          ", expected: "expected: ", got: "got:      " } as const;

function usedUp(structure: string, candidates: readonly Candidate[]): string {
  const same = candidates.filter(({ exchange }) => exchange.structure === structure);
  const times = same.length === 1 ? "once" : `${same.length} times`;
  const more = `a request of this structure was recorded ${times}, and has been made once more.`;
  return `${more}\n${indent(structure)}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

interface Nearest {
  readonly candidate: Candidate;
  readonly difference: Difference;
}

/** The one with the fewest lines that differ, and of those the one with the most in common. */
function nearestOf(structure: string, candidates: readonly Candidate[]): Nearest | undefined {
  let nearest: Nearest | undefined;
  for (const candidate of candidates) {
    const difference = differenceOf(candidate.exchange.structure, structure);
    if (!nearest || isNearer(difference, nearest.difference)) nearest = { candidate, difference };
  }
  return nearest;
}

function isNearer(one: Difference, other: Difference): boolean {
  const distance = distanceOf(one) - distanceOf(other);
  return distance < 0 || (distance === 0 && one.length > other.length);
}
