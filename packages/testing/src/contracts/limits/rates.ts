import type { Limits, RateKind } from "@diglot/core";
import { assertEqual, assertPresent, assertThat } from "../assert.js";
import { type ContractTests, clockOf, openBoth, type Subject } from "../contract.js";
import { oddNames } from "../samples.js";
import {
  admit,
  admitSoon,
  countAdmitted,
  keyWith,
  limitNames,
  pass,
  refuse,
  refuseSoon,
  type Scope,
} from "./steps.js";

const minute = 60_000;

/** Uses up a rate of 100: by requests, by their input, or by what their tries have spent. */
const useUp: Readonly<
  Record<RateKind, (store: Limits, key: ReturnType<typeof keyWith>) => Promise<void>>
> = {
  async requests(store, key) {
    for (let count = 0; count < 100; count++) await pass(store, key);
  },
  async inputTokens(store, key) {
    await pass(store, key, 100);
  },
  async outputTokens(store, key) {
    const admission = await pass(store, key);
    admission.spend?.({ input: 0, output: 100 });
    await refuseSoon(store, key);
  },
};

/** What each rate promises, of a key or of its account. */
export function rateTests(kind: RateKind, scope: Scope): ContractTests<Subject<Limits>> {
  const limits = { [limitNames[kind]]: 100 };
  const key = keyWith(scope, limits);
  const name = `${kind} of the ${scope}`;
  const asked = kind === "inputTokens" ? 1 : 0;
  return {
    async [`${name}: refuses what exceeds the rate, and says which, whose and when it is whole`](
      subject,
    ) {
      await useUp[kind](subject.store, key);
      const error = await refuse(admit(subject.store, key, asked), "rate_limited");
      const exceeded = assertPresent(error.exceeded, "the exceeded rate");
      const { resetAt, requested, ...told } = exceeded;
      const expected = { kind, scope, id: key[scope === "key" ? "id" : "accountId"] };
      assertEqual(told, { ...expected, model: "model", limit: 100, remaining: 0 }, "what is told");
      assertThat(requested >= 0, `It says that ${requested} were requested.`);
      assertResets(resetAt, subject);
      assertEqual(error.rates?.[kind]?.remaining, 0, "what is left, for the headers");
    },
    async [`${name}: tells what is left`](subject) {
      const { rates } = await pass(subject.store, key, 10);
      const window = assertPresent(rates?.[kind], "the window");
      const used = { requests: 1, inputTokens: 10, outputTokens: 0 }[kind];
      assertEqual(
        [window.limit, window.remaining],
        [100, 100 - used],
        "the limit and what is left",
      );
      if (used > 0) assertResets(window.resetAt, subject);
    },
    async [`${name}: bounds no other, whatever it is called`]({ store }) {
      await useUp[kind](store, key);
      for (const odd of oddNames) {
        await pass(store, keyWith(scope, limits, odd, odd), asked);
      }
      await refuse(admit(store, key, asked), "rate_limited");
    },
    async [`${name}: is whole again after a minute, for a store with an injected clock`](subject) {
      if (!subject.clock) return;
      await useUp[kind](subject.store, key);
      await refuse(admit(subject.store, key, asked), "rate_limited");
      await subject.clock.advance(minute + 1_000);
      await useUp[kind](subject.store, key);
    },
  };
}

/** What it means for a rate that both a key and its account are bounded. */
export function sharedRateTests(kind: RateKind): ContractTests<Subject<Limits>> {
  const bounded = (ofKey: number, ofAccount: number, id = "key") => ({
    ...keyWith("key", { [limitNames[kind]]: ofKey }, id),
    accountLimits: { [limitNames[kind]]: ofAccount },
  });
  return {
    async [`${kind}: tells the window of key or account that has less left`]({ store }) {
      for (const [index, key] of [bounded(200, 300), bounded(300, 200)].entries()) {
        const { rates } = await pass(store, { ...key, id: `${index}`, accountId: `${index}` });
        assertEqual(rates?.[kind]?.limit, 200, "the limit of the told window");
      }
    },
    async [`${kind}: bounds all keys of an account together`]({ store }) {
      await useUp[kind](store, bounded(1_000, 100, "one"));
      const other = bounded(1_000, 100, "other");
      const error = await refuse(admit(store, other, 1), "rate_limited");
      assertEqual(error.exceeded?.scope, "account", "whose rate it is");
    },
  };
}

/** When a window is whole again: within a minute, give or take the clocks. */
function assertResets(resetAt: number, subject: Pick<Subject<unknown>, "clock">): void {
  const wait = resetAt - clockOf(subject).now();
  assertThat(wait > -1_000 && wait <= minute + 1_000, `The window is whole in ${wait} ms.`);
}

/** What requests per minute promise beside. */
export const requestsTests: ContractTests<Subject<Limits>> = {
  async "requests: lets exactly so many in, of many at once"(subject) {
    const handles = await openBoth(subject);
    const key = keyWith("key", { requestsPerMinute: 7 });
    const calls = Array.from({ length: 30 }, (_, index) =>
      pass(handles[index % 2 === 0 ? 0 : 1], key),
    );
    assertEqual((await countAdmitted(calls, "rate_limited")).length, 7, "those that were let in");
  },
  async "requests: charges nothing for a request that finds no place"({ store }) {
    const rate = { requestsPerMinute: 2 };
    const key = keyWith("key", { ...rate, concurrentRequests: 1 });
    const first = await admit(store, key);
    for (let count = 0; count < 5; count++) await refuse(admit(store, key), "concurrency_limited");
    first.release();
    const second = await admitSoon(store, key);
    second.release();
    await refuse(admit(store, keyWith("key", rate)), "rate_limited");
  },
  async "requests: takes no place for a request that is over the rate"({ store }) {
    const limits = { concurrentRequests: 2 };
    const bounded = keyWith("key", { ...limits, requestsPerMinute: 1 });
    await pass(store, bounded);
    for (let count = 0; count < 5; count++) await refuse(admit(store, bounded), "rate_limited");
    await admitSoon(store, keyWith("key", limits));
    await admitSoon(store, keyWith("key", limits));
  },
};

/** What input tokens per minute promise beside. */
export const inputTests: ContractTests<Subject<Limits>> = {
  async "inputTokens: charges nothing for what it refuses"({ store }) {
    const key = keyWith("key", { inputTokensPerMinute: 100 });
    await pass(store, key, 60);
    for (let count = 0; count < 5; count++) await refuse(admit(store, key, 41), "rate_limited");
    await pass(store, key, 40);
    await refuse(admit(store, key, 1), "rate_limited");
  },
  async "inputTokens: refuses a request that is larger than the rate"({ store }) {
    await refuse(admit(store, keyWith("key", { inputTokensPerMinute: 100 }), 101), "rate_limited");
  },
  async "inputTokens: takes what was used in place of the estimate, and adds each further try"({
    store,
  }) {
    const key = keyWith("key", { inputTokensPerMinute: 100 });
    const admission = await pass(store, key, 60);
    admission.spend?.({ input: 10, output: 5 });
    admission.spend?.({ input: 20, output: 5 });
    const next = await admitSoon(store, key, 70);
    next.release();
    await refuse(admit(store, key, 1), "rate_limited");
  },
  async "inputTokens: counts what was used above the estimate"({ store }) {
    const key = keyWith("key", { inputTokensPerMinute: 1_000_000 });
    const admission = await admit(store, key, 10);
    admission.spend?.({ input: 1_000_000, output: 0 });
    admission.release();
    await refuseSoon(store, key, 1);
  },
};

/** What output tokens per minute promise beside. */
export const outputTests: ContractTests<Subject<Limits>> = {
  async "outputTokens: bound the requests that come after they were spent"({ store }) {
    const key = keyWith("key", { outputTokensPerMinute: 100 });
    const admission = await admit(store, key);
    admission.spend?.({ input: 0, output: 60 });
    const next = await admit(store, key);
    next.spend?.({ input: 0, output: 60 });
    admission.release();
    next.release();
    const error = await refuseSoon(store, key);
    assertEqual(error.exceeded?.remaining, 0, "what is left");
  },
};
