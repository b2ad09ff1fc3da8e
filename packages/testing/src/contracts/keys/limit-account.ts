import type { KeyStore } from "@diglot/core";
import { assertEqual } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { allLimits } from "./issue.js";
import { find } from "./keys-contract.js";

/** What `limitAccount` promises. */
export const limitAccountTests: ContractTests<Subject<KeyStore>> = {
  async "limitAccount: limits all keys of an account, later keys too, until it is lifted"(subject) {
    const [store, other] = await openBoth(subject);
    const first = await store.issue({ accountId: "account" });
    const stranger = await store.issue({ accountId: "other" });
    await find(other, first.secret);
    await store.limitAccount("account", allLimits);
    const second = await store.issue({ accountId: "account", limits: { requestsPerMinute: 1 } });
    for (const { secret } of [first, second]) {
      assertEqual((await find(other, secret))?.accountLimits, allLimits, "the account's limits");
    }
    assertEqual((await find(store, second.secret))?.limits, { requestsPerMinute: 1 }, "its limits");
    assertEqual((await find(store, stranger.secret))?.accountLimits, undefined, "another's limits");
    await store.limitAccount("account", { concurrentRequests: 1 });
    const changed = (await find(other, first.secret))?.accountLimits;
    assertEqual(changed, { concurrentRequests: 1 }, "the changed limits");
    await store.limitAccount("account", undefined);
    const lifted = (await find(other, first.secret))?.accountLimits;
    assertEqual(lifted, undefined, "the lifted limits");
  },
  async "limitAccount: leaves nothing of an account without keys whose limits are lifted"({
    store,
  }) {
    await store.limitAccount("account", allLimits);
    assertEqual(await store.listAccounts(), ["account"], "the accounts");
    await store.limitAccount("account", undefined);
    assertEqual(await store.listAccounts(), [], "the accounts without limits and keys");
  },
};
