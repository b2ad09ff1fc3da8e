import type { KeyStore } from "@diglot/core";
import { assertEqual, assertPresent, assertThat } from "../assert.js";
import { type ContractTests, clockOf, openBoth, type Subject } from "../contract.js";
import { minute } from "../ledger/steps.js";
import { find } from "./keys-contract.js";

/** What `revoke` promises. */
export const revokeTests: ContractTests<Subject<KeyStore>> = {
  async "revoke: ends a key with all its secrets at once, on every handle"(subject) {
    const [store, other] = await openBoth(subject);
    const first = await store.issue({ accountId: "account" });
    const second = assertPresent(await store.rotate(first.key.id, minute), "the rotated key");
    for (const { secret } of [first, second]) await find(other, secret);
    await store.revoke(first.key.id);
    for (const { secret } of [first, second]) {
      assertEqual(await find(other, secret), undefined, "the record, on the other handle");
      assertEqual(await find(store, secret), undefined, "the record");
    }
  },
  async "revoke: returns the key and when it ended, and get does so afterwards"(subject) {
    const { store } = subject;
    const { key } = await store.issue({ accountId: "account", name: "one" });
    const revoked = assertPresent(await store.revoke(key.id), "the revoked key");
    const revokedAt = assertPresent(revoked.revokedAt, "the time of its end");
    const age = Math.abs(clockOf(subject).now() - revokedAt);
    assertThat(age < minute, `The key was revoked ${age} ms from now.`);
    assertEqual(revoked, { ...key, revokedAt }, "the revoked key");
    assertEqual(await store.get(key.id), revoked, "the key by its id");
  },
  async "revoke: changes nothing when it is repeated"(subject) {
    const { store } = subject;
    const { key, secret } = await store.issue({ accountId: "account" });
    const first = assertPresent(await store.revoke(key.id), "the revoked key");
    await clockOf(subject).advance(20);
    assertEqual(await store.revoke(key.id), first, "the key that was revoked twice");
    assertEqual(await find(store, secret), undefined, "its record");
  },
  async "revoke: touches no other key"({ store }) {
    const first = await store.issue({ accountId: "account" });
    const second = await store.issue({ accountId: "account" });
    await store.revoke(first.key.id);
    assertEqual((await find(store, second.secret))?.id, second.key.id, "the other key");
    assertEqual(await store.get(second.key.id), second.key, "the other key by its id");
  },
  async "revoke: does nothing for an id that is not there"({ store }) {
    assertEqual(await store.revoke("nobody"), undefined, "the revoked key");
  },
};
