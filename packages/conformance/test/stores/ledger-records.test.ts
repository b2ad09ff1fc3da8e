import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { needsPostgres } from "@diglot/test-support/parts/postgres";
import { repeats, seed } from "@diglot/test-support/seed";
import { describe, expect, it, vi } from "vitest";

// Services that are killed again and again take longer than a test that hangs.
vi.setConfig({ testTimeout: 240_000 });

const run = promisify(execFile);
const kills = String(repeats(12, 100));
const scripts = resolve(import.meta.dirname, "../../../../scripts");

/** What a program of the repository prints as JSON; it fails by itself if a count is wrong. */
async function resultOf(program: string, ...options: readonly string[]) {
  const words = [resolve(scripts, program), "--seed", String(seed), ...options];
  const { stdout } = await run(process.execPath, words);
  return JSON.parse(stdout);
}

const stores = [
  { store: "sqlite", processes: "1", needs: {} },
  { store: "postgres", processes: "2", needs: needsPostgres },
];

describe("the ledger of a service that is killed under load", () => {
  for (const { store, processes, needs } of stores) {
    it(
      `P01 P04 have one row for each attempt that its model served, in ${store}`,
      needs,
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
  for (const { store, needs } of stores) {
    it(`Q01 is never exceeded, in ${store}`, needs, async () => {
      const result = await resultOf("overspend.mjs", "--store", store);
      expect(result.outcomes.refused).toBeGreaterThan(0);
      expect(result.outcomes.answered).toBeGreaterThan(0);
      expect(result.overshoot).toBe(0);
    });
  }
});
