import type { IdempotencyClaim, IdempotencyStore, StoredAnswer } from "@diglot/core";
import { assertEqual } from "./assert.js";
import { checkTests } from "./check.js";
import {
  type ContractCase,
  type ContractTests,
  type CreateSubject,
  clockOf,
  openBoth,
  type Subject,
  toCases,
} from "./contract.js";
import { oddNames } from "./samples.js";

const minute = 60_000;

/** An answer whose body has every byte. */
const answer: StoredAnswer = {
  status: 429,
  headers: [
    ["content-type", "application/json"],
    ["x-odd", 'it\'s "quoted", ü'],
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ],
  body: Uint8Array.from({ length: 1_024 }, (_, index) => index % 256),
};

/** A case for every sentence of core's port `IdempotencyStore`. */
export function idempotencyContract(
  create: CreateSubject<Subject<IdempotencyStore>>,
): readonly ContractCase[] {
  return toCases(create, idempotencyTests);
}

const idempotencyTests: ContractTests<Subject<IdempotencyStore>> = {
  ...checkTests,
  async "claim: gives a key to the first, and says to the next that it runs"(subject) {
    const [one, other] = await openBoth(subject);
    assertEqual(await one.claim(claimOf()), { name: "new" }, "the first claim");
    assertEqual(await other.claim(claimOf()), { name: "running" }, "the second claim");
  },
  async "claim: gives a key to one, of 200 at once"(subject) {
    const handles = await openBoth(subject);
    const states = await Promise.all(
      Array.from({ length: 200 }, (_, index) => handles[index % 2 === 0 ? 0 : 1].claim(claimOf())),
    );
    const names = states.map(({ name }) => name);
    assertEqual(names.filter((name) => name === "new").length, 1, "the claims that are new");
    assertEqual(names.filter((name) => name === "running").length, 199, "those that run");
  },
  async "claim: recognizes another request with the same key, whatever became of the first"({
    store,
  }) {
    const other = claimOf({ fingerprint: "other" });
    await store.claim(claimOf());
    assertEqual(await store.claim(other), { name: "mismatch" }, "while the first runs");
    await store.keep("account", "key", answer);
    assertEqual(await store.claim(other), { name: "mismatch" }, "after its answer");
  },
  async "keep: keeps an answer exactly, for every later claim"(subject) {
    const [one, other] = await openBoth(subject);
    await one.claim(claimOf());
    await one.keep("account", "key", answer);
    for (const store of [one, other, one]) {
      assertEqual(await store.claim(claimOf()), { name: "answered", answer }, "the later claim");
    }
  },
  async "keep: keeps an answer without headers and body"({ store }) {
    const empty: StoredAnswer = { status: 204, headers: [], body: new Uint8Array() };
    await store.claim(claimOf());
    await store.keep("account", "key", empty);
    const state = await store.claim(claimOf());
    assertEqual(state, { name: "answered", answer: empty }, "the later claim");
  },
  async "keep: says that a key is lost whose answer cannot be kept"({ store }) {
    await store.claim(claimOf());
    await store.keep("account", "key", undefined);
    assertEqual(await store.claim(claimOf()), { name: "lost" }, "the later claim");
    const other = claimOf({ fingerprint: "other" });
    assertEqual(await store.claim(other), { name: "mismatch" }, "another request");
  },
  async "forget: gives a key free for any request"({ store }) {
    await store.claim(claimOf());
    await store.forget("account", "key");
    const other = claimOf({ fingerprint: "other" });
    assertEqual(await store.claim(other), { name: "new" }, "the claim of another request");
    assertEqual(await store.claim(claimOf()), { name: "mismatch" }, "the claim of the first");
  },
  async "keep and forget: change nothing for a key that nobody has claimed"({ store }) {
    await store.keep("account", "key", answer);
    await store.forget("account", "key");
    assertEqual(await store.claim(claimOf()), { name: "new" }, "the first claim");
  },
  async "claim: says that a request is lost which has not finished within its lease"(subject) {
    const { store } = subject;
    await store.claim(claimOf({ lease: 20 }));
    await clockOf(subject).advance(100);
    for (let round = 0; round < 2; round++) {
      assertEqual(await store.claim(claimOf()), { name: "lost" }, "a later claim");
    }
  },
  async "claim: knows an answer after its lease"(subject) {
    const { store } = subject;
    await store.claim(claimOf({ lease: 20 }));
    await store.keep("account", "key", answer);
    await clockOf(subject).advance(100);
    assertEqual(await store.claim(claimOf()), { name: "answered", answer }, "a later claim");
  },
  async "claim: forgets a key after its retention"(subject) {
    const { store } = subject;
    await store.claim(claimOf({ lease: 20, retention: 30 }));
    await store.keep("account", "key", answer);
    await store.claim(claimOf({ key: "lost", lease: 20, retention: 30 }));
    await clockOf(subject).advance(150);
    const other = claimOf({ fingerprint: "other" });
    assertEqual(await store.claim(other), { name: "new" }, "the key that was answered");
    assertEqual(await store.claim(claimOf({ key: "lost" })), { name: "new" }, "the lost key");
  },
  async "claim: keeps scopes and keys apart, whatever they are called"({ store }) {
    const names = [...oddNames, "a:b", "a", "b:c", "c", "y".repeat(255)];
    for (const scope of names) {
      assertEqual(await store.claim(claimOf({ scope })), { name: "new" }, `the scope ${scope}`);
    }
    for (const key of names) {
      assertEqual(await store.claim(claimOf({ key })), { name: "new" }, `the key ${key}`);
    }
    const [left, right] = [
      claimOf({ scope: "a:b", key: "c" }),
      claimOf({ scope: "a", key: "b:c" }),
    ];
    assertEqual(await store.claim(left), { name: "new" }, "one place of the colon");
    assertEqual(await store.claim(right), { name: "new" }, "the other place of the colon");
  },
  async "forget: touches no other key"({ store }) {
    await store.claim(claimOf());
    await store.claim(claimOf({ scope: "other" }));
    await store.forget("account", "key");
    const other = await store.claim(claimOf({ scope: "other" }));
    assertEqual(other, { name: "running" }, "the key of the other scope");
  },
};

function claimOf(members: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
  return {
    scope: "account",
    key: "key",
    fingerprint: "fingerprint",
    lease: minute,
    retention: minute,
    ...members,
  };
}
