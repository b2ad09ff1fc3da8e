import type { KeyStore, RateLimits } from "@diglot/core";
import { assertEqual, assertPresent, assertThat } from "../assert.js";
import { type ContractTests, clockOf, openBoth, type Subject } from "../contract.js";
import { minute } from "../ledger/steps.js";
import { oddNames } from "../samples.js";
import { find, pickRecord } from "./keys-contract.js";

/** Every limit that there is. */
export const allLimits: RateLimits = {
  requestsPerMinute: 60,
  inputTokensPerMinute: 100_000,
  outputTokensPerMinute: Number.MAX_SAFE_INTEGER,
  concurrentRequests: 3,
};

/** What `issue`, `find` and `get` promise. */
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
  async "issue: returns a secret once, and shows only its beginning afterwards"({ store }) {
    const issued = [
      await store.issue({ accountId: "account" }),
      await store.issue({ accountId: "account", secret: "own-secret" }),
    ];
    for (const { key, secret } of issued) {
      assertThat(secret.startsWith(key.prefix), `${key.prefix} is not how the secret begins.`);
      assertThat(key.prefix.length < secret.length, "The prefix is the whole secret.");
      const shown = JSON.stringify([await store.get(key.id), await store.list(), key]);
      assertThat(!shown.includes(secret), "The store reveals a secret a second time.");
    }
  },
  async "issue: keeps all that it is given"(subject) {
    const { store } = subject;
    const now = clockOf(subject).now();
    const expiresAt = now + 1_000 * minute;
    const reported = {
      id: "key_own",
      accountId: "it's an account",
      name: 'the "first" 漢字',
      models: ["a", "b/c", "it's"],
      limits: allLimits,
      expiresAt,
    };
    const { key, secret } = await store.issue(reported);
    const { createdAt, prefix } = key;
    assertEqual(key, { ...reported, createdAt, prefix }, "the issued key");
    assertEqual(await store.get("key_own"), key, "the key by its id");
    assertThat(
      Math.abs(createdAt - now) < minute,
      `It was created ${createdAt - now} ms from now.`,
    );
    assertEqual((await find(store, secret))?.limits, allLimits, "the found limits");
    assertEqual((await find(store, secret))?.models, reported.models, "the found models");
  },
  async "issue: lets a key be for no model"({ store }) {
    const { secret } = await store.issue({ accountId: "account", models: [] });
    assertEqual((await find(store, secret))?.models, [], "the models");
  },
  async "issue: accepts a secret that a caller already has"({ store }) {
    const { key, secret } = await store.issue({ accountId: "account", secret: "12345~!8" });
    assertEqual(secret, "12345~!8", "the secret");
    assertEqual((await find(store, "12345~!8"))?.id, key.id, "the id that it finds");
    assertThat(key.prefix.length <= 4, `The prefix ${key.prefix} reveals most of a short secret.`);
  },
  async "issue: keeps odd names apart"({ store }) {
    for (const name of oddNames) await store.issue({ accountId: name, id: name, name });
    for (const name of oddNames) {
      const { id, accountId } = assertPresent(await store.get(name), `the key ${name}`);
      assertEqual([id, accountId], [name, name], "the id and the account");
    }
  },
  async "get: returns nothing for an id that is not there"({ store }) {
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
    // A clock that was injected can stop at the very moment.
    await clock.advance(subject.clock ? 30 : 100);
    assertEqual(await find(store, brief.secret), undefined, "the key that has expired");
    assertEqual((await find(store, late.secret))?.id, late.key.id, "the key that has not");
    assertEqual(await store.get(brief.key.id), brief.key, "the expired key by its id");
  },
};
