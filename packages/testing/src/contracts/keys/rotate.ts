import type { IssuedKey, KeyStore } from "@diglot/core";
import { assertEqual, assertPresent, assertThat } from "../assert.js";
import { type ContractTests, clockOf, openBoth, type Subject } from "../contract.js";
import { minute } from "../ledger/steps.js";
import { find } from "./keys-contract.js";

/** What `rotate` promises. */
export const rotateTests: ContractTests<Subject<KeyStore>> = {
  async "rotate: gives a key another secret, and changes nothing else of it"({ store }) {
    const first = await store.issue({ accountId: "account", name: "one", models: ["a"] });
    const second = await rotate(store, first.key.id, minute);
    assertThat(second.secret !== first.secret, "The secret is the same.");
    assertThat(second.secret.startsWith(second.key.prefix), "The prefix is not of the new secret.");
    const { prefix } = second.key;
    assertEqual(second.key, { ...first.key, prefix }, "the key");
    assertEqual(await store.get(first.key.id), second.key, "the key by its id");
  },
  async "rotate: leaves the secret before valid for the overlap"(subject) {
    const [store, other] = await openBoth(subject);
    const first = await store.issue({ accountId: "account" });
    const second = await rotate(store, first.key.id, minute);
    for (const { secret } of [first, second]) {
      assertEqual((await find(other, secret))?.id, first.key.id, "the id that a secret finds");
    }
  },
  async "rotate: ends the secret before when the overlap is over"(subject) {
    const { store } = subject;
    const first = await store.issue({ accountId: "account" });
    const second = await rotate(store, first.key.id, 30);
    await find(store, first.secret);
    await clockOf(subject).advance(100);
    await assertOnlyValid(store, [first], second);
  },
  async "rotate: ends the secret before at once without an overlap"(subject) {
    const [store, other] = await openBoth(subject);
    const first = await store.issue({ accountId: "account" });
    await find(other, first.secret);
    const second = await rotate(store, first.key.id, 0);
    await assertOnlyValid(other, [first], second);
  },
  async "rotate: ends all secrets before, also those that overlap still"({ store }) {
    const first = await store.issue({ accountId: "account" });
    const second = await rotate(store, first.key.id, minute);
    const third = await rotate(store, first.key.id, 0);
    await assertOnlyValid(store, [first, second], third);
  },
  async "rotate: brings no secret back that has ended"(subject) {
    const { store } = subject;
    const first = await store.issue({ accountId: "account" });
    const second = await rotate(store, first.key.id, 0);
    const third = await rotate(store, first.key.id, minute);
    await assertOnlyValid(store, [first], third);
    assertEqual((await find(store, second.secret))?.id, first.key.id, "the overlapping secret");
  },
  async "rotate: does nothing for a key that is revoked, has expired or is not there"(subject) {
    const { store } = subject;
    const clock = clockOf(subject);
    const revoked = await store.issue({ accountId: "account" });
    const expired = await store.issue({ accountId: "account", expiresAt: clock.now() + 30 });
    await store.revoke(revoked.key.id);
    await clock.advance(100);
    for (const id of [revoked.key.id, expired.key.id, "nobody"]) {
      assertEqual(await store.rotate(id, minute), undefined, `the rotated key ${id}`);
    }
    assertEqual(await find(store, revoked.secret), undefined, "the revoked key");
    assertEqual(await find(store, expired.secret), undefined, "the expired key");
  },
};

async function rotate(store: KeyStore, id: string, overlap: number): Promise<IssuedKey> {
  return assertPresent(await store.rotate(id, overlap), "the rotated key");
}

async function assertOnlyValid(
  store: KeyStore,
  ended: readonly IssuedKey[],
  valid: IssuedKey,
): Promise<void> {
  for (const { secret } of ended) {
    assertEqual(await find(store, secret), undefined, "the record of a secret that has ended");
  }
  assertEqual((await find(store, valid.secret))?.id, valid.key.id, "the id of the valid secret");
}
