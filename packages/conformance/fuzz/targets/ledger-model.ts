/** One call of a ledger in a history. Attempts and accounts are numbers; a lease is long or over. */
export type LedgerStep =
  | {
      readonly do: "reserve";
      readonly attempt: number;
      readonly amount: number;
      readonly isLost: boolean;
    }
  | { readonly do: "heartbeat"; readonly attempt: number; readonly isLost: boolean }
  | { readonly do: "settle" | "record"; readonly attempt: number; readonly cost: number }
  | { readonly do: "release"; readonly attempt: number }
  | {
      readonly do: "credit";
      readonly credit: number;
      readonly account: number;
      readonly amount: number;
    }
  | { readonly do: "recover" };

/** A row of the model: what must be known of a row of the ledger. */
export interface ModelRow {
  readonly account: number;
  readonly amount: number;
  state: "open" | "settled" | "released" | "recovered";
  cost: number;
  isLost: boolean;
}

/** What must be in a ledger after a history. */
export interface LedgerModel {
  readonly rows: Map<number, ModelRow>;
  readonly credits: Map<number, { readonly account: number; readonly amount: number }>;
}

/** A model of a ledger that nothing has happened to. */
export function createLedgerModel(): LedgerModel {
  return { rows: new Map(), credits: new Map() };
}

/** The account that pays for an attempt. */
export function accountOf(attempt: number): number {
  return attempt % 2;
}

/** What an account may spend, has spent and has reserved. */
export function balanceOf({ rows, credits }: LedgerModel, account: number) {
  const given = [...credits.values()].filter((credit) => credit.account === account);
  const own = [...rows.values()].filter((row) => row.account === account);
  return {
    limit: given.length === 0 ? undefined : sum(given.map(({ amount }) => amount)),
    spent: sum(own.map(({ cost }) => cost)),
    reserved: sum(own.filter(({ state }) => state === "open").map(({ amount }) => amount)),
  };
}

/** Takes a step. @returns whether the ledger must refuse it */
export function takeStep(model: LedgerModel, step: LedgerStep): "done" | "refused" {
  const { rows, credits } = model;
  switch (step.do) {
    case "reserve":
      return reserve(model, step);
    case "credit": {
      const { credit, account, amount } = step;
      const given = credits.get(credit);
      if (given) return given.account === account && given.amount === amount ? "done" : "refused";
      credits.set(credit, { account, amount });
      return "done";
    }
    case "recover":
      for (const row of rows.values()) {
        if (row.state === "open" && row.isLost) row.state = "recovered";
      }
      return "done";
    case "record":
      if (!rows.has(step.attempt)) rows.set(step.attempt, rowOf(step.attempt, 0, false));
      break;
  }
  const row = rows.get(step.attempt);
  if (row?.state === "open") change(row, step);
  return "done";
}

function reserve(model: LedgerModel, step: LedgerStep & { readonly do: "reserve" }) {
  if (model.rows.has(step.attempt)) return "done";
  const {
    limit = Number.POSITIVE_INFINITY,
    spent,
    reserved,
  } = balanceOf(model, accountOf(step.attempt));
  if (spent + reserved + step.amount > limit) return "refused";
  model.rows.set(step.attempt, rowOf(step.attempt, step.amount, step.isLost));
  return "done";
}

function change(row: ModelRow, step: LedgerStep): void {
  if (step.do === "heartbeat") row.isLost = step.isLost;
  if (step.do === "settle" || step.do === "record") {
    Object.assign(row, { state: "settled", cost: step.cost });
  }
  if (step.do === "release") row.state = "released";
}

function rowOf(attempt: number, amount: number, isLost: boolean): ModelRow {
  return { account: accountOf(attempt), amount, state: "open", cost: 0, isLost };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
