import type { AccountQuery, MaybePromise } from "@diglot/core";
import { assertEqual, assertRejects, assertThat } from "./assert.js";
import type { ContractTests, Subject } from "./contract.js";
import { oddNames } from "./samples.js";

/** A store that lists accounts. */
interface AccountLister {
  listAccounts(query?: AccountQuery): Promise<readonly string[]>;
}

/**
 * What `listAccounts` promises, of keys as of a ledger.
 * @param use makes an account one that the store has to do with, each time in another way
 */
export function listAccountsTests<Store extends AccountLister>(
  use: (store: Store, accountId: string, turn: number) => MaybePromise<unknown>,
): ContractTests<Subject<Store>> {
  return {
    async "listAccounts: is empty in an empty store"({ store }) {
      assertEqual(await store.listAccounts(), [], "the accounts");
    },
    async "listAccounts: has each account once, in the order of code points, whatever the size of a part"({
      store,
    }) {
      const names = [...oddNames, "\uffee", "🙂"];
      for (const [index, name] of [...names, ...names].entries()) await use(store, name, index);
      const sorted = [...names].sort(byCodePoints);
      for (const limit of [1, 2, 7, 1_000]) {
        assertEqual(await readAll(store, limit), sorted, `the accounts, ${limit} at a time`);
      }
    },
    async "listAccounts: has 100 accounts unless another number is asked for"({ store }) {
      for (let index = 0; index < 101; index++) await use(store, `account-${index}`, index);
      assertEqual((await store.listAccounts()).length, 100, "the accounts");
      for (const limit of [0, 1_001, 1.5]) {
        const error = await assertRejects(store.listAccounts({ limit }), `a limit of ${limit}`);
        assertThat(error instanceof TypeError, "The rejection is no TypeError.");
      }
    },
  };
}

async function readAll(store: AccountLister, limit: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let parts = 0; parts < 100; parts++) {
    const part = await store.listAccounts({ after: ids.at(-1), limit });
    assertThat(part.length <= limit, "A part has more accounts than were asked for.");
    if (part.length === 0) break;
    ids.push(...part);
  }
  return ids;
}

function byCodePoints(one: string, other: string): number {
  const [ones, others] = [[...one], [...other]];
  const index = ones.findIndex((point, place) => point !== others[place]);
  if (index < 0) return ones.length - others.length;
  return (ones[index]?.codePointAt(0) ?? 0) - (others[index]?.codePointAt(0) ?? -1);
}
