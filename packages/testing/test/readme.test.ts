import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const pages = ["../README.md", "../contracts.md"].map((name) =>
  readFileSync(new URL(name, import.meta.url), "utf8"),
);
const programs = [...pages.join("\n").matchAll(/```js\n([\s\S]*?)```/g)].map(
  ([, code = ""]) => code,
);

describe("the README and the page about contracts", () => {
  it("show four programs", () => {
    expect(programs).toHaveLength(4);
  });

  it.each(programs.map((program, index) => [index + 1, program] as const))(
    "show a program that runs, number %i",
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
