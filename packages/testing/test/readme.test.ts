import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

describe("the README", () => {
  it("shows four programs", () => {
    expect(programs).toHaveLength(4);
  });

  it.each(programs.map((program, index) => [index + 1, program] as const))(
    "shows a program that runs, number %i",
    (_number, program) => {
      const code = program.replace('from "vitest"', 'from "node:test"');
      const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
        cwd: fileURLToPath(new URL("..", import.meta.url)),
        encoding: "utf8",
      });
      expect(status).toBe(0);
      if (code.includes("ledgerContract")) expect(stdout).toMatch(/pass \d{2}/);
    },
  );
});
