import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

interface Requirement {
  readonly id: string;
  readonly requirement: string;
  readonly status: "required" | "strict" | "later" | "judged";
  readonly reason?: string;
}

const packages = resolve(import.meta.dirname, "../..");

function readRequirements(name: string): readonly Requirement[] {
  return JSON.parse(readFileSync(join(packages, "conformance/requirements", name), "utf8"));
}

const requirements = [
  ...readRequirements("messages.json"),
  ...readRequirements("chat-completions.json"),
];

/** The ids that begin a string, as a title or a row of titles does; comments and data do not count. */
const titles = /["'`](?:[MC]\d{3} )+/g;

const cited = new Set(
  readdirSync(packages, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
    .flatMap((file) => readFileSync(join(packages, file), "utf8").match(titles) ?? [])
    .flatMap((title) => title.match(/[MC]\d{3}/g) ?? []),
);

describe("the requirements of both formats", () => {
  it("each have a test that cites them, or a reason why not", () => {
    const missing = requirements
      .filter(
        ({ id, status, reason }) =>
          !cited.has(id) && !(status === "later" || (status === "judged" && reason)),
      )
      .map(({ id, requirement }) => `${id} ${requirement}`);
    expect(missing).toEqual([]);
  });

  it("give a reason for everything that is judged otherwise or left for later", () => {
    const silent = requirements.filter(
      ({ status, reason }) => (status === "judged" || status === "later") && !reason,
    );
    expect(silent).toEqual([]);
  });

  it("know every id that a test cites", () => {
    const known = new Set(requirements.map(({ id }) => id));
    expect([...cited].filter((id) => !known.has(id))).toEqual([]);
  });
});
