import type { KeyStore, MaybePromise, NewKey } from "@diglot/core";
import { assertEqual, assertRejects, assertThat } from "../assert.js";
import { type ContractTests, openBoth, type Subject } from "../contract.js";
import { find } from "./keys-contract.js";

/** Keys that cannot be. */
const impossible: Readonly<Record<string, Partial<NewKey>>> = {
  "a secret of 7 characters": { secret: "1234567" },
  "a secret with a blank": { secret: "1234 5678" },
  "a secret with a line break": { secret: "12345678\n" },
  "a secret that is not ASCII": { secret: "schlüssel" },
  "a limit of 0": { limits: { requestsPerMinute: 0 } },
  "a limit below 0": { limits: { concurrentRequests: -1 } },
  "a limit that is no whole number": { limits: { outputTokensPerMinute: 1.5 } },
};

/** What `issue` refuses. */
export const refuseTests: ContractTests<Subject<KeyStore>> = {
  async "issue: refuses an id that is taken, also by a revoked key"({ store }) {
    const first = await store.issue({ accountId: "account", id: "key_1" });
    await assertTypeError(store.issue({ accountId: "other", id: "key_1" }), "a taken id");
    await store.revoke("key_1");
    await assertTypeError(store.issue({ accountId: "other", id: "key_1" }), "a revoked key's id");
    assertEqual((await store.get("key_1"))?.accountId, "account", "the account of the key");
    assertEqual(await find(store, first.secret), undefined, "the record of the revoked key");
  },
  async "issue: refuses a secret that is taken"({ store }) {
    const { key } = await store.issue({ accountId: "account", secret: "own-secret" });
    await assertTypeError(store.issue({ accountId: "other", secret: "own-secret" }), "the secret");
    assertEqual((await find(store, "own-secret"))?.id, key.id, "the id that it finds");
    assertEqual((await store.list()).keys.length, 1, "the number of keys");
  },
  async "issue: gives an id to one of many at once"(subject) {
    const handles = await openBoth(subject);
    const calls = Array.from({ length: 10 }, (_, index) =>
      handles[index % 2 === 0 ? 0 : 1].issue({ accountId: `${index}`, id: "key_1" }),
    );
    const results = await Promise.allSettled(calls);
    const issued = results.filter(({ status }) => status === "fulfilled");
    assertEqual(issued.length, 1, "the keys that were issued");
  },
  async "issue: refuses keys that cannot be"({ store }) {
    for (const [what, members] of Object.entries(impossible)) {
      await assertTypeError(store.issue({ accountId: "account", ...members }), what);
    }
    assertEqual((await store.list()).keys, [], "the keys");
  },
};

async function assertTypeError(call: MaybePromise<unknown>, what: string): Promise<void> {
  const error = await assertRejects(call, what);
  assertThat(error instanceof TypeError, `${what}: the rejection is no TypeError, but ${error}`);
}
