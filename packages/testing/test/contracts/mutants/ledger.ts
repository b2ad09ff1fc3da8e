import {
  budgetExhausted,
  type FinalRow,
  type LedgerStore,
  openRow,
  recoverRow,
  settleRow,
  sumUsage,
} from "@diglot/core";
import { reservationOf, settlementOf } from "../../../src/contracts/samples.js";
import { failedCheck, type Mutants, noAmounts } from "./mutant.js";

/** Ledgers that break what `Ledger` promises. */
export const brokenLedgers: Mutants<LedgerStore> = {
  "fails its check although it answers": (store) => ({ ...store, check: failedCheck }),
  "lets in what the budget does not cover": (store) => ({
    ...store,
    reserve: (reservation, lease) => force(store, reservation, lease),
  }),
  "looks at the budget and reserves in two steps": (store) => ({
    ...store,
    async reserve(reservation, lease) {
      const { accountId, reservedNanoDollars } = reservation;
      const { limit = Number.POSITIVE_INFINITY, spent, reserved } = await store.balance(accountId);
      if (spent + reserved + reservedNanoDollars > limit) throw budgetExhausted(noAmounts);
      await force(store, reservation, lease);
    },
  }),
  "lets in accounts without the budget that there must be": (store) => ({
    ...store,
    reserve: ({ requiresBudget: _, ...reservation }, lease) => store.reserve(reservation, lease),
  }),
  "refuses every account for which there must be a budget": (store) => ({
    ...store,
    async reserve(reservation, lease) {
      if (reservation.requiresBudget) throw budgetExhausted(noAmounts);
      await store.reserve(reservation, lease);
    },
  }),
  "needs one nano-dollar more than the reservation": (store) => ({
    ...store,
    async reserve(reservation, lease) {
      const { accountId, reservedNanoDollars } = reservation;
      const { limit = Number.POSITIVE_INFINITY, spent, reserved } = await store.balance(accountId);
      if (spent + reserved + reservedNanoDollars >= limit) throw budgetExhausted(noAmounts);
      await store.reserve(reservation, lease);
    },
  }),
  "refuses with an error of its own": (store) => ({
    ...store,
    reserve: (reservation, lease) =>
      Promise.resolve(store.reserve(reservation, lease)).catch(() =>
        Promise.reject(new Error("no money")),
      ),
  }),
  "opens a second row for a repeated id": (store) => {
    const known = new Set<string>();
    return {
      ...store,
      async reserve(reservation, lease) {
        const { attemptId } = reservation;
        const id = known.has(attemptId) ? `${attemptId} again` : attemptId;
        await store.reserve({ ...reservation, attemptId: id }, lease);
        known.add(attemptId);
      },
    };
  },
  "writes a repeated reservation over the first one": (store) => {
    const models = new Map<string, string>();
    return {
      ...store,
      async reserve(reservation, lease) {
        await store.reserve(reservation, lease);
        models.set(reservation.attemptId, reservation.model);
      },
      async rows(query) {
        const page = await store.rows(query);
        const renamed = (row: FinalRow) => ({
          ...row,
          model: models.get(row.attemptId) ?? row.model,
        });
        return { ...page, rows: page.rows.map(renamed) };
      },
    };
  },
  "rejects a repeated id": (store) => {
    const known = new Set<string>();
    return {
      ...store,
      async reserve(reservation, lease) {
        if (known.has(reservation.attemptId)) throw new Error("duplicate key");
        await store.reserve(reservation, lease);
        known.add(reservation.attemptId);
      },
    };
  },
  "writes a row for what it refuses": (store) => ({
    ...store,
    reserve: (reservation, lease) =>
      Promise.resolve(store.reserve(reservation, lease)).catch(async (error: unknown) => {
        await store.reserve({ ...reservation, reservedNanoDollars: 0 }, lease);
        throw error;
      }),
  }),
  "adds the cost of each repeated settlement": (store) => {
    const extra = new Map<string, number>();
    return {
      ...store,
      async settle(settlement) {
        const cost = extra.get(settlement.attemptId);
        extra.set(settlement.attemptId, cost === undefined ? 0 : cost + settlement.costNanoDollars);
        await store.settle(settlement);
      },
      async balance(accountId) {
        const balance = await store.balance(accountId);
        return {
          ...balance,
          spent: [...extra.values()].reduce((sum, cost) => sum + cost, balance.spent),
        };
      },
    };
  },
  "settles rows that are not there": (store) => ({
    ...store,
    async settle(settlement) {
      await store.reserve(reservationOf(settlement.attemptId), 60_000);
      await store.settle(settlement);
    },
  }),
  "rejects a settlement of a row that is not there": (store) => ({
    ...store,
    async settle(settlement) {
      const open = await store.countOpen();
      await store.settle(settlement);
      if ((await store.countOpen()) === open) throw new Error("no such row");
    },
  }),
  "caps the cost at the reservation": (store) => ({
    ...store,
    settle: (settlement) =>
      store.settle({ ...settlement, costNanoDollars: Math.min(10, settlement.costNanoDollars) }),
  }),
  "keeps money in 32-bit floats": (store) => ({
    ...store,
    settle: (settlement) =>
      store.settle({ ...settlement, costNanoDollars: Math.fround(settlement.costNanoDollars) }),
  }),
  "forgets why an attempt has failed": (store) => ({
    ...store,
    settle: ({ errorKind: _, ...settlement }) => store.settle(settlement),
  }),
  "forgets the upstream's status": (store) => ({
    ...store,
    settle: ({ upstreamStatus: _, ...settlement }) => store.settle(settlement),
  }),
  "forgets the name that was asked for": (store) => ({
    ...store,
    reserve: ({ requestedModel: _, ...reservation }, lease) => store.reserve(reservation, lease),
  }),
  "forgets end users": (store) => ({
    ...store,
    reserve: ({ endUser: _, ...reservation }, lease) => store.reserve(reservation, lease),
  }),
  "forgets sessions": (store) => ({
    ...store,
    reserve: ({ sessionId: _, ...reservation }, lease) => store.reserve(reservation, lease),
  }),
  "forgets the raw usage": (store) => ({
    ...store,
    settle: ({ rawUsage: _, ...settlement }) => store.settle(settlement),
  }),
  "cannot write NUL": (store) => ({
    ...store,
    async settle(settlement) {
      if (JSON.stringify(settlement).includes("\\u0000")) throw new Error("unsupported escape");
      await store.settle(settlement);
    },
  }),
  "returns null where a member is absent": (store) => ({
    ...store,
    async rows(query) {
      const page = await store.rows(query);
      const rows = page.rows.map(({ rawUsage = null, idempotencyKey = null, ...row }) => ({
        ...row,
        rawUsage,
        idempotencyKey,
      }));
      return { ...page, rows: rows as unknown as readonly FinalRow[] };
    },
  }),
  "never releases": (store) => ({ ...store, release: async () => undefined }),
  "recovers live rows": (store) => ({
    ...store,
    reserve: (reservation) => store.reserve(reservation, -1_000),
  }),
  "never recovers": (store) => ({ ...store, recover: async () => [] }),
  "recovers a row for each caller": (store) => {
    const recovered: FinalRow[] = [];
    return {
      ...store,
      async recover() {
        recovered.push(...(await store.recover()));
        return recovered;
      },
    };
  },
  "ignores heartbeats": (store) => ({ ...store, heartbeat: async () => undefined }),
  "notes heartbeats without the usage": (store) => ({
    ...store,
    heartbeat: (heartbeats, lease) =>
      store.heartbeat(
        heartbeats.map((heartbeat) => ({ ...heartbeat, observed: {} })),
        lease,
      ),
  }),
  "notes the first heartbeat of a call only": (store) => ({
    ...store,
    heartbeat: (heartbeats, lease) => store.heartbeat(heartbeats.slice(0, 1), lease),
  }),
  "does not renew leases": (store) => {
    const ends = new Map<string, number>();
    return {
      ...store,
      async reserve(reservation, lease) {
        await store.reserve(reservation, lease);
        ends.set(reservation.attemptId, performance.now() + lease);
      },
      async heartbeat(heartbeats) {
        for (const heartbeat of heartbeats) {
          await store.heartbeat(
            [heartbeat],
            (ends.get(heartbeat.attemptId) ?? 0) - performance.now(),
          );
        }
      },
    };
  },
  "forgets what was observed of a row that it recovers": (store) => ({
    ...store,
    async recover() {
      const rows = await store.recover();
      return rows.map((row) => recoverRow(openRow(row), row.settledAt));
    },
  }),
  "bills nothing for a row that was only reserved": (store) => ({
    ...store,
    async recover() {
      const rows = await store.recover();
      return rows.map((row) => (row.usage.output > 0 ? row : { ...row, costNanoDollars: 0 }));
    },
  }),
  "records nothing over the budget": (store) => ({
    ...store,
    async record(row) {
      const { limit = Number.POSITIVE_INFINITY, spent } = await store.balance(row.accountId);
      if (spent + row.costNanoDollars > limit) throw budgetExhausted(noAmounts);
      await store.record(row);
    },
  }),
  "records rows of every state as settled": (store) => ({
    ...store,
    record: (row) => store.record(settleRow(openRow(row), row)),
  }),
  "replaces a final row by a recorded one": (store) => {
    const replaced = new Map<string, FinalRow>();
    return {
      ...store,
      async record(row) {
        replaced.set(row.attemptId, row);
        await store.record(row);
      },
      async rows(query) {
        const page = await store.rows(query);
        return { ...page, rows: page.rows.map((row) => replaced.get(row.attemptId) ?? row) };
      },
    };
  },
  "says of every open row that another one is open": (store) => ({
    ...store,
    countOpen: async () => 2 * (await store.countOpen()),
  }),
  "shows rows while they are open": (store) => {
    const open = new Map<string, FinalRow>();
    return {
      ...store,
      async reserve(reservation, lease) {
        await store.reserve(reservation, lease);
        const row = settleRow(openRow(reservation), settlementOf(reservation.attemptId));
        open.set(reservation.attemptId, row);
      },
      async rows(query) {
        const page = await store.rows(query);
        return (await store.countOpen()) === 0
          ? page
          : { ...page, rows: [...page.rows, ...open.values()] };
      },
    };
  },
  "recovers all rows in one call": (store) => ({
    ...store,
    async recover() {
      const all: FinalRow[] = [];
      for (let rows = await store.recover(); rows.length > 0; rows = await store.recover()) {
        all.push(...rows);
      }
      return all;
    },
  }),
  "says that rows were recovered an hour ago": (store) => ({
    ...store,
    recover: async () =>
      (await store.recover()).map((row) => ({ ...row, settledAt: row.settledAt - 3_600_000 })),
  }),
  "does not count a row in the balance that is recovered": (store) => {
    let recovered = 0;
    return {
      ...store,
      async recover() {
        const rows = await store.recover();
        recovered += rows.reduce((sum, row) => sum + row.costNanoDollars, 0);
        return rows;
      },
      async balance(accountId) {
        const balance = await store.balance(accountId);
        return { ...balance, spent: balance.spent - recovered };
      },
    };
  },
  "keeps the reservation of a row that is recorded": (store) => {
    const recorded = new Set<string>();
    return {
      ...store,
      async record(row) {
        const before = await store.countOpen();
        await store.record(row);
        if ((await store.countOpen()) < before) recorded.add(row.attemptId);
      },
      async balance(accountId) {
        const balance = await store.balance(accountId);
        return { ...balance, reserved: balance.reserved + recorded.size };
      },
    };
  },
  "does not count what is reserved": (store) => ({
    ...store,
    balance: async (accountId) => ({ ...(await store.balance(accountId)), reserved: 0 }),
  }),
  "has a limit for an account without credit": (store) => ({
    ...store,
    async reserve(reservation, lease) {
      if (reservation.reservedNanoDollars > 2 ** 52) throw budgetExhausted(noAmounts);
      await store.reserve(reservation, lease);
    },
  }),
  "settles every row of an account with one of them": (store) => {
    const ids: string[] = [];
    return {
      ...store,
      async reserve(reservation, lease) {
        ids.push(reservation.attemptId);
        await store.reserve(reservation, lease);
      },
      async settle(settlement) {
        for (const attemptId of ids) await store.settle({ ...settlement, attemptId });
      },
    };
  },
  "keeps two ends of a row that is settled and released": (store) => {
    const released = new Set<string>();
    return {
      ...store,
      async release(id, releasedAt) {
        released.add(id);
        await store.release(id, releasedAt);
      },
      async rows(query) {
        const page = await store.rows(query);
        const both = ({ attemptId, state }: FinalRow) =>
          state === "settled" && released.has(attemptId);
        return { ...page, rows: page.rows.flatMap((row) => (both(row) ? [row, row] : [row])) };
      },
    };
  },
  "settles nothing whose lease has passed": (store) => {
    const ends = new Map<string, number>();
    return {
      ...store,
      async reserve(reservation, lease) {
        ends.set(reservation.attemptId, performance.now() + lease);
        await store.reserve(reservation, lease);
      },
      async settle(settlement) {
        const end = ends.get(settlement.attemptId) ?? Number.POSITIVE_INFINITY;
        if (performance.now() < end) await store.settle(settlement);
      },
    };
  },
  "rejects heartbeats of rows that are not open": (store) => ({
    ...store,
    async heartbeat(heartbeats, lease) {
      if (heartbeats.length > (await store.countOpen())) throw new Error("no such row");
      await store.heartbeat(heartbeats, lease);
    },
  }),
  "records a row for each of two calls at once": (store) => {
    const running = new Set<string>();
    return {
      ...store,
      async record(row) {
        const again = running.has(row.attemptId);
        running.add(row.attemptId);
        await Promise.resolve();
        await store.record(again ? { ...row, attemptId: `${row.attemptId} again` } : row);
        running.delete(row.attemptId);
      },
    };
  },
  "takes a reservation for a row that is recorded": (store) => {
    const recorded = new Set<string>();
    return {
      ...store,
      async record(row) {
        recorded.add(row.attemptId);
        await store.record(row);
      },
      async reserve(reservation, lease) {
        const { attemptId } = reservation;
        const id = recorded.has(attemptId) ? `${attemptId} again` : attemptId;
        await store.reserve({ ...reservation, attemptId: id }, lease);
      },
    };
  },
  "takes names for the same that differ in case": (store) => ({
    ...store,
    reserve: (reservation, lease) =>
      store.reserve({ ...reservation, accountId: reservation.accountId.toLowerCase() }, lease),
  }),
};

/** Ledgers that break what `LedgerRecords` promises. */
export const brokenLedger: Mutants<LedgerStore> = {
  "gives a repeated credit again": (store) => {
    let count = 0;
    return { ...store, credit: (credit) => store.credit({ ...credit, id: `${count++}` }) };
  },
  "takes the credit of another account for one that is repeated": (store) => {
    const amounts = new Map<string, number>();
    return {
      ...store,
      async credit(credit) {
        const { id, accountId, nanoDollars } = credit;
        if (amounts.get(id) === nanoDollars) return store.balance(accountId);
        const balance = await store.credit(credit);
        amounts.set(id, nanoDollars);
        return balance;
      },
    };
  },
  "takes back no credit": (store) => ({
    ...store,
    credit: (credit) => store.credit({ ...credit, nanoDollars: Math.abs(credit.nanoDollars) }),
  }),
  "has no money for an account that nobody knows": (store) => ({
    ...store,
    async balance(accountId) {
      const balance = await store.balance(accountId);
      return balance.spent + balance.reserved === 0
        ? { ...balance, limit: balance.limit ?? 0 }
        : balance;
    },
  }),
  "returns the balance from before a credit": (store) => ({
    ...store,
    async credit(credit) {
      const before = await store.balance(credit.accountId);
      await store.credit(credit);
      return before;
    },
  }),
  "forgets what an account has spent before its first credit": (store) => ({
    ...store,
    async credit(credit) {
      const { limit } = await store.balance(credit.accountId);
      const balance = await store.credit(credit);
      return limit === undefined ? { ...balance, spent: 0 } : balance;
    },
  }),
  "keeps the last credit of an account": (store) => ({
    ...store,
    async credit(credit) {
      const { limit = 0 } = await store.balance(credit.accountId);
      return store.credit({ ...credit, nanoDollars: credit.nanoDollars - limit });
    },
  }),
  "loses a credit that comes beside another one": (store) => {
    let running = 0;
    return {
      ...store,
      async credit(credit) {
        running += 1;
        await Promise.resolve();
        const alone = running === 1;
        const balance = await (alone ? store.credit(credit) : store.balance(credit.accountId));
        running -= 1;
        return balance;
      },
    };
  },
  "strips blanks from the names of accounts": (store) => ({
    ...store,
    credit: (credit) => store.credit({ ...credit, accountId: credit.accountId.trim() }),
    balance: (accountId) => store.balance(accountId.trim()),
  }),
  "counts the open rows of one account": (store) => ({
    ...store,
    countOpen: async () => Math.min(1, await store.countOpen()),
  }),
  "lists an account that nobody has": (store) => ({
    ...store,
    listAccounts: async (query) => [...(await store.listAccounts(query)), "nobody"],
  }),
  "sorts accounts by halves of characters": (store) => ({
    ...store,
    listAccounts: async (query) => [...(await store.listAccounts(query))].sort(),
  }),
  "lists as many accounts as there are": (store) => ({
    ...store,
    listAccounts: (query) => store.listAccounts({ limit: 1_000, ...query }),
  }),
  "takes the half of an account for a limit": (store) => ({
    ...store,
    listAccounts: ({ limit = 100, ...query } = {}) =>
      store.listAccounts({ ...query, limit: Math.floor(limit) }),
  }),
  "lists as many accounts as it may where more are asked for": (store) => ({
    ...store,
    listAccounts: ({ limit = 100, ...query } = {}) =>
      store.listAccounts({ ...query, limit: Math.min(1_000, limit) }),
  }),
  "sorts sums by days first, whatever is asked for first": (store) => {
    const order = ["day", "model", "key", "account"];
    return {
      ...store,
      usage: ({ groupBy, ...query }) =>
        store.usage({
          ...query,
          groupBy: [...groupBy].sort((a, b) => order.indexOf(a) - order.indexOf(b)),
        }),
    };
  },
  "lists an account whose budget was removed": (store) => {
    const removed = new Set<string>();
    return {
      ...store,
      async removeBudget(name) {
        removed.add(name.accountId);
        return store.removeBudget(name);
      },
      async listAccounts(query) {
        return [...new Set([...removed, ...(await store.listAccounts(query))])].sort();
      },
    };
  },
  "leaves out the row behind a cursor": (store) => ({
    ...store,
    async rows(query) {
      const page = await store.rows(query);
      return { ...page, rows: page.rows.slice(query?.after === undefined ? 0 : 1) };
    },
  }),
  "strips blanks from the names that it sums by": (store) => ({
    ...store,
    async usage(query) {
      const { rows } = await store.rows();
      const trimmed = rows.map((row) => ({ ...row, model: row.model.trim() }));
      return sumUsage(trimmed, query);
    },
  }),
  "sums money in 32-bit floats": (store) => ({
    ...store,
    async usage(query) {
      const sums = await store.usage(query);
      const round = (amount: number) => (amount > 2 ** 40 ? Math.fround(amount) : amount);
      return sums.map((sum) => ({ ...sum, costNanoDollars: round(sum.costNanoDollars) }));
    },
  }),
  "sums a row only when another one has followed": (store) => ({
    ...store,
    async usage(query) {
      const { rows } = await store.rows();
      return rows.length === 1 ? [] : store.usage(query);
    },
  }),
  "pages rows by when they were opened": byOpening,
  "sorts rows by when they were settled": (store) => ({
    ...store,
    async rows(query) {
      const page = await store.rows(query);
      const rows = [...page.rows].sort((one, other) => one.settledAt - other.settledAt);
      return { ...page, rows };
    },
  }),
  "begins again when there is nothing more": (store) => ({
    ...store,
    async rows(query) {
      const page = await store.rows(query);
      return page.rows.length > 0 ? page : { ...page, next: "0" };
    },
  }),
  "has no limit for a page": (store) => ({
    ...store,
    rows: (query) => store.rows({ ...query, limit: 10_000 }),
  }),
  "returns the rows of all accounts": (store) => ({
    ...store,
    rows: ({ accountId: _, ...query } = {}) => store.rows(query),
  }),
  "sums released rows": (store) => ({
    ...store,
    async usage(query) {
      const { rows } = await store.rows();
      return sumUsage(
        rows.map((row) => ({ ...row, state: "settled" })),
        query,
      );
    },
  }),
  "includes the end of the time": (store) => ({
    ...store,
    usage: (query) => store.usage({ ...query, to: query.to + 1 }),
  }),
  "sums by when rows were settled": (store) => ({
    ...store,
    async usage(query) {
      const { rows } = await store.rows();
      return sumUsage(
        rows.map((row) => ({ ...row, openedAt: row.settledAt })),
        query,
      );
    },
  }),
  "counts days in another time zone": (store) => ({
    ...store,
    async usage(query) {
      const { rows } = await store.rows();
      const shifted = rows.map((row) => ({ ...row, openedAt: row.openedAt + 3_600_000 }));
      return sumUsage(shifted, {
        ...query,
        from: query.from + 3_600_000,
        to: query.to + 3_600_000,
      });
    },
  }),
  "sums one row of zeros where there is no row": (store) => ({
    ...store,
    async usage(query) {
      const sums = await store.usage(query);
      if (sums.length > 0 || query.groupBy.length > 0) return sums;
      const zeros = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0 };
      return [{ ...zeros, reasoning: 0, attempts: 0, costNanoDollars: 0, lastUsedAt: 0 }];
    },
  }),
  "says of a sum when its first attempt was opened": (store) => ({
    ...store,
    async usage(query) {
      const { rows } = await store.rows();
      const first = Math.min(...rows.map(({ openedAt }) => openedAt));
      return (await store.usage(query)).map((sum) => ({ ...sum, lastUsedAt: first }));
    },
  }),
  "sorts names as people do": (store) => ({
    ...store,
    async usage(query) {
      const nameOf = (sum: object) => JSON.stringify(sum).toLowerCase();
      return [...(await store.usage(query))].sort((one, other) =>
        nameOf(one) < nameOf(other) ? -1 : 1,
      );
    },
  }),
  "has a cursor for whoever asks": (store) => ({
    ...store,
    readCursor: async (name) => (await store.readCursor(name)) ?? "0",
  }),
  "has rows of nobody": (store) => ({
    ...store,
    rows: ({ accountId, ...query } = {}) =>
      store.rows(accountId === "nobody" ? query : { ...query, accountId }),
  }),
  "refuses another credit with an error of its own": (store) => ({
    ...store,
    credit: (credit) => store.credit(credit).catch(() => Promise.reject(new Error("taken"))),
  }),
  "has one cursor for all readers": (store) => ({
    ...store,
    writeCursor: (_name, cursor) => store.writeCursor("all", cursor),
    readCursor: () => store.readCursor("all"),
  }),
};

/** Reserves without a look at the budget. */
async function force(
  store: LedgerStore,
  ...[reservation, lease]: Parameters<LedgerStore["reserve"]>
): Promise<void> {
  const { accountId } = reservation;
  try {
    await store.reserve(reservation, lease);
  } catch {
    const loan = { accountId, nanoDollars: 1_000_000_000 };
    await store.credit({ ...loan, id: crypto.randomUUID() });
    await store.reserve(reservation, lease);
    await store.credit({ ...loan, id: crypto.randomUUID(), nanoDollars: -loan.nanoDollars });
  }
}

/** The classic mistake: numbers are given when rows are opened, and cursors count by them. */
function byOpening(store: LedgerStore): LedgerStore {
  const numbers = new Map<string, number>();
  const note = (id: string) => numbers.set(id, numbers.get(id) ?? numbers.size);
  return {
    ...store,
    async reserve(reservation, lease) {
      note(reservation.attemptId);
      await store.reserve(reservation, lease);
    },
    async record(row) {
      note(row.attemptId);
      await store.record(row);
    },
    async rows({ after = "-1", limit = 1_000, accountId } = {}) {
      const { rows } = await store.rows({ accountId, limit: 10_000 });
      const numberOf = ({ attemptId }: FinalRow) => numbers.get(attemptId) ?? 0;
      const page = [...rows]
        .sort((one, other) => numberOf(one) - numberOf(other))
        .filter((row) => numberOf(row) > Number(after))
        .slice(0, limit);
      const last = page.at(-1);
      return { rows: page, next: last ? String(numberOf(last)) : after };
    },
  };
}
