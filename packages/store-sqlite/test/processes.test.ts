import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { LedgerStore } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { createSqliteStore } from "../src/index.js";
import { buildProgram } from "./build-program.js";
import { newPath } from "./support.js";

const budget = 2_000;

function start(program: string, ...words: readonly string[]) {
  return spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
}

/** What a program has written, once it has ended well. */
async function outputOf(child: ReturnType<typeof start>): Promise<string> {
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(child.exitCode).toBe(0);
  return output;
}

/** The balance that follows from the rows alone. */
async function balanceOfRows(ledger: LedgerStore) {
  const { rows } = await ledger.rows({ limit: 10_000 });
  const spent = rows.reduce((sum, row) => sum + row.costNanoDollars, 0);
  return { spent, ids: rows.map(({ attemptId }) => attemptId) };
}

describe("several processes on one file", () => {
  it("make a new file at once, and none fails", async () => {
    const program = await buildProgram("spend");
    for (let round = 0; round < 3; round++) {
      const path = newPath();
      const names = ["a", "b", "c", "d", "e", "f"];
      const children = names.map((name) => start(program, path, name, "1"));
      expect(await Promise.all(children.map(outputOf))).toEqual(names.map(() => "0"));
      const { ledger, close } = createSqliteStore({ path });
      expect((await ledger.rows()).rows).toHaveLength(names.length);
      close();
    }
  });

  it("wait for one that makes the file", async () => {
    const path = newPath();
    const child = start(await buildProgram("hold-new-file"), path, "300");
    await once(child.stdout, "data");
    const { ledger, close } = createSqliteStore({ path });
    expect(await ledger.countOpen()).toBe(0);
    close();
  });

  it("Q01 never spend or reserve more than the budget together", async () => {
    const program = await buildProgram("spend");
    const path = newPath();
    const { ledger, close } = createSqliteStore({ path });
    await ledger.credit({ id: "1", accountId: "account", nanoDollars: budget });
    const children = ["a", "b", "c", "d"].map((name) => start(program, path, name, "400"));
    const outputs = Promise.all(children.map(outputOf));
    const peak = await watch(ledger, children);
    const refused = (await outputs).reduce((sum, output) => sum + Number(output), 0);

    expect(peak).toBeLessThanOrEqual(budget);
    expect(refused).toBeGreaterThan(0);
    const { spent, ids } = await balanceOfRows(ledger);
    expect(ids).toHaveLength(1_600 - refused);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await ledger.balance("account")).toEqual({ limit: budget, spent, reserved: 0 });
    expect(spent).toBeGreaterThan(budget - 10);
    close();
  });

  it("P01 keep what was promised before a kill, and the ledger adds up", {
    timeout: 60_000,
  }, async () => {
    const program = await buildProgram("work-until-killed");
    const path = newPath();
    const promised: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      const child = start(program, path, name);
      await once(child.stdout, "data").then(([first]) => promised.push(String(first)));
      setTimeout(() => child.kill("SIGKILL"), 40 + promised.length);
      promised.push(await text(child.stdout));
    }

    const lines = promised.join("").split("\n");
    const clock = { now: () => Date.now() + 120_000 };
    const { ledger, close } = createSqliteStore({ path, clock });
    const before = await balanceOfRows(ledger);
    expect(before.ids).toEqual(expect.arrayContaining(idsOf(lines, "settled")));
    const recovered = await ledger.recover();
    const { spent, ids } = await balanceOfRows(ledger);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(idsOf(lines, "reserved")));
    expect(ids).toHaveLength(before.ids.length + recovered.length);
    expect(await ledger.balance("account")).toEqual({ spent, reserved: 0 });
    expect(await ledger.countOpen()).toBe(0);
    close();
  });
});

/** The most that was ever spent and reserved while the processes ran. */
async function watch(ledger: LedgerStore, children: readonly ChildProcess[]): Promise<number> {
  let peak = 0;
  while (children.some(({ exitCode }) => exitCode === null)) {
    const { spent, reserved } = await ledger.balance("account");
    peak = Math.max(peak, spent + reserved);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return peak;
}

function idsOf(lines: readonly string[], promise: "reserved" | "settled"): string[] {
  return lines
    .filter((line) => line.startsWith(`${promise} `))
    .map((line) => line.slice(promise.length + 1));
}
