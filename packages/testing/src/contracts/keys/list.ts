import type { KeyQuery, KeyStore, StoredKey } from "@diglot/core";
import { assertEqual, assertThat } from "../assert.js";
import { type ContractTests, clockOf, type Subject } from "../contract.js";
import { oddNames } from "../samples.js";

/** What `list` promises. */
export const listTests: ContractTests<Subject<KeyStore>> = {
  async "list: is empty in an empty store"({ store }) {
    assertEqual(await store.list(), { keys: [] }, "the list");
  },
  async "list: has all keys, the oldest first, whatever the size of a page"(subject) {
    const keys = await issueMany(subject, 7);
    for (const limit of [1, 2, 3, 6, 7, 8, 1_000]) {
      assertEqual(await readAll(subject.store, { limit }), keys, `the keys, ${limit} at a time`);
    }
  },
  async "list: says where to go on if there are more keys, and only then"(subject) {
    const { store } = subject;
    await issueMany(subject, 4);
    const first = await store.list({ limit: 2 });
    assertEqual(first.keys.length, 2, "the keys of the first page");
    assertThat(first.next !== undefined, "The first page does not say that there are more.");
    const second = await store.list({ limit: 2, after: first.next });
    assertEqual(second.keys.length, 2, "the keys of the second page");
    assertEqual(second.next, undefined, "what comes after the last page");
  },
  async "list: has 100 keys on a page unless another number is asked for"({ store }) {
    const issued = Array.from({ length: 101 }, () => store.issue({ accountId: "account" }));
    await Promise.all(issued);
    const first = await store.list();
    assertEqual(first.keys.length, 100, "the keys of the first page");
    const second = await store.list({ after: first.next });
    assertEqual(second.keys.length, 1, "the keys of the second page");
  },
  async "list: can be of one account, whatever it is called"({ store }) {
    for (const name of oddNames) {
      await store.issue({ accountId: name });
      await store.issue({ accountId: name });
    }
    for (const name of oddNames) {
      const keys = await readAll(store, { accountId: name, limit: 1 });
      const accounts = keys.map(({ accountId }) => accountId);
      assertEqual(accounts, [name, name], `the accounts of the keys of ${name}`);
    }
    assertEqual(await store.list({ accountId: "nobody" }), { keys: [] }, "the keys of nobody");
  },
};

/** Issues keys of different ages. */
async function issueMany(
  { store, clock }: Subject<KeyStore>,
  count: number,
): Promise<readonly StoredKey[]> {
  const keys: StoredKey[] = [];
  for (let index = 0; index < count; index++) {
    keys.push((await store.issue({ accountId: "account" })).key);
    await clockOf({ clock }).advance(2);
  }
  return keys;
}

/** All keys, page by page. */
async function readAll(store: KeyStore, query: KeyQuery): Promise<readonly StoredKey[]> {
  const keys: StoredKey[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 100; pages++) {
    const page = await store.list({ ...query, after });
    keys.push(...page.keys);
    if (page.next === undefined) return keys;
    after = page.next;
  }
  assertThat(false, "The list never ends: `next` does not move on.");
  return keys;
}
