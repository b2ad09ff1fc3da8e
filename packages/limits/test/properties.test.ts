import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimits } from "../src/index.js";
import { type Admitted, admit, request } from "./requests.js";

const keyLimits = { requestsPerMinute: 7, inputTokensPerMinute: 100, concurrentRequests: 4 };
const account = { requestsPerMinute: 9, inputTokensPerMinute: 130, concurrentRequests: 5 };

/** What may happen to a service, in any order. */
const step = fc.oneof(
  fc.record({
    do: fc.constant("admit" as const),
    key: fc.constantFrom("a", "b"),
    tokens: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ do: fc.constant("release" as const), which: fc.nat() }),
  fc.record({
    do: fc.constant("wait" as const),
    milliseconds: fc.integer({ min: 1, max: 40_000 }),
  }),
);

/** What was let in, and until when it counts. */
interface Counted {
  readonly key: string;
  readonly tokens: number;
  readonly requestsUntil: number;
  readonly tokensUntil: number;
}

interface Running {
  readonly key: string;
  readonly admission: Admitted;
}

function sum(counted: readonly Counted[], until: "requestsUntil" | "tokensUntil") {
  const standing = counted.filter((one) => one[until] > Date.now());
  return {
    requests: standing.length,
    tokens: standing.reduce((total, { tokens }) => total + tokens, 0),
  };
}

describe("any order of admissions, releases and time", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("never lets more in than a limit, nor more run", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const limits = createLimits();
        const counted: Counted[] = [];
        const running: Running[] = [];

        async function admitOne(key: string, tokens: number): Promise<void> {
          const asked = request({ id: key, limits: keyLimits }, tokens);
          const admission = await admit(limits, asked).catch(() => undefined);
          if (!admission) return;
          running.push({ key, admission });
          counted.push({
            key,
            tokens,
            requestsUntil: admission.rates?.requests?.resetAt ?? 0,
            tokensUntil: admission.rates?.inputTokens?.resetAt ?? 0,
          });
        }

        for (const todo of steps) {
          if (todo.do === "wait") vi.advanceTimersByTime(todo.milliseconds);
          if (todo.do === "release") running.splice(todo.which, 1)[0]?.admission.release();
          if (todo.do === "admit") {
            await Promise.all(todo.tokens.map((tokens) => admitOne(todo.key, tokens)));
          }
          for (const key of ["a", "b"]) {
            const own = counted.filter((one) => one.key === key);
            expect(sum(own, "requestsUntil").requests).toBeLessThanOrEqual(7);
            expect(sum(own, "tokensUntil").tokens).toBeLessThanOrEqual(100);
            expect(running.filter((one) => one.key === key).length).toBeLessThanOrEqual(4);
          }
        }
      }),
      { numRuns: repeats(300, 6_000) },
    );
  });

  it("leaves all of a window after everything refused was given back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 30 }),
        async (asked) => {
          const limits = createLimits();
          const key = { limits: keyLimits, accountLimits: account };
          const admitted = await Promise.all(
            asked.map((tokens) =>
              admit(limits, request(key, tokens)).then(
                () => tokens,
                () => 0,
              ),
            ),
          );
          const total = admitted.reduce((sum, tokens) => sum + tokens, 0);
          const wide = { requestsPerMinute: 1_000, inputTokensPerMinute: 1_000 };
          const { rates } = await admit(limits, request({ limits: wide }, 1));
          expect(rates?.inputTokens?.remaining).toBe(1_000 - total - 1);
          expect(rates?.requests?.remaining).toBe(
            1_000 - admitted.filter((tokens) => tokens > 0).length - 1,
          );
        },
      ),
      { numRuns: repeats(200, 4_000) },
    );
  });
});
