import type { KeyChange, KeyStore, NewKey } from "@diglot/core";
import { assertEqual, assertPresent, assertRejects, assertThat } from "../assert.js";
import { type ContractTests, clockOf, openBoth, type Subject } from "../contract.js";
import { minute } from "../ledger/steps.js";
import { allLimits } from "./issue.js";
import { find } from "./keys-contract.js";

/** A key with everything that can be changed, and a minute to live. */
const whole = (now: number) =>
  ({
    accountId: "account",
    name: "one",
    models: ["a"],
    limits: allLimits,
    expiresAt: now + minute,
  }) satisfies NewKey;

/** Changes that cannot be. */
const impossible: Readonly<Record<string, unknown>> = {
  "a change that is no object": "name",
  "another account": { accountId: "other" },
  "a name with a control character": { name: "a\nb" },
  "a model without a name": { models: [""] },
  "a limit of 0": { limits: { requestsPerMinute: 0 } },
  "a limit that nobody knows": { limits: { requests: 5 } },
  "a time before 1970": { expiresAt: -1 },
};

/** What `update` promises. */
export const updateTests: ContractTests<Subject<KeyStore>> = {
  async "update: changes what a key is, at once, on every handle, and not its secrets"(subject) {
    const [store, other] = await openBoth(subject);
    const { key, secret } = await store.issue({ accountId: "account" });
    await find(other, secret);
    const expiresAt = clockOf(subject).now() + minute;
    const change = { name: "it's 漢字", models: ["a", "b/c"], limits: allLimits, expiresAt };
    const changed = assertPresent(await store.update(key.id, change), "the changed key");
    assertEqual(changed, { ...key, ...change }, "the changed key");
    assertEqual(await other.get(key.id), changed, "the key by its id, on the other handle");
    const found = await find(other, secret);
    assertEqual([found?.models, found?.limits], [change.models, allLimits], "the found key");
  },
  async "update: leaves what it does not name"(subject) {
    const { store } = subject;
    const { key } = await store.issue(whole(clockOf(subject).now()));
    const changes: readonly KeyChange[] = [
      { name: "two" },
      { models: [] },
      { expiresAt: key.createdAt + 2 * minute },
    ];
    let expected = key;
    for (const change of [{}, ...changes]) {
      expected = { ...expected, ...change } as typeof key;
      assertEqual(await store.update(key.id, change), expected, "the changed key");
    }
    const undefinedMembers = { name: undefined, models: undefined, limits: undefined };
    assertEqual(await store.update(key.id, undefinedMembers), expected, "the unchanged key");
  },
  async "update: removes what is null; a key without a list of models is for all"(subject) {
    const { store } = subject;
    const { key, secret } = await store.issue(whole(clockOf(subject).now()));
    const { name: _, limits: __, expiresAt: ___, ...bare } = key;
    const change = { name: null, models: null, limits: null, expiresAt: null };
    const expected = { ...bare, models: "all" };
    assertEqual(await store.update(key.id, change), expected, "the changed key");
    assertEqual(await store.get(key.id), expected, "the key by its id");
    assertEqual((await find(store, secret))?.models, "all", "the models that it finds");
  },
  async "update: changes single limits, and removes them"({ store }) {
    const { key } = await store.issue({ accountId: "account", limits: allLimits });
    const limits = { requestsPerMinute: 7, inputTokensPerMinute: null };
    const { inputTokensPerMinute: _, ...left } = { ...allLimits, requestsPerMinute: 7 };
    assertEqual((await store.update(key.id, { limits }))?.limits, left, "the limits");
    const none = { requestsPerMinute: null, outputTokensPerMinute: null, concurrentRequests: null };
    assertEqual((await store.update(key.id, { limits: none }))?.limits, undefined, "no limits");
    const again = await store.update(key.id, { limits: { concurrentRequests: 2 } });
    assertEqual(again?.limits, { concurrentRequests: 2 }, "the limit of a key that had none");
    assertEqual((await store.get(key.id))?.limits, { concurrentRequests: 2 }, "the kept limit");
  },
  async "update: loses none of many changes at once"(subject) {
    const handles = await openBoth(subject);
    const { key } = await subject.store.issue({ accountId: "account" });
    const changes: readonly KeyChange[] = [
      { name: "one" },
      { models: ["a"] },
      ...Object.entries(allLimits).map(([name, value]) => ({ limits: { [name]: value } })),
    ];
    const calls = changes.map((change, index) =>
      handles[index % 2 === 0 ? 0 : 1].update(key.id, change),
    );
    await Promise.all(calls);
    const expected = { ...key, name: "one", models: ["a"], limits: allLimits };
    assertEqual(await subject.store.get(key.id), expected, "the key after all changes");
  },
  async "update: gives a key that has expired more time"(subject) {
    const { store } = subject;
    const clock = clockOf(subject);
    const { key, secret } = await store.issue({
      accountId: "account",
      expiresAt: clock.now() + 30,
    });
    await clock.advance(100);
    assertEqual(await find(store, secret), undefined, "the key that has expired");
    await store.update(key.id, { expiresAt: clock.now() + minute });
    assertEqual((await find(store, secret))?.id, key.id, "the key with more time");
  },
  async "update: changes no key that is revoked or not there, and no other"({ store }) {
    const revoked = await store.issue({ accountId: "account" });
    const other = await store.issue({ accountId: "account" });
    await store.revoke(revoked.key.id);
    const before = await store.get(revoked.key.id);
    for (const id of [revoked.key.id, "nobody"]) {
      assertEqual(await store.update(id, { name: "new" }), undefined, `the changed key ${id}`);
    }
    assertEqual(await store.get(revoked.key.id), before, "the revoked key");
    assertEqual(await find(store, revoked.secret), undefined, "what its secret finds");
    assertEqual(await store.get(other.key.id), other.key, "the other key");
  },
  async "update: refuses changes that cannot be"({ store }) {
    const { key } = await store.issue({ accountId: "account", name: "one" });
    for (const [what, change] of Object.entries(impossible)) {
      const error = await assertRejects(store.update(key.id, change as KeyChange), what);
      assertThat(error instanceof TypeError, `${what}: the rejection is no TypeError.`);
    }
    assertEqual(await store.get(key.id), key, "the key");
  },
};
