import assert from "node:assert/strict";
import { mock } from "node:test";
import {
  type Admission,
  createMemoryLimits,
  type Entrance,
  type ExceededRate,
  type KeyRecord,
  type Limits,
  type RateStatus,
} from "@diglot/core";
import { createLimits } from "@diglot/limits";
import fc from "fast-check";
import { withWindows } from "../../../testing/test/contracts/references/window-limits.js";
import { targetOf } from "../target.js";

/** One call of the limits, or a wait in milliseconds. Requests that are running are numbered. */
type Step =
  | { readonly do: "enter"; readonly key: number }
  | { readonly do: "admit"; readonly which: number; readonly tokens: number }
  | {
      readonly do: "spend";
      readonly which: number;
      readonly input: number;
      readonly output: number;
    }
  | { readonly do: "release"; readonly which: number }
  | { readonly do: "wait"; readonly milliseconds: number };

const which = fc.nat(5);
const tokens = fc.nat(60);
/** A body has at least one token. */
const estimate = fc.integer({ min: 1, max: 60 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("enter" as const), key: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("admit" as const), which, tokens: estimate }),
  },
  fc.record({ do: fc.constant("spend" as const), which, input: tokens, output: tokens }),
  fc.record({ do: fc.constant("release" as const), which }),
  fc.record({
    do: fc.constant("wait" as const),
    milliseconds: fc.constantFrom(1, 1_000, 59_999, 60_000),
  }),
);

/** Two keys of one account, and one of another. */
const keys: readonly KeyRecord[] = [
  ["a", "x", { requestsPerMinute: 4, inputTokensPerMinute: 100, concurrentRequests: 2 }] as const,
  ["b", "x", { outputTokensPerMinute: 50 }] as const,
  ["c", "y", { inputTokensPerMinute: 40, concurrentRequests: 3 }] as const,
].map(([id, accountId, limits]) => ({
  ...{ id, accountId, limits, models: "all" },
  accountLimits: { requestsPerMinute: 6, inputTokensPerMinute: 130, concurrentRequests: 3 },
}));

/** The limits of `@diglot/limits` in memory. */
export const limitHistories = targetOf({
  name: "limit-histories",
  promise: "Places and rates are those of limits that are as simple as can be.",
  cases: fc.array(step, { maxLength: 40 }),
  async check(steps: readonly Step[]) {
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_800_000_000_000 });
    try {
      const real = createPlayer(createLimits());
      const simple = createPlayer(withWindows(createMemoryLimits(), Date.now));
      for (const next of steps) {
        if (next.do === "wait") mock.timers.tick(next.milliseconds);
        assert.deepEqual(await real(next), await simple(next), `After ${next.do}.`);
      }
    } finally {
      mock.timers.reset();
    }
  },
});

interface Running {
  readonly entrance: Entrance;
  admission?: Admission;
  /** What was estimated; absent until it asks. */
  estimate?: number;
}

/** Plays steps on limits. @returns what is seen of each */
function createPlayer(limits: Limits) {
  const running: Running[] = [];

  async function enter(index: number): Promise<unknown> {
    const key = keys[index];
    assert.ok(key);
    const { signal } = new AbortController();
    const entrance = await limits.enter({ key, requestId: "r", signal });
    running.push({ entrance });
    return "entered";
  }

  async function take(step: Step): Promise<unknown> {
    if (step.do === "enter") return enter(step.key);
    if (step.do === "wait") return undefined;
    const index = step.which % Math.max(1, running.length);
    const request = running[index];
    if (!request) return undefined;
    if (step.do === "spend") return spend(request, step);
    if (step.do === "release") return running.splice(index, 1)[0]?.entrance.release();
    if (request.estimate !== undefined) return undefined;
    request.estimate = step.tokens;
    request.admission = await request.entrance.admit({ model: "m", inputTokens: step.tokens });
    return leftOf(request.admission.rates);
  }

  return (step: Step) => take(step).catch(refusalOf);
}

/** After the window, nothing is given back; the simple limits do not know that. */
function spend({ admission, estimate = 0 }: Running, step: Step & { readonly do: "spend" }): void {
  const ends = Object.values(admission?.rates ?? {}).map(({ resetAt }) => resetAt);
  const isGivenBack = step.input < estimate && ends.some((end) => end <= Date.now());
  if (!isGivenBack) admission?.spend?.(step);
}

/** How much an answer would say is left; of two limits with equally much left, either may be named. */
function leftOf(rates: RateStatus | undefined): unknown {
  const left = Object.entries(rates ?? {}).map(([kind, { remaining }]) => [kind, remaining]);
  return Object.fromEntries(left);
}

function refusalOf(error: { readonly kind?: string; readonly exceeded?: ExceededRate }): unknown {
  const { kind, exceeded } = error;
  if (kind === undefined) throw error;
  return { kind, rate: exceeded?.kind, scope: exceeded?.scope, id: exceeded?.id };
}
