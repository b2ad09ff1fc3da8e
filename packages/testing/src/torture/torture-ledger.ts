import type { LedgerStore } from "@diglot/core";
import { createFailure } from "../contracts/assert.js";
import { type ContractCase, forEachNumber, pause } from "../contracts/contract.js";
import { audit, type TortureResult } from "./audit.js";
import { call } from "./caller.js";
import { type LedgerFault, type LedgerFaultPlan, withLedgerFaults } from "./ledger-faults.js";
import { secrets, startProcess, type TorturedProcess } from "./process.js";
import { createRandom } from "./random.js";
import { createScript } from "./script.js";
import { createWitness } from "./witness.js";

/** Options of a torture run. */
export interface TortureOptions {
  /**
   * Opens a handle on one and the same store, which is empty at first. Called once for each process
   * of the run, and once for the referee.
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

const accounts = Object.keys(secrets);

/** One account has enough for all, the other for two or three requests at once. */
const credits: Readonly<Record<string, number>> = { rich: 1_000_000_000_000, poor: 600_000 };

/** What the poor account gets with every tenth request, which is a little less than it would spend. */
const allowance = 60_000;

/**
 * Runs real services with real upstream code against a ledger in which everything goes wrong that
 * can: calls fail before and after their commit, come late, hang and come twice; the ledger is away
 * for a while; models fail, hang and lose their connections; callers leave at any byte; processes are
 * lost. Then holds the books against what the models saw. A run ends by itself; it rejects only if
 * the store fails by itself.
 */
export async function tortureLedger(options: TortureOptions): Promise<TortureResult> {
  const { requests = 300, seed = 1, atOnce = 24, processes = 2, lease = 900 } = options;
  const witness = createWitness();
  let lostProcesses = 0;
  const referee = await options.open();
  const plan = createFaultPlan(seed);
  for (const accountId of accounts) {
    const nanoDollars = credits[accountId] ?? 0;
    await referee.credit({ id: `credit of ${accountId}`, accountId, nanoDollars });
  }

  async function start(): Promise<TorturedProcess> {
    return startProcess({
      ledger: withLedgerFaults(await options.open(), plan),
      ledgerTimes: { reserve: 60, lease },
      witness,
      scriptOf: (number) => createScript(seed, number),
    });
  }

  const running = await Promise.all(Array.from({ length: processes }, start));
  const sampler = watchBalances(referee);

  async function makeRequest(number: number): Promise<void> {
    const script = createScript(seed, number);
    const place = number % processes;
    const process = running[place];
    if (!process) return;
    if (number % 10 === 9) await giveAllowance(referee, number);
    const answered = call(process, script);
    if (script.killsProcess && !process.lost) {
      await pause(script.pieces);
      process.lose();
      lostProcesses += 1;
      running[place] = await start();
    }
    await answered;
  }

  await forEachNumber(requests, atOnce, makeRequest);
  await Promise.all(running.map(({ service }) => service.close({ timeout: 5 * lease })));
  await recoverAll(referee, lease);
  const overspent = await sampler.end();
  const books = await audit({ store: referee, witness, accounts, overspent });
  return { seed, requests, lostProcesses, ...books };
}

function giveAllowance(store: LedgerStore, number: number): Promise<unknown> {
  const id = `allowance ${number}`;
  return store.credit({ id, accountId: "poor", nanoDollars: allowance });
}

/** A case that fails if a torture run finds anything. */
export function tortureContract(options: TortureOptions): readonly ContractCase[] {
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

/** One fault in six calls, and now and then an outage of all calls. */
function createFaultPlan(seed: number): LedgerFaultPlan {
  const random = createRandom(seed, -1);
  let downUntil = 0;
  return () => {
    const now = performance.now();
    if (now < downUntil) return { name: "fail-before" };
    const milliseconds = random.between(1, 30);
    const name = random.pick<LedgerFault["name"] | "outage">({
      none: 100,
      "fail-before": 5,
      "fail-after": 5,
      late: 5,
      hang: 3,
      twice: 5,
      outage: 0.5,
    });
    if (name !== "outage") return { name, milliseconds: name === "hang" ? 80 : milliseconds };
    downUntil = now + 60;
    return { name: "fail-before" };
  };
}

/** Looks at the balances again and again, and notes each that is over its limit. */
function watchBalances(store: LedgerStore): { end(): Promise<readonly string[]> } {
  const overspent: string[] = [];
  let watching = true;

  async function look(accountId: string): Promise<void> {
    const { limit = Number.POSITIVE_INFINITY, spent, reserved } = await store.balance(accountId);
    if (spent + reserved <= limit && spent >= 0 && reserved >= 0) return;
    overspent.push(`${accountId} had spent ${spent} and reserved ${reserved} of ${limit}.`);
  }

  async function watch(): Promise<void> {
    while (watching) {
      await Promise.all(accounts.map(look));
      await pause(2);
    }
  }

  const done = watch();
  return {
    async end() {
      watching = false;
      await done;
      return overspent;
    },
  };
}

/** Ends the rows of lost processes, once their leases are over. */
async function recoverAll(store: LedgerStore, lease: number): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await store.recover();
    if ((await store.countOpen()) === 0) return;
    await pause(lease / 4);
  }
}
