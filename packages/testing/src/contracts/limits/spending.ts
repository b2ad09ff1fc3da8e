import type { Limits } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import {
  admit,
  admitSoon,
  enter,
  findAdmitted,
  keyWith,
  pass,
  refuse,
  refuseSoon,
} from "./steps.js";

/** What requests per minute promise beside. */
export const requestsTests: ContractTests<Subject<Limits>> = {
  async "requests: lets exactly so many in, of many at once"(subject) {
    const handles = await openBoth(subject);
    const key = keyWith("key", { requestsPerMinute: 7 });
    const calls = Array.from({ length: 30 }, (_, index) =>
      pass(handles[index % 2 === 0 ? 0 : 1], key),
    );
    assertEqual((await findAdmitted(calls, "rate_limited")).length, 7, "those that were let in");
  },
  async "requests: charges nothing for a request that is not admitted"({ store }) {
    const key = keyWith("key", { requestsPerMinute: 1 });
    for (let count = 0; count < 5; count++) (await enter(store, key)).release();
    await pass(store, key);
    await refuse(admit(store, key), "rate_limited");
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
  async "requests: leaves no place taken by a request that is over the rate"({ store }) {
    const limits = { concurrentRequests: 2 };
    const limited = keyWith("key", { ...limits, requestsPerMinute: 1 });
    await pass(store, limited);
    for (let count = 0; count < 5; count++) await refuse(admit(store, limited), "rate_limited");
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
  async "outputTokens: limit the requests that come after they were spent"({ store }) {
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
