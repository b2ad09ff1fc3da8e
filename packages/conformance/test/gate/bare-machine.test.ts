import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { parts } from "../../../test-support/src/parts/parts.js";

const vitest = join(
  dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);
const config = resolve(import.meta.dirname, "bare-machine/vitest.config.ts");

/** An environment in which no part of the table of parts can be found; nobody listens on port 1. */
const bare = {
  NO_COLOR: "1",
  PATH: "",
  HOME: process.env.HOME,
  CHROME_PATH: "/nowhere/chromium",
  DATABASE_URL: "postgres://127.0.0.1:1/none",
  REDIS_URL: "redis://127.0.0.1:1",
  DIGLOT_TOOLS: "/nowhere/tools",
};

/** Runs the suite that has a test for each part, and gives its exit code and what the gate says. */
async function runBare(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [vitest, "run", "--config", config], {
    env: { ...bare, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = text(child.stdout);
  const [code] = await once(child, "close");
  const [, gate = ""] = (await output).split("\nGates\n");
  return { code, gate: gate.trim().split("\n") };
}

// The Node of the toolchain is always there.
const hidden = Object.entries(parts).filter(([part]) => part !== "Node 24");

describe("a suite on a machine without any part", () => {
  it("passes, and lists each missing part once, with how to get it", async () => {
    expect(await runBare({})).toEqual({
      code: 0,
      gate: [
        `${hidden.length} skipped`,
        "  0 tried again",
        "Missing on this machine",
        ...hidden.map(([part, howToGet]) => `  ${part}: 1 test. ${howToGet}`),
      ],
    });
  });

  it("fails in CI, for each of them", async () => {
    const { code, gate } = await runBare({ CI: "true" });
    expect(code).toBe(1);
    expect(gate.slice(gate.indexOf("Wrong"))).toEqual([
      "Wrong",
      ...hidden.map(([part]) => `  CI runs everything, but this is missing: ${part} (1 test)`),
    ]);
  });
});
