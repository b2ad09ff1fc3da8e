import { type Leaf, leavesOf, otherValue, without, withValue } from "./leaves.js";
import type { Observed } from "./observe.js";

/** The result for each leaf of some inputs. */
export interface Tally {
  tried: number;
  /** The output, the receipt or the refusal changed with the leaf. */
  carried: number;
  /** The leaf is part of something that is reported as lost or refused as a whole. */
  reported: number;
  /** The leaf is on the list of leaves without meaning in the other format. */
  noOp: number;
}

/** A tally of nothing. */
export const createTally = (): Tally => ({ tried: 0, carried: 0, reported: 0, noOp: 0 });
/** How the leaves of one kind of input are judged. */
export interface LeafRules {
  observe(input: unknown): Observed;
  isNoOp(leaf: Leaf, by: "deleted" | "changed", whole: Observed): boolean;
  /** The place of a leaf, as receipts write it. */
  placeOf(leaf: Leaf): string;
}

/** Tests each leaf of an input in turn, deleted and changed, and names those that are lost. */
export function findLost(
  input: unknown,
  { observe, isNoOp, placeOf }: LeafRules,
  total: Tally,
): readonly string[] {
  const whole = observe(input);
  const seen = JSON.stringify(whole);
  return leavesOf(input).flatMap((leaf) => {
    total.tried += 1;
    const changes = [
      ["deleted", without(input, leaf.path)],
      ["changed", withValue(input, leaf.path, otherValue(leaf))],
    ] as const;
    const silent = changes.filter(([, changed]) => JSON.stringify(observe(changed)) === seen);
    if (silent.length === 0) total.carried += 1;
    else if (isReported(whole, placeOf(leaf))) total.reported += 1;
    else {
      const lost = silent.filter(([by]) => !isNoOp(leaf, by, whole));
      if (lost.length === 0) total.noOp += 1;
      return lost.map(([by]) => `${leaf.at} ${by} (${JSON.stringify(leaf.value)})`);
    }
    return [];
  });
}

/**
 * Whether the receipt or the refusal reports the loss of this leaf or of something that contains it,
 * or an approximation of the leaf or of the object whose member it is.
 */
function isReported({ receipt, problems }: Observed, at: string): boolean {
  const lost = [...problems, ...receipt.filter(({ code }) => code === "dropped")];
  const parent = at.slice(0, at.lastIndexOf("/"));
  return (
    lost.some((reported) => reported.at !== "" && `${at}/`.startsWith(`${reported.at}/`)) ||
    receipt.some(
      (reported) => reported.code === "approximated" && [at, parent].includes(reported.at),
    )
  );
}

/** The tally in a sentence. */
export function summaryOf({ tried, carried, reported, noOp }: Tally): string {
  return `${tried} leaves tested, each deleted and changed: ${carried} change what comes out, ${reported} are part of what is reported as lost, ${noOp} have no meaning in the other format, ${tried - carried - reported - noOp} are lost without a report.`;
}
