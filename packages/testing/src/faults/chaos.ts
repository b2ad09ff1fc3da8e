import { type Check, checks } from "@diglot/core";
import { isFunction } from "../common/kinds.js";
import { createRandom, type Random } from "../common/random.js";
import { validFault } from "./check-faults.js";
import type { Chunks, Fault, Place } from "./fault.js";
import { faults } from "./faults.js";
import type { FaultPlan, Faults } from "./plan.js";

/** A fault that may be chosen, or how to make one out of chance. */
export type ChaosFault = Fault | ((random: Random) => Fault);

/** Options of `chaos`. */
export interface ChaosOptions {
  /** The same seed gives the same faults to the same requests. */
  readonly seed: number;
  /** The share of the requests that fail, from 0 to 1. @default 0.5 */
  readonly rate?: number | undefined;
  /**
   * The faults, each as likely as the others, or a function that returns one. @default all faults that end by
   * themselves, at random places
   */
  readonly faults?: readonly ChaosFault[] | undefined;
}

const { anything, checkOptions, either, is, listOf, members } = checks;

const validChaos: Check = members<ChaosOptions>({
  seed: { required: is("a whole number", Number.isSafeInteger) },
  rate: is("a number from 0 to 1", (value) => Number.isFinite(value) && isShare(Number(value))),
  faults: listOf(either(isFunction, anything, validFault), 1),
});

/**
 * A plan by chance. What goes wrong with a request depends on the seed and on the request's index
 * alone, so that a run can be repeated, whatever the order in which requests come to their end.
 * @throws TypeError for an invalid option, which it names
 */
export function chaos(options: ChaosOptions): FaultPlan {
  checkOptions("chaos", options, validChaos);
  const { seed, rate = 0.5, faults: choices = allFaults } = options;
  return ({ index }) => choose(createRandom(seed, index), rate, choices);
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}

function choose(random: Random, rate: number, choices: readonly ChaosFault[]): Faults {
  if (random.next() >= rate) return undefined;
  const choice = choices[random.between(0, choices.length - 1)];
  return typeof choice === "function" ? choice(random) : choice;
}

function anyPlace(random: Random): Place {
  const place = random.between(0, 2);
  if (place === 0) return { bytes: random.between(0, 2_000) };
  return place === 1 ? { events: random.between(0, 20) } : { blocks: random.between(0, 3) };
}

function anyChunks(random: Random): Chunks {
  const all: readonly Chunks[] = [
    "whole",
    "events",
    "characters",
    "lines",
    { bytes: random.between(1, 100) },
    { events: random.between(2, 10) },
    { seed: random.between(0, 1_000_000) },
  ];
  return all[random.between(0, all.length - 1)] ?? "whole";
}

/** Without `timeout`, which no caller without a time limit survives; callers with one can add it. */
const allFaults: readonly ChaosFault[] = [
  faults.rateLimited(),
  faults.overloaded(),
  faults.serverError(),
  (random) => faults.html([502, 503, 504][random.between(0, 2)]),
  faults.unreachable(),
  faults.contentType(),
  faults.contentType("text/html"),
  (random) => faults.cut(anyPlace(random)),
  (random) => faults.reset(anyPlace(random)),
  (random) => faults.stall(anyPlace(random), random.between(1, 50)),
  (random) => faults.trickle(random.between(50, 500), random.between(0, 2)),
  (random) => faults.duplicate(anyPlace(random)),
  (random) => faults.garbage(anyPlace(random)),
  (random) => faults.errorEvent(anyPlace(random)),
  faults.noTerminal(),
  (random) => faults.chunks(anyChunks(random)),
];
