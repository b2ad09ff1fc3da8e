import { costOfAttempt, type FinalRow, type LedgerStore } from "@diglot/core";
import type { Witness } from "./witness.js";

/** What a torture run came to. */
export interface TortureResult {
  readonly seed: number;
  /** Requests that were made. */
  readonly requests: number;
  /** Processes that were lost. */
  readonly lostProcesses: number;
  /** The longest time for which the whole run stood still because the machine was busy, in milliseconds. */
  readonly longestStall: number;
  /** Final rows: one for each attempt. */
  readonly attempts: number;
  /** Attempts that reached a model. */
  readonly reached: number;
  readonly settled: number;
  readonly released: number;
  readonly recovered: number;
  /** Attempts that reached a model and have no final row. */
  readonly missing: number;
  /** Rows that are there more than once. */
  readonly doubled: number;
  /** Rows that are still open. */
  readonly open: number;
  /** Attempts that reached a model and whose row says that they were never sent. */
  readonly unbilled: number;
  /** Rows whose cost does not follow from the row, or whose usage is not what the model reported. */
  readonly wrong: number;
  /** Accounts and budgets whose balance is not the sum of their rows. */
  readonly unbalanced: number;
  /** Moments at which an account or a budget had spent and reserved more than its limit. */
  readonly overspent: number;
  /** A sentence for each fault that was found, up to twenty. */
  readonly problems: readonly string[];
  /** Whether attempts reached models, and nothing is missing, doubled, open, unbilled, wrong, unbalanced or overspent. */
  readonly ok: boolean;
}

/** What an audit needs beside the ledger. */
export interface AuditParts {
  readonly store: LedgerStore;
  readonly witness: Witness;
  readonly accounts: readonly string[];
  readonly overspent: readonly string[];
}

/** Compares the ledger with what the models observed. */
export async function audit(
  parts: AuditParts,
): Promise<Omit<TortureResult, "seed" | "requests" | "lostProcesses" | "longestStall">> {
  const { store, witness } = parts;
  const rows = await readRows(store);
  const byId = new Map(rows.map((row) => [row.attemptId, row] as const));
  const missing = [...witness.reached].filter((id) => !byId.has(id));
  const open = await store.countOpen();
  const findings = {
    missing: missing.map((id) => `${id} reached a model and has no final row.`),
    doubled: repeatedIds(rows).map((id) => `${id} has two rows.`),
    open: Array.from({ length: open }, () => "A row is still open."),
    unbilled: rows.filter((row) => isUnbilled(row, parts)).map(toUnbilled),
    wrong: rows.flatMap((row) => problemsOf(row, witness)),
    unbalanced: [
      ...(await findUnbalanced(store, rows, parts.accounts)),
      ...(await findUnbalancedBudgets(store, rows, parts.accounts)),
    ],
    overspent: parts.overspent,
    idle: witness.reached.size > 0 ? [] : ["No attempt has reached a model: nothing was tested."],
  };
  const problems = Object.values(findings).flat();
  const countOf = (state: FinalRow["state"]) => rows.filter((row) => row.state === state).length;
  return {
    attempts: byId.size,
    reached: witness.reached.size,
    settled: countOf("settled"),
    released: countOf("released"),
    recovered: countOf("recovered"),
    missing: findings.missing.length,
    doubled: findings.doubled.length,
    open,
    unbilled: findings.unbilled.length,
    wrong: findings.wrong.length,
    unbalanced: findings.unbalanced.length,
    overspent: findings.overspent.length,
    problems: problems.slice(0, 20),
    ok: problems.length === 0,
  };
}

async function readRows(store: LedgerStore): Promise<readonly FinalRow[]> {
  const rows: FinalRow[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await store.rows({ after });
    if (page.rows.length === 0) return rows;
    rows.push(...page.rows);
    after = page.next;
  }
}

function repeatedIds(rows: readonly FinalRow[]): readonly string[] {
  const known = new Set<string>();
  return rows.flatMap(({ attemptId }) => {
    const repeated = known.has(attemptId);
    known.add(attemptId);
    return repeated ? [attemptId] : [];
  });
}

/** An attempt that reached a model is settled or recovered, even if its process was lost. */
function isUnbilled({ state, attemptId }: FinalRow, { witness }: AuditParts): boolean {
  return state === "released" && witness.reached.has(attemptId);
}

function toUnbilled({ attemptId, state }: FinalRow): string {
  return `${attemptId} reached a model, but its row is ${state}.`;
}

function problemsOf(row: FinalRow, witness: Witness): readonly string[] {
  const { attemptId, usage, end, costNanoDollars } = row;
  const cost = costOfAttempt(row, usage, end);
  const reported = witness.reported.get(attemptId);
  return [
    ...(cost === costNanoDollars ? [] : [`${attemptId} costs ${cost}, not ${costNanoDollars}.`]),
    ...(end === "completed" && reported?.output !== usage.output
      ? [`${attemptId} has ${usage.output} output tokens, not ${reported?.output}.`]
      : []),
    ...(end === "completed" && reported?.input !== usage.input
      ? [`${attemptId} has ${usage.input} input tokens, not ${reported?.input}.`]
      : []),
  ];
}

async function findUnbalanced(
  store: LedgerStore,
  rows: readonly FinalRow[],
  accounts: readonly string[],
): Promise<readonly string[]> {
  const balances = accounts.map(async (accountId) => {
    const { spent, reserved } = await store.balance(accountId);
    const ofAccount = rows.filter((row) => row.accountId === accountId);
    const cost = ofAccount.reduce((sum, row) => sum + row.costNanoDollars, 0);
    if (spent === cost && reserved === 0) return [];
    return [`${accountId} has spent ${spent} and reserved ${reserved}; its rows cost ${cost}.`];
  });
  return (await Promise.all(balances)).flat();
}

/** Budgets that were there from the beginning, and whose period has not ended since. */
async function findUnbalancedBudgets(
  store: LedgerStore,
  rows: readonly FinalRow[],
  accounts: readonly string[],
): Promise<readonly string[]> {
  const budgets = (await Promise.all(accounts.map((id) => store.budgets(id)))).flat();
  return budgets.flatMap(({ accountId, keyId, period, spent, reserved }) => {
    const cost = rows
      .filter((row) => row.accountId === accountId && (keyId ?? row.keyId) === row.keyId)
      .reduce((sum, row) => sum + row.costNanoDollars, 0);
    if (spent === cost && reserved === 0) return [];
    const used = `has spent ${spent} and reserved ${reserved}; its rows cost ${cost}.`;
    return [`The budget of ${accountId} (${period}) ${used}`];
  });
}
