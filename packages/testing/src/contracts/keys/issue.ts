import type { KeyStore, NewKey, RateLimits } from "@diglot/core";
import { assertEqual, assertPresent, assertRejects, assertThat } from "../assert.js";
import { type ContractTests, clockOf, openBoth, type Subject } from "../contract.js";
import { minute } from "../ledger/steps.js";
import { oddNames } from "../samples.js";
import { find, pickRecord } from "./keys-contract.js";

const limits: RateLimits = {
  requestsPerMinute: 60,
  inputTokensPerMinute: 100_000,
  outputTokensPerMinute: Number.MAX_SAFE_INTEGER,
  concurrentRequests: 3,
};

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

/** What `issue`, `find`, `get` and `limitAccount` promise. */
export const issueTests: ContractTests<Subject<KeyStore>> = {
  async "issue: makes a key that is found by its secret at once"(subject) {
    const [one, other] = await openBoth(subject);
    const { key, secret } = await one.issue({ accountId: "account" });
    for (const store of [one, other]) {
      const expected = { id: key.id, accountId: "account", models: "all" };
      assertEqual(pickRecord(await find(store, secret)), expected, "the found key");
    }
  },
  async "issue: makes ids and secrets that nobody guesses"({ store }) {
    const issued = await Promise.all(
      Array.from({ length: 20 }, () => store.issue({ accountId: "account" })),
    );
    assertEqual(new Set(issued.map(({ key }) => key.id)).size, 20, "the different ids");
    assertEqual(new Set(issued.map(({ secret }) => secret)).size, 20, "the different secrets");
    for (const { key, secret } of issued) {
      assertThat(key.id.startsWith("key_"), `The id ${key.id} does not begin with key_.`);
      assertThat(/^[!-~]+$/.test(secret), "A secret has characters that are not visible ASCII.");
      const hidden = secret.length - key.prefix.length;
      assertThat(hidden >= 32, `Only ${hidden} characters of a secret are not in its prefix.`);
    }
  },
  async "issue: tells a secret once, and shows only its beginning afterwards"({ store }) {
    const issued = [
      await store.issue({ accountId: "account" }),
      await store.issue({ accountId: "account", secret: "own secret".replace(" ", "-") }),
    ];
    for (const { key, secret } of issued) {
      assertThat(secret.startsWith(key.prefix), `${key.prefix} is not how the secret begins.`);
      assertThat(key.prefix.length < secret.length, "The prefix is the whole secret.");
      const shown = JSON.stringify([await store.get(key.id), await store.list(), key]);
      assertThat(!shown.includes(secret), "The store tells a secret a second time.");
    }
  },
  async "issue: keeps all that it is told"(subject) {
    const { store } = subject;
    const now = clockOf(subject).now();
    const expiresAt = now + 1_000 * minute;
    const told = {
      id: "key_own",
      accountId: "it's an account",
      name: 'the "first" 漢字',
      models: ["a", "b/c", "it's"],
      limits,
      expiresAt,
    };
    const { key, secret } = await store.issue(told);
    const { createdAt, prefix } = key;
    assertEqual(key, { ...told, createdAt, prefix }, "the issued key");
    assertEqual(await store.get("key_own"), key, "the key by its id");
    assertThat(
      Math.abs(createdAt - now) < minute,
      `It was created ${createdAt - now} ms from now.`,
    );
    assertEqual((await find(store, secret))?.limits, limits, "the found limits");
    assertEqual((await find(store, secret))?.models, told.models, "the found models");
  },
  async "issue: lets a key be for no model"({ store }) {
    const { secret } = await store.issue({ accountId: "account", models: [] });
    assertEqual((await find(store, secret))?.models, [], "the models");
  },
  async "issue: takes a secret that a caller has already"({ store }) {
    const { key, secret } = await store.issue({ accountId: "account", secret: "12345~!8" });
    assertEqual(secret, "12345~!8", "the secret");
    assertEqual((await find(store, "12345~!8"))?.id, key.id, "the id that it finds");
    assertThat(key.prefix.length <= 4, `The prefix ${key.prefix} tells most of a short secret.`);
  },
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
  async "issue: keeps odd names apart"({ store }) {
    for (const name of oddNames) await store.issue({ accountId: name, id: name, name });
    for (const name of oddNames) {
      const { id, accountId } = assertPresent(await store.get(name), `the key ${name}`);
      assertEqual([id, accountId], [name, name], "the id and the account");
    }
  },
  async "get: tells nothing of an id that is not there"({ store }) {
    await store.issue({ accountId: "account", id: "key_1" });
    for (const id of ["key_2", "KEY_1", "", ...oddNames]) {
      assertEqual(await store.get(id), undefined, `the key ${id}`);
    }
  },
  async "issue: ends a key when its time has come"(subject) {
    const { store } = subject;
    const clock = clockOf(subject);
    const brief = await store.issue({ accountId: "account", expiresAt: clock.now() + 30 });
    const late = await store.issue({ accountId: "account", expiresAt: clock.now() + minute });
    await find(store, brief.secret);
    await clock.advance(100);
    assertEqual(await find(store, brief.secret), undefined, "the key that has expired");
    assertEqual((await find(store, late.secret))?.id, late.key.id, "the key that has not");
    assertEqual(await store.get(brief.key.id), brief.key, "the expired key by its id");
  },
  async "limitAccount: bounds all keys of an account, those of later too, until it is lifted"(
    subject,
  ) {
    const [store, other] = await openBoth(subject);
    const first = await store.issue({ accountId: "account" });
    const stranger = await store.issue({ accountId: "other" });
    await find(other, first.secret);
    await store.limitAccount("account", limits);
    const second = await store.issue({ accountId: "account", limits: { requestsPerMinute: 1 } });
    for (const { secret } of [first, second]) {
      assertEqual((await find(other, secret))?.accountLimits, limits, "the account's limits");
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
};

async function assertTypeError(call: Promise<unknown>, what: string): Promise<void> {
  const error = await assertRejects(call, what);
  assertThat(error instanceof TypeError, `${what}: the rejection is no TypeError, but ${error}`);
}
