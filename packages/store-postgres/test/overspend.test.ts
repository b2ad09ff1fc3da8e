import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { FinalRow } from "@diglot/core";
import { chooseNumbers } from "@diglot/test-support/seed";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServer, openDatabase, storeOn, type TestDatabase } from "./database.js";
import { driverNames } from "./drivers.js";
import type { Outcome, Task } from "./overspend-process.js";

const server = await findServer();
const folder = await mkdtemp(join(tmpdir(), "diglot-overspend-"));
const program = join(folder, "process.mjs");

beforeAll(() =>
  build({
    entryPoints: [fileURLToPath(new URL("./overspend-process.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["pg-native"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  }),
);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.close();
});

const limit = 1_500;

describe.each(driverNames)(`four processes on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver, 2);
  const { ledger, migrate } = storeOn(database);
  beforeAll(async () => {
    await migrate();
    await forbidOverspending(database);
    await ledger.credit({ id: "c", accountId: "account", nanoDollars: limit });
  });
  afterAll(() => database.close());

  it("have a referee that stops any transaction which overspends", async () => {
    const overspend = `UPDATE "${database.schema}".accounts SET reserved = ${limit + 1}`;
    await expect(database.query(overspend, [])).rejects.toThrow("overspent");
  });

  it("Q01 never overspend a budget with 1,000 requests at once", async () => {
    const names = ["a", "b", "c", "d"];
    const numbers = chooseNumbers(3_000, 1_000_000);
    const running = Promise.all(
      names.map((name, index) => {
        const choices = numbers.slice(index * 750, (index + 1) * 750);
        return run({ ...server, ...database, driver, name, requests: 250, choices });
      }),
    );
    const most = await watchUntil(running);
    const outcomes = await running;
    const sumOf = (name: keyof Outcome) => outcomes.reduce((sum, each) => sum + each[name], 0);
    expect(most.checks).toBeGreaterThan(10);
    expect(most.taken).toBeLessThanOrEqual(limit);
    expect(most.taken).toBeGreaterThan(limit / 2);
    expect(sumOf("refused")).toBeGreaterThan(0);

    const recovered = await ledger.recover();
    expect(recovered).toHaveLength(sumOf("abandoned"));
    expect(await ledger.balance("account")).toEqual({ limit, spent: sumOf("cost"), reserved: 0 });
    const { rows } = await ledger.rows({ limit: 10_000 });
    const countOf = (state: FinalRow["state"]) => rows.filter((row) => row.state === state).length;
    expect(countOf("settled")).toBe(sumOf("settled"));
    expect(countOf("released")).toBe(sumOf("released"));
    expect(rows).toHaveLength(1_000 - sumOf("refused"));
  });

  /** Reads the balance all the while. */
  async function watchUntil(work: Promise<unknown>) {
    let isRunning = true;
    const stop = () => {
      isRunning = false;
    };
    work.then(stop, stop);
    const most = { checks: 0, taken: 0 };
    while (isRunning) {
      const { spent, reserved } = await ledger.balance("account");
      most.checks += 1;
      most.taken = Math.max(most.taken, spent + reserved);
    }
    return most;
  }
});

async function run({ url, schema, driver, name, requests, choices }: Task): Promise<Outcome> {
  const task: Task = { url, schema, driver, name, requests, choices };
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(task)]);
  return JSON.parse(stdout);
}

/** Lets every statement fail that would take more of an account than it has. */
async function forbidOverspending({ query, schema }: TestDatabase): Promise<void> {
  await query(
    `ALTER TABLE "${schema}".accounts
     ADD CONSTRAINT overspent CHECK (spent + reserved <= budget)`,
    [],
  );
}
