import { type CallerGonePolicy, checks, type LedgerStore } from "@diglot/core";
import { createFailure } from "../contracts/assert.js";
import { type ContractCase, forEachNumber, pause } from "../contracts/contract.js";
import { audit, type TortureResult } from "./audit.js";
import { call } from "./caller.js";
import { createFaultPlan } from "./fault-plan.js";
import { withLedgerFaults } from "./ledger-faults.js";
import { keyIdOf, secrets } from "./process.js";
import { createProcessPool } from "./process-pool.js";
import { createScript } from "./script.js";
import { createBalanceWatch } from "./watch-balances.js";
import { createWitness } from "./witness.js";
import { zoneOfNoon } from "./zone-of-noon.js";

/** Options of a torture run. */
export interface TortureOptions {
  /**
   * Opens a handle on one and the same store, which is empty at first. It is called once for each process of the
   * run, and once for the referee.
   */
  readonly open: () => Promise<LedgerStore> | LedgerStore;
  /** Requests that are made; a few of them need two attempts. @default 300 */
  readonly requests?: number | undefined;
  /** The same seed makes the same choices; the order in which they meet may differ. @default 1 */
  readonly seed?: number | undefined;
  /** Requests that run at once. @default 24 */
  readonly atOnce?: number | undefined;
  /** Processes that run at once on the store. @default 2 */
  readonly processes?: number | undefined;
  /** Milliseconds after which the rows of a lost process are recovered. @default 900 */
  readonly lease?: number | undefined;
}

const { callback, checkOptions, is, members, positive, size } = checks;

const validOptions = members<TortureOptions>({
  open: { required: callback },
  requests: size,
  seed: is("a whole number", Number.isSafeInteger),
  atOnce: size,
  processes: size,
  lease: positive,
});

const accounts = Object.keys(secrets);

/** What the callers of each process pay who leave early. */
const policies: readonly CallerGonePolicy[] = ["bill-observed", "drain", "refund"];

/** What is enough for one request at once. */
const little = 300_000;

/** Only one account has no more credits than for one request at once. */
const credits: Readonly<Record<string, number>> = {
  rich: 1_000_000_000_000,
  poor: little,
  limited: 1_000_000_000_000,
};

/** What the poor account gets with every tenth request, which is a little less than it would spend. */
const allowance = 60_000;

/** What the budgets of the limited account rise by for each request: far less than it would spend. */
const raise = 2_000;

const limited = { accountId: "limited", keyId: keyIdOf("limited") };

/**
 * Runs real services with real upstream code against a ledger in which everything goes wrong that
 * can: calls fail before and after their commit, come late, hang and come twice; the ledger is away
 * for a while; models fail, hang and lose their connections; callers leave at any byte; processes are
 * lost. Then compares the ledger with what the models observed. A run ends by itself; it rejects only if
 * the store fails by itself, or for an invalid option, with a TypeError that names it.
 */
export async function tortureLedger(options: TortureOptions): Promise<TortureResult> {
  checkOptions("tortureLedger", options, validOptions);
  const { requests = 300, seed = 1, atOnce = 24, processes = 2, lease = 900 } = options;
  const witness = createWitness();
  const reserve = lease / 4;
  // What hangs in a reservation is given up.
  const plan = createFaultPlan(seed, reserve + 20);
  const scriptOf = (number: number) => createScript(seed, number);
  const referee = await options.open();
  // No day ends while the run does.
  const zone = zoneOfNoon(Date.now());
  await openAccounts(referee, zone);
  const raiseBudgets = createBudgetRaise(referee, zone);
  const watch = createBalanceWatch(referee, accounts);
  const pool = await createProcessPool(processes, async (started) => ({
    ledger: withLedgerFaults(watch.follow(await options.open()), plan),
    ledgerTimes: { reserve, lease },
    onCallerGone: policies[started % policies.length] ?? "bill-observed",
    witness,
    scriptOf,
  }));

  async function makeRequest(number: number): Promise<void> {
    const script = scriptOf(number);
    const process = pool.at(number);
    if (number % 10 === 9) await giveAllowance(referee, number);
    if (number % 10 === 4) await raiseBudgets(little + number * raise);
    const answered = call(process, script);
    if (script.killsProcess) {
      await pause(script.pieces);
      await pool.replace(process);
    }
    await answered;
  }

  await watch.during(async () => {
    await forEachNumber(requests, atOnce, makeRequest);
    await pool.close(5 * lease);
    await recoverAll(referee, lease);
  });
  const { overspent } = watch;
  const records = await audit({ store: referee, witness, accounts, overspent });
  const [lostProcesses, longestStall] = [pool.countLost(), watch.longestStall()];
  return { seed, requests, lostProcesses, longestStall, ...records };
}

async function openAccounts(store: LedgerStore, timeZone: string): Promise<void> {
  for (const accountId of accounts) {
    const nanoDollars = credits[accountId] ?? 0;
    await store.credit({ id: `credit of ${accountId}`, accountId, nanoDollars });
  }
  await setBudgets(store, timeZone, little);
}

/** Sets the budgets of the limited account. */
async function setBudgets(
  store: LedgerStore,
  timeZone: string,
  nanoDollars: number,
): Promise<void> {
  const { accountId } = limited;
  await store.setBudget({ ...limited, period: "total", nanoDollars });
  await store.setBudget({ accountId, period: "day", timeZone, nanoDollars: nanoDollars + little });
}

/**
 * Raises the budgets, one call after the other: of two at once the smaller could come last, and a budget
 * that is lowered may be smaller than what is reserved.
 */
function createBudgetRaise(store: LedgerStore, timeZone: string) {
  let raised = Promise.resolve();
  return (nanoDollars: number): Promise<void> => {
    raised = raised.then(() => setBudgets(store, timeZone, nanoDollars));
    return raised;
  };
}

function giveAllowance(store: LedgerStore, number: number): Promise<unknown> {
  const id = `allowance ${number}`;
  return store.credit({ id, accountId: "poor", nanoDollars: allowance });
}

/**
 * A case that fails if a torture run finds anything.
 * @throws TypeError for an invalid option, which it names
 */
export function tortureContract(options: TortureOptions): readonly ContractCase[] {
  checkOptions("tortureContract", options, validOptions);
  return [
    {
      name: "torture: every attempt that reached a model is in the ledger exactly once",
      async run() {
        const result = await tortureLedger(options);
        if (!result.ok) throw createFailure(result.problems.join("\n"), [], result.problems);
      },
    },
  ];
}

/** Ends the rows of lost processes, once their leases are over. */
async function recoverAll(store: LedgerStore, lease: number): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await store.recover();
    if ((await store.countOpen()) === 0) return;
    await pause(lease / 4);
  }
}
