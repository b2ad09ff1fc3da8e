import assert from "node:assert/strict";
import type { IdempotencyStore, StoredAnswer } from "@diglot/core";
import fc from "fast-check";
import { anyStore, closeStores, openStore, uniqueName } from "../stores.js";
import { targetOf } from "../target.js";

/** One call of a store of idempotency keys, or a wait. Times are in milliseconds. */
type Step =
  | {
      readonly do: "claim";
      readonly key: number;
      readonly body: number;
      readonly lease: number;
      readonly retention: number;
    }
  | { readonly do: "keep"; readonly key: number; readonly answer: number | undefined }
  | { readonly do: "forget"; readonly key: number }
  | { readonly do: "wait"; readonly milliseconds: number };

interface Case {
  readonly store: string;
  readonly steps: readonly Step[];
}

const key = fc.nat(2);
const time = fc.constantFrom(-1_000, 0, 10, 1_000, 3_600_000);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant("claim" as const), key, body: fc.nat(1) },
      ...{ lease: time, retention: time },
    }),
  },
  fc.record({ do: fc.constant("keep" as const), key, answer: fc.constantFrom(undefined, 0, 1, 2) }),
  fc.record({ do: fc.constant("forget" as const), key }),
  fc.record({ do: fc.constant("wait" as const), milliseconds: fc.constantFrom(1, 10, 5_000) }),
);

/** The idempotency keys of each store. */
export const idempotencyHistories = targetOf({
  name: "idempotency-histories",
  promise: "Each store of idempotency keys answers claims as a model of a map does.",
  cases: fc.record({
    store: anyStore,
    steps: fc.array(step, { maxLength: 25 }),
  }),
  async check({ store, steps }: Case) {
    const opened = await openStore(store);
    const model = createModel();
    const scope = uniqueName();
    for (const next of steps) {
      // The time of a server cannot be moved, so nothing that depends on short times is tried there.
      const moment: Step = opened.clock ? next : withoutShortTimes(next);
      if (moment.do === "wait") opened.clock?.advance(moment.milliseconds);
      if (moment.do === "wait" && !opened.clock) continue;
      const expected = model.take(moment);
      assert.deepEqual(await call(opened.idempotency, scope, moment), expected, `${moment.do}`);
    }
    opened.close();
  },
  close: closeStores,
});

function withoutShortTimes(step: Step): Step {
  const toLong = (milliseconds: number) => (milliseconds < 0 ? milliseconds : 3_600_000);
  return step.do === "claim"
    ? { ...step, lease: toLong(step.lease), retention: toLong(step.retention) }
    : step;
}

interface Entry {
  readonly body: number;
  readonly leaseEnd: number;
  readonly expiresAt: number;
  outcome: "running" | "lost" | number;
}

/** What a store must answer: one map and one clock. */
function createModel() {
  const entries = new Map<number, Entry>();
  let now = 0;

  function claim(step: Step & { readonly do: "claim" }): unknown {
    const entry = entries.get(step.key);
    if (entry && entry.expiresAt > now) return answerOf(entry, step.body);
    const [leaseEnd, expiresAt] = [now + step.lease, now + step.retention];
    entries.set(step.key, { body: step.body, leaseEnd, expiresAt, outcome: "running" });
    return "new";
  }

  function answerOf({ body, outcome, leaseEnd }: Entry, asked: number): unknown {
    if (body !== asked) return "mismatch";
    if (outcome === "running") return leaseEnd > now ? "running" : "lost";
    return outcome;
  }

  return {
    take(step: Step): unknown {
      const entry = step.do === "wait" ? undefined : entries.get(step.key);
      if (step.do === "claim") return claim(step);
      if (step.do === "wait") now += step.milliseconds;
      if (step.do === "keep" && entry?.outcome === "running") entry.outcome = step.answer ?? "lost";
      if (step.do === "forget" && entry?.outcome === "running") entries.delete(step.key);
      return undefined;
    },
  };
}

async function call(store: IdempotencyStore, scope: string, step: Step): Promise<unknown> {
  if (step.do === "wait") return undefined;
  const name = `key-${step.key}`;
  if (step.do === "forget") return store.forget(scope, name);
  if (step.do === "keep") {
    return store.keep(scope, name, step.answer === undefined ? undefined : toAnswer(step.answer));
  }
  const { body, lease, retention } = step;
  const state = await store.claim({ scope, key: name, fingerprint: `${body}`, lease, retention });
  if (state.name !== "answered") return state.name;
  const answer = answers.findIndex(({ status }) => status === state.answer.status);
  assert.deepEqual({ ...state.answer, body: new Uint8Array(state.answer.body) }, answers[answer]);
  return answer;
}

const answers: readonly StoredAnswer[] = [
  { status: 200, headers: [["content-type", "text/event-stream"]], body: new Uint8Array([0, 255]) },
  { status: 429, headers: [], body: new Uint8Array() },
  {
    status: 502,
    headers: [
      ["a", "1"],
      ["a", "2"],
    ],
    body: new TextEncoder().encode("\u2028'\\"),
  },
];

function toAnswer(index: number): StoredAnswer {
  const answer = answers[index];
  assert.ok(answer);
  return answer;
}
