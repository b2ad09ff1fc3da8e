import type { Limits } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { oddNames } from "../samples.js";
import { admit, admitSoon, enter, findAdmitted, keyWith, refuse, type Scope } from "./steps.js";

/** What the limit of concurrent requests promises, of a key or of its account. */
export function concurrencyTests(scope: Scope): ContractTests<Subject<Limits>> {
  const key = keyWith(scope, { concurrentRequests: 3 });
  return {
    async [`concurrency of the ${scope}: lets exactly so many in, of many at once`](subject) {
      const handles = await openBoth(subject);
      const calls = Array.from({ length: 20 }, (_, index) =>
        admit(handles[index % 2 === 0 ? 0 : 1], key),
      );
      const admitted = await findAdmitted(calls, "concurrency_limited");
      assertEqual(admitted.length, 3, "the requests that were let in");
    },
    async [`concurrency of the ${scope}: gives a place to the next when one leaves`]({ store }) {
      const first = await admit(store, key);
      for (let count = 0; count < 2; count++) await admit(store, key);
      for (let round = 0; round < 3; round++) {
        await refuse(admit(store, key), "concurrency_limited");
      }
      first.release();
      await admitSoon(store, key);
      await refuse(admit(store, key), "concurrency_limited");
    },
    async [`concurrency of the ${scope}: is the same after any number of requests`]({ store }) {
      for (let round = 0; round < 10; round++) {
        const admitted = [];
        for (let count = 0; count < 3; count++) admitted.push(await admitSoon(store, key));
        await refuse(admit(store, key), "concurrency_limited");
        for (const admission of admitted) admission.release();
      }
    },
    async [`concurrency of the ${scope}: counts a request from its entrance`]({ store }) {
      for (let count = 0; count < 3; count++) await enter(store, key);
      await refuse(enter(store, key), "concurrency_limited");
    },
    async [`concurrency of the ${scope}: limits no other, whatever it is called`]({ store }) {
      const limits = { concurrentRequests: 1 };
      const keys = oddNames.map((name) => keyWith(scope, limits, name, name));
      for (const each of keys) await admit(store, each);
      for (const each of keys) await refuse(admit(store, each), "concurrency_limited");
    },
  };
}

/** What the limit of an account means for its keys. */
export const sharedTests: ContractTests<Subject<Limits>> = {
  async "concurrency of the account: is shared by its keys"({ store }) {
    const limits = { concurrentRequests: 2 };
    const one = keyWith("account", limits, "one");
    const other = keyWith("account", limits, "other");
    const first = await admit(store, one);
    await admit(store, other);
    await refuse(admit(store, one), "concurrency_limited");
    await refuse(admit(store, other), "concurrency_limited");
    first.release();
    await admitSoon(store, other);
  },
  async "concurrency of the account: a refusal by it takes no place of the key"({ store }) {
    const accountLimits = { concurrentRequests: 1 };
    const key = { ...keyWith("key", { concurrentRequests: 2 }), accountLimits };
    const first = await admit(store, key);
    for (let count = 0; count < 5; count++) await refuse(admit(store, key), "concurrency_limited");
    first.release();
    const second = await admitSoon(store, key);
    second.release();
  },
};
