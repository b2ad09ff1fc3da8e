import { execFile } from "node:child_process";
import { connect } from "node:net";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { repeats, seed } from "@diglot/test-support/seed";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const kills = String(repeats(12, 100));
const scripts = resolve(import.meta.dirname, "../../../../scripts");
const postgres = await hasPostgres();

/** What a program of the repository prints as JSON; it fails by itself if a count is wrong. */
async function resultOf(program: string, ...options: readonly string[]) {
  const words = [resolve(scripts, program), "--seed", String(seed), ...options];
  const { stdout } = await run(process.execPath, words);
  return JSON.parse(stdout);
}

/** Whether a PostgreSQL answers where the programs look for it. */
async function hasPostgres(): Promise<boolean> {
  const { hostname, port } = new URL(process.env.DATABASE_URL ?? "postgres://127.0.0.1:5432");
  return new Promise((answer) => {
    const socket = connect(Number(port || 5432), hostname);
    socket.once("connect", () => answer(socket.end() !== undefined));
    socket.once("error", () => answer(false));
  });
}

const needsPostgres = postgres ? "" : " (needs a PostgreSQL in DATABASE_URL or on 127.0.0.1:5432)";
const stores = [
  { store: "sqlite", processes: "1", skip: false, why: "" },
  { store: "postgres", processes: "2", skip: !postgres, why: needsPostgres },
];

describe("the ledger of a service that is killed under load", () => {
  for (const { store, processes, skip, why } of stores) {
    it.skipIf(skip)(
      `P01 P04 have one row for each attempt that its model served, in ${store}${why}`,
      async () => {
        const options = ["--store", store, "--processes", processes, "--kills", kills];
        const result = await resultOf("soak.mjs", ...options);
        expect(result.served).toBeGreaterThan(10);
        expect(result.difference).toBe(0);
        expect(result.faults.servedForFree).toBe(0);
      },
    );
  }
});

describe("a small balance under 1,000 requests at once from 4 processes", () => {
  for (const { store, skip, why } of stores) {
    it.skipIf(skip)(`Q01 is never exceeded, in ${store}${why}`, async () => {
      const result = await resultOf("overspend.mjs", "--store", store);
      expect(result.outcomes.refused).toBeGreaterThan(0);
      expect(result.outcomes.answered).toBeGreaterThan(0);
      expect(result.overshoot).toBe(0);
    });
  }
});
