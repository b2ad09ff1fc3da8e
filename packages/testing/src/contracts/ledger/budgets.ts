import {
  type Budget,
  type BudgetStatus,
  type LedgerStore,
  openRow,
  releaseRow,
  sortBudgets,
  timesOfWindow,
  windowAt,
  type ZonedPeriod,
} from "@diglot/core";
import { assertEqual, assertPresent, assertRefuses, assertRejects, assertThat } from "../assert.js";
import { type ContractTests, clockOf, openBoth, type Subject } from "../contract.js";
import { noon, oddNames, reservationOf, settledRowOf, settlementOf } from "../samples.js";
import { assertBalance, briefLease, giveBudget, minute, passBriefLease } from "./steps.js";

const day = 86_400_000;

/** The account's day, and the three periods of its key. */
const ofAccount = { accountId: "account", period: "day" } as const;
const ofKey = { accountId: "account", keyId: "key", period: "total" } as const;
const all: readonly Omit<Budget, "nanoDollars">[] = [
  ofAccount,
  { accountId: "account", period: "month", timeZone: "Europe/Berlin" },
  ofKey,
  { accountId: "account", keyId: "key", period: "week", timeZone: "America/New_York" },
];

/** What budgets that renew, and those of keys, promise. */
export const budgetTests: ContractTests<Subject<LedgerStore>> = {
  async "budgets: lists those of an account and of its keys, with their periods"(subject) {
    const { store } = subject;
    for (const budget of all) await store.setBudget({ ...budget, nanoDollars: 30 });
    await store.setBudget({ accountId: "other", period: "day", nanoDollars: 1 });
    const now = clockOf(subject).now();
    const expected = all.map((budget) => {
      const { timeZone = "UTC", period } = budget;
      const zoned = { period, timeZone };
      const times = timesOfWindow(zoned, windowAt(zoned, now));
      return { ...budget, timeZone, nanoDollars: 30, spent: 0, reserved: 0, ...times };
    });
    assertEqual(await store.budgets("account"), sortBudgets(expected), "the budgets");
    assertEqual(await store.budgets("nobody"), [], "the budgets of nobody");
  },
  async "budgets: are all taken from, and settled"({ store }) {
    await giveBudget(store, 100);
    for (const budget of all) await store.setBudget({ ...budget, nanoDollars: 30 });
    await store.reserve(reservationOf("1"), minute);
    await assertUsed(
      store,
      all.map(() => [0, 10]),
    );
    await store.settle(settlementOf("1"));
    await assertUsed(
      store,
      all.map(() => [4, 0]),
    );
    await assertBalance(store, { limit: 100, spent: 4, reserved: 0 });
  },
  async "budgets: are taken from all together or not at all, whichever is used up"({ store }) {
    for (const small of [undefined, ...all]) {
      const [accountId, keyId] = [`of ${small?.period}`, "key"];
      await giveBudget(store, small ? 100 : 9, accountId);
      for (const budget of all) {
        const nanoDollars = budget === small ? 9 : 30;
        await store.setBudget({ ...budget, accountId, nanoDollars });
      }
      const refused = store.reserve(reservationOf(accountId, { accountId, keyId }), minute);
      await assertRefuses(refused, "budget_exhausted", `10 of 9 ${accountId}`);
      await assertUsed(
        store,
        all.map(() => [0, 0]),
        accountId,
      );
      await assertBalance(store, { limit: small ? 100 : 9, spent: 0, reserved: 0 }, accountId);
    }
    assertEqual(await store.countOpen(), 0, "the open rows");
  },
  async "budgets: of a key let in what exactly uses them up, and concern no other key"({ store }) {
    await store.setBudget({ ...ofKey, nanoDollars: 20 });
    for (const id of ["1", "2"]) await store.reserve(reservationOf(id), minute);
    const one = store.reserve(reservationOf("3", { reservedNanoDollars: 1 }), minute);
    await assertRefuses(one, "budget_exhausted", "1 of 0");
    await store.reserve(reservationOf("4", { keyId: "other" }), minute);
    await store.reserve(reservationOf("5", { accountId: "other" }), minute);
    await assertUsed(store, [[0, 20]]);
  },
  async "budgets: are given back what was never sent"({ store }) {
    for (const budget of all) await store.setBudget({ ...budget, nanoDollars: 10 });
    await store.reserve(reservationOf("1"), minute);
    await store.release("1", noon);
    await assertUsed(
      store,
      all.map(() => [0, 0]),
    );
    await store.reserve(reservationOf("2"), minute);
  },
  async "budgets: pay for what is recovered"(subject) {
    const { store } = subject;
    for (const budget of all) await store.setBudget({ ...budget, nanoDollars: 30 });
    await store.reserve(reservationOf("1", { prices: { input: 0.01, output: 0 } }), briefLease);
    await passBriefLease(subject);
    await store.recover();
    await assertUsed(
      store,
      all.map(() => [10, 0]),
    );
  },
  async "budgets: pay for what is recorded, whatever is left of them"({ store }) {
    for (const budget of all) await store.setBudget({ ...budget, nanoDollars: 3 });
    await store.record(settledRowOf("1"));
    await store.record(settledRowOf("1"));
    await assertUsed(
      store,
      all.map(() => [4, 0]),
    );
  },
  async "budgets: pay once for a row that was reserved and is recorded"({ store }) {
    for (const budget of all) await store.setBudget({ ...budget, nanoDollars: 30 });
    await store.reserve(reservationOf("1"), minute);
    await store.record(settledRowOf("1"));
    await assertUsed(
      store,
      all.map(() => [4, 0]),
    );
  },
  async "budgets: pay once, however often an id is repeated"({ store }) {
    for (const budget of all) await store.setBudget({ ...budget, nanoDollars: 10 });
    for (let call = 0; call < 3; call++) await store.reserve(reservationOf("1"), minute);
    await assertUsed(
      store,
      all.map(() => [0, 10]),
    );
    for (let call = 0; call < 3; call++) await store.settle(settlementOf("1"));
    await store.release("1", noon);
    await store.reserve(reservationOf("1"), minute);
    await store.record(releaseRow(openRow(reservationOf("1")), noon));
    await assertUsed(
      store,
      all.map(() => [4, 0]),
    );
  },
  async "budgets: let in exactly what they cover, of many at once"(subject) {
    const handles = await openBoth(subject);
    for (const budget of [ofAccount, ofKey]) {
      await subject.store.setBudget({ ...budget, accountId: budget.period, nanoDollars: 35 });
      const calls = Array.from({ length: 20 }, (_, index) => {
        const reservation = reservationOf(`${budget.period} ${index}`, {
          accountId: budget.period,
        });
        return handles[index % 2 === 0 ? 0 : 1].reserve(reservation, minute);
      });
      const results = await Promise.allSettled(calls);
      const passed = results.filter(({ status }) => status === "fulfilled");
      assertEqual(passed.length, 3, "the reservations of 10 that passed on a budget of 35");
      await assertUsed(subject.store, [[0, 30]], budget.period);
    }
  },
  async "budgets: refuse when they are lowered below what was spent, until they are raised"({
    store,
  }) {
    await store.setBudget({ ...ofKey, nanoDollars: 30 });
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1"));
    await store.setBudget({ ...ofKey, nanoDollars: 2 });
    const refused = store.reserve(reservationOf("2", { reservedNanoDollars: 0 }), minute);
    await assertRefuses(refused, "budget_exhausted", "0 of -2");
    await store.setBudget({ ...ofKey, nanoDollars: 14 });
    await store.reserve(reservationOf("2"), minute);
    await assertUsed(store, [[4, 10]]);
  },
  async "budgets: begin anew when they were removed, and get back nothing from before"({ store }) {
    await store.setBudget({ ...ofKey, nanoDollars: 10 });
    await store.reserve(reservationOf("1"), minute);
    assertEqual(await store.removeBudget(ofKey), true, "whether there was a budget");
    assertEqual(await store.removeBudget(ofKey), false, "whether there was one more");
    assertEqual(await store.budgets("account"), [], "the budgets");
    await store.reserve(reservationOf("2"), minute);
    await store.setBudget({ ...ofKey, nanoDollars: 10 });
    await store.settle(settlementOf("1"));
    await store.release("2", noon);
    await assertUsed(store, [[0, 0]]);
    await store.reserve(reservationOf("3"), minute);
    const more = store.reserve(reservationOf("4"), minute);
    await assertRefuses(more, "budget_exhausted", "10 of 0");
  },
  async "budgets: say whose they are, what is left, and when they renew"({ store }) {
    const amounts =
      "does not cover this request, which may cost $0.00000001: $0.000000005 is left. A smaller max_tokens may fit.";
    await store.setBudget({ ...ofAccount, nanoDollars: 5 });
    const ofDay = await assertRefuses(
      store.reserve(reservationOf("1"), minute),
      "budget_exhausted",
      "the budget of the account",
    );
    assertEqual(
      ofDay.message,
      `The account's budget for the day ${amounts} The budget renews with the next day.`,
      "the message",
    );
    const seconds = assertPresent(ofDay.retryAfterSeconds, "the time until it renews");
    assertThat(seconds > 0 && seconds <= 86_400, `It renews in ${seconds} seconds.`);
    await store.setBudget({ ...ofKey, nanoDollars: 5 });
    const ofTotal = await assertRefuses(
      store.reserve(reservationOf("1"), minute),
      "budget_exhausted",
      "the budget of the key",
    );
    assertEqual(ofTotal.message, `The key's budget ${amounts}`, "the message");
    assertEqual(ofTotal.retryAfterSeconds, undefined, "the time until it renews");
  },
  async "budgets: of an account are what there must be, those of a key are not"({ store }) {
    const required = { requiresBudget: true } as const;
    await store.setBudget({ ...ofKey, nanoDollars: 100 });
    const refused = store.reserve(reservationOf("1", required), minute);
    await assertRefuses(refused, "budget_exhausted", "an account without a budget");
    await assertUsed(store, [[0, 0]]);
    await store.setBudget({ ...ofAccount, nanoDollars: 100 });
    await store.reserve(reservationOf("1", required), minute);
  },
  async "budgets: are refused if they are not valid"({ store }) {
    const wrong: readonly object[] = [
      { nanoDollars: -1 },
      { nanoDollars: 1.5 },
      { nanoDollars: Number.NaN },
      { period: "year" },
      { period: "total" },
      { accountId: "" },
      { keyId: "" },
      { timeZone: "Nowhere/At all" },
      { timeZone: "+01:00" },
      { timeZone: "" },
    ];
    for (const change of wrong) {
      const budget: Budget = { ...ofAccount, nanoDollars: 1, ...change };
      const error = await assertRejects(store.setBudget(budget), JSON.stringify(change));
      assertThat(error instanceof TypeError, `${JSON.stringify(change)}: ${String(error)}`);
    }
    assertEqual(await store.budgets("account"), [], "the budgets");
  },
  async "budgets: keep accounts and keys apart, whatever they are called"({ store }) {
    const budgets = oddNames.map((name, index) => ({
      ...{ accountId: name, keyId: `${name}'s key`, period: "total" },
      nanoDollars: 10 + index,
    })) satisfies readonly Budget[];
    for (const budget of budgets) await store.setBudget(budget);
    for (const [index, { accountId, keyId }] of budgets.entries()) {
      await store.reserve(reservationOf(`${index}`, { accountId, keyId }), minute);
    }
    for (const { accountId, keyId, nanoDollars } of budgets) {
      const [budget] = await store.budgets(accountId);
      const { nanoDollars: limit, reserved } = assertPresent(budget, `the budget of ${accountId}`);
      assertEqual([budget?.keyId, limit, reserved], [keyId, nanoDollars, 10], accountId);
    }
  },
  async "budgets: renew with the next period, and not before, for a store with an injected clock"(
    subject,
  ) {
    const { store, clock } = subject;
    if (!clock) return;
    await store.setBudget({ ...ofAccount, nanoDollars: 10 });
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1", { costNanoDollars: 10 }));
    await clock.advance(renewalOf(await store.budgets("account")) - clock.now() - minute);
    await assertRefuses(store.reserve(reservationOf("2"), minute), "budget_exhausted", "today");
    await clock.advance(minute);
    await assertUsed(store, [[0, 0]]);
    await store.reserve(reservationOf("2"), minute);
    await assertRefuses(store.reserve(reservationOf("3"), minute), "budget_exhausted", "tomorrow");
  },
  async "budgets: count an attempt in the period in which it was reserved, for a store with an injected clock"(
    subject,
  ) {
    const { store, clock } = subject;
    if (!clock) return;
    await store.setBudget({ ...ofAccount, nanoDollars: 20 });
    await store.reserve(reservationOf("1"), 3 * day);
    await store.reserve(reservationOf("2"), 3 * day);
    await clock.advance(renewalOf(await store.budgets("account")) - clock.now());
    await store.reserve(reservationOf("3"), 3 * day);
    await store.settle(settlementOf("1"));
    await store.release("2", noon);
    await assertUsed(store, [[0, 10]]);
    await store.settle(settlementOf("3"));
    await assertUsed(store, [[4, 0]]);
  },
  async "budgets: have days, weeks and months of their time zone, for a store with an injected clock"(
    subject,
  ) {
    const { store, clock } = subject;
    if (!clock) return;
    const budgets = zones.flatMap((timeZone) =>
      renewing.map((period) => ({ accountId: timeZone, period, timeZone, nanoDollars: 1_000 })),
    );
    for (const budget of budgets) await store.setBudget(budget);
    const used = new Map<string, number>();
    const windowOf = (budget: ZonedPeriod) =>
      `${budget.timeZone} ${budget.period} ${windowAt(budget, clock.now())}`;
    for (let step = 0; step < 50; step++) {
      for (const accountId of zones) {
        const members = { accountId, reservedNanoDollars: 1 };
        await store.reserve(reservationOf(`${accountId} ${step}`, members), 400 * day);
      }
      for (const budget of budgets)
        used.set(windowOf(budget), (used.get(windowOf(budget)) ?? 0) + 1);
      for (const accountId of zones) {
        for (const budget of await store.budgets(accountId)) {
          const what = `${accountId}, ${budget.period}, step ${step}`;
          assertEqual(budget.reserved, used.get(windowOf(budget)), what);
        }
      }
      await clock.advance(77 * 3_600_000 + 13 * minute);
    }
  },
};

const renewing = ["day", "week", "month"] as const;

/** Both sides of the date line, both halves of the earth, and odd hours. */
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
] as const;

/** When the first of some budgets renews. */
function renewalOf([budget]: readonly BudgetStatus[]): number {
  return assertPresent(budget?.renews, "the time at which the budget renews");
}

/** What is spent and reserved of each budget of an account. */
async function assertUsed(
  store: LedgerStore,
  expected: readonly (readonly [spent: number, reserved: number])[],
  accountId = "account",
): Promise<void> {
  const used = (await store.budgets(accountId)).map(({ spent, reserved }) => [spent, reserved]);
  assertEqual(used, expected, `what is used of the budgets of ${accountId}`);
}
