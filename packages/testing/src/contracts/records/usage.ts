import type { FinalRow, LedgerStore, UsageGroup, UsageQuery, UsageSum } from "@diglot/core";
import { openRow, recoverRow, releaseRow, sumUsage } from "@diglot/core";
import { assertEqual } from "../assert.js";
import type { ContractTests, Subject } from "../contract.js";
import { minute } from "../ledger/steps.js";
import { noon, oddNames, reservationOf, settledRowOf, settlementOf, usageOf } from "../samples.js";

const day = 86_400_000;
const midnight = noon + day / 2;
const always = { from: 0, to: noon + 1_000 * day };

const groups: readonly UsageGroup[] = ["day", "model", "key", "account", "end_user", "session"];

/** Every set of groups, and all of them in another order. */
const combinations: readonly (readonly UsageGroup[])[] = [
  ...Array.from({ length: 2 ** groups.length }, (_, bits) =>
    groups.filter((_group, index) => bits & (1 << index)),
  ),
  [...groups].reverse(),
];

/** What `usage` promises; core's `sumUsage` is the measure. */
export const usageTests: ContractTests<Subject<LedgerStore>> = {
  async "usage: is empty in an empty store, for every combination of groups"({ store }) {
    for (const groupBy of combinations) {
      assertEqual(await store.usage({ ...always, groupBy }), [], `the sums by ${groupBy}`);
    }
  },
  async "usage: sums every number by every combination of groups"({ store }) {
    const rows = manyRows();
    for (const row of rows) await store.record(row);
    for (const groupBy of combinations) await assertSums(store, rows, { ...always, groupBy });
  },
  async "usage: sums one account only, if it is asked to"({ store }) {
    const rows = manyRows();
    for (const row of rows) await store.record(row);
    for (const accountId of ["A", "b", "nobody"]) {
      for (const groupBy of combinations) {
        await assertSums(store, rows, { ...always, accountId, groupBy });
      }
    }
  },
  async "usage: takes rows from its beginning on and before its end, by when they were opened"({
    store,
  }) {
    const times = [midnight - 1, midnight, midnight + 1, midnight + day - 1, midnight + day];
    const rows = times.map((openedAt, index) =>
      settledRowOf(`${index}`, { openedAt }, { settledAt: openedAt + 9 * day }),
    );
    for (const row of rows) await store.record(row);
    for (const from of times) {
      for (const to of times) await assertSums(store, rows, { from, to, groupBy: ["day"] });
    }
  },
  async "usage: counts a day in UTC, from its first to its last millisecond"({ store }) {
    const rows = [midnight - 1, midnight, midnight + day - 1, midnight + day].map(
      (openedAt, index) => settledRowOf(`${index}`, { openedAt }),
    );
    for (const row of rows) await store.record(row);
    const sums = await store.usage({ ...always, groupBy: ["day"] });
    const days = sums.map((sum) => [sum.day, sum.attempts]);
    const expected = [
      ["2026-03-01", 1],
      ["2026-03-02", 2],
      ["2026-03-03", 1],
    ];
    assertEqual(days, expected, "the attempts of each day");
  },
  async "usage: leaves released rows and open ones out, and counts the others"({ store }) {
    const lost = { ...openRow(reservationOf("recovered")), observed: { output: 3 } };
    const rows = [
      settledRowOf("settled"),
      releaseRow(openRow(reservationOf("released")), noon),
      recoverRow(lost, noon),
      recoverRow(openRow(reservationOf("never observed")), noon),
    ];
    for (const row of rows) await store.record(row);
    await store.reserve(reservationOf("open"), minute);
    await assertSums(store, rows, { ...always, groupBy: [] });
    const [sum] = await store.usage({ ...always, groupBy: [] });
    assertEqual(sum?.attempts, 3, "the attempts");
  },
  async "usage: keeps odd names, and near twins apart"({ store }) {
    const rows = oddNames.map((name, index) =>
      settledRowOf(`${index}`, { model: name, keyId: name, accountId: name, endUser: name }),
    );
    for (const row of rows) await store.record(row);
    for (const groupBy of [["model"], ["key"], ["account"], ["end_user"]] as const) {
      const query = { ...always, groupBy };
      const sums = sortSums(await store.usage(query));
      assertEqual(sums, sortSums(sumUsage(rows, query)), `the sums by ${groupBy}`);
    }
  },
  async "usage: adds up exactly to 2⁵³ − 1"({ store }) {
    const half = (Number.MAX_SAFE_INTEGER - 1) / 2;
    const usage = usageOf({ input: half, output: half });
    const rows = ["1", "2"].map((id) => settledRowOf(id, {}, { usage, costNanoDollars: half }));
    rows.push(
      settledRowOf("3", {}, { usage: usageOf({ input: 1, output: 1 }), costNanoDollars: 1 }),
    );
    for (const row of rows) await store.record(row);
    await assertSums(store, rows, { ...always, groupBy: ["model"] });
    const [sum] = await store.usage({ ...always, groupBy: [] });
    assertEqual(sum?.costNanoDollars, Number.MAX_SAFE_INTEGER, "the cost");
  },
  async "usage: sees a row as soon as it is settled"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    const [sum] = await store.usage({ ...always, groupBy: [] });
    assertEqual([sum?.attempts, sum?.costNanoDollars], [1, 4], "the attempts and their cost");
  },
};

/** Rows of three days, models, keys and accounts, whose numbers all differ. */
function manyRows(): FinalRow[] {
  return Array.from({ length: 60 }, (_, index) =>
    settledRowOf(
      `${index}`,
      {
        openedAt: midnight + (index % 3) * day - (index % 2),
        model: `model-${index % 5}`,
        keyId: ["key B", "key a", "key C"][index % 3] ?? "",
        accountId: ["b", "A"][index % 2] ?? "",
        endUser: ["ada", undefined, "Ada"][index % 3],
        sessionId: [undefined, "s-1", "s-2", "s-3"][index % 4],
      },
      {
        usage: usageOf({
          input: index,
          cacheRead: 2 * index,
          cacheWrite: 3 * index,
          cacheWriteLong: 5 * index,
          output: 7 * index,
          reasoning: index,
        }),
        costNanoDollars: 11 * index,
      },
    ),
  );
}

async function assertSums(
  store: LedgerStore,
  rows: readonly FinalRow[],
  query: UsageQuery,
): Promise<void> {
  const what = `the sums by ${query.groupBy.join(", ") || "nothing"}`;
  assertEqual(await store.usage(query), sumUsage(rows, query), what);
}

function sortSums(sums: readonly UsageSum[]): readonly UsageSum[] {
  const nameOf = ({ model, keyId, accountId, endUser }: UsageSum) =>
    model ?? keyId ?? accountId ?? endUser ?? "";
  return [...sums].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
