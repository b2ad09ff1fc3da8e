import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { needsPostgres } from "@diglot/test-support/parts/postgres";
import { repeats, seed } from "@diglot/test-support/seed";
import { describe, expect, it, vi } from "vitest";

// Services that are killed again and again take longer than a test that hangs.
vi.setConfig({ testTimeout: 240_000 });

const soak = resolve(import.meta.dirname, "../../../../scripts/soak.mjs");

const kills = String(repeats(5, 50));

const places = [
  { store: "sqlite", processes: "1", needs: {} },
  { store: "postgres", processes: "2", needs: needsPostgres },
] as const;

describe("a service that is killed again and again while its ledger is down half of the time", () => {
  for (const { store, processes, needs } of places) {
    it(
      `P01 P04 L01 L02 L04 has one row for each attempt that its model served, in ${store}`,
      needs,
      async () => {
        const options = ["--outages", "--store", store, "--processes", processes, "--kills", kills];
        const { stdout } = await promisify(execFile)(process.execPath, [
          soak,
          "--seed",
          String(seed),
          ...options,
        ]);
        const { served, difference, faults } = JSON.parse(stdout);
        expect(served).toBeGreaterThan(20);
        expect(difference).toBe(0);
        expect(faults).toMatchObject({ missing: 0, doubled: 0, open: 0, spentIsNotTheSum: 0 });
      },
    );
  }
});
