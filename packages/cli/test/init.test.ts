import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askAnswers } from "../src/init/ask-answers.js";
import type { InitOptions } from "../src/init/options.js";
import { newFolder, run } from "./command.js";

const key = "sk-test-0123456789";

describe("diglot init", () => {
  it.each<[string, string[]]>([
    ["toy models", []],
    ["all models of an upstream", ["-u", "http://127.0.0.1:1/v1"]],
    [
      "models by name, and a database",
      ["--upstream", "http://127.0.0.1:1/v1", "-m", "a/b", 'c"d', "-d", "usage.sqlite"],
    ],
    ["PostgreSQL", ["-d", "postgres://127.0.0.1/x"]],
  ])("writes a config that is valid once its variables are set: %s", async (_name, args) => {
    const cwd = newFolder();
    const { code, stdout, stderr } = await run(["init", ...args], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^diglot\.config\.mjs is written\. Next:\n\nexport DIGLOT_KEY=sk-\S+ .*\ndiglot serve diglot\.config\.mjs --check\n/,
    );
    const checked = await run(["serve", "--check"], { cwd, env: { DIGLOT_KEY: key } });
    expect(checked).toEqual({ code: 0, stdout: "diglot.config.mjs is valid.\n", stderr: "" });
    const unset = await run(["serve", "--check"], { cwd });
    expect(unset.stderr).toContain("keys[0].key");
  });

  it("writes members in comments that are valid, too", async () => {
    const cwd = newFolder();
    await run(["init", "gateway.mjs"], { cwd });
    const file = join(cwd, "gateway.mjs");
    const text = readFileSync(file, "utf8").replaceAll(/^ {2}\/\/ (\w+: .*,)$/gm, "  $1");
    writeFileSync(file, text);
    const env = { DIGLOT_KEY: key, DIGLOT_ADMIN_CREDENTIAL: "an-administrators-credential" };
    const { code, stderr } = await run(["serve", "gateway.mjs", "--check"], { cwd, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const member of ["upstreams:", "store:", "accounts:", "admin:", "inspector:"]) {
      expect(text).toContain(`\n  ${member}`);
    }
  });

  it("replaces no file unless it is told to", async () => {
    const cwd = newFolder();
    await run(["init"], { cwd });
    expect(await run(["init"], { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: "diglot.config.mjs is there already.\n--force replaces it.\n",
    });
    expect((await run(["init", "--force"], { cwd })).code).toBe(0);
  });

  it("writes JavaScript only", async () => {
    const cwd = newFolder();
    const { code, stderr } = await run(["init", "diglot.config.json"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "diglot.config.json would not be read as JavaScript.\nName a file that ends in .mjs, .js or .ts.\n",
    });
    expect(existsSync(join(cwd, "diglot.config.json"))).toBe(false);
  });
});

/** The answers of somebody who types these lines, and then ends the input. */
async function typed(lines: readonly string[], options: InitOptions = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const left = [...lines];
  output.on("data", (text) => {
    if (!String(text).includes(": ")) return;
    const line = left.shift();
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  const answers = await askAnswers(options, { input, output });
  return { answers, left };
}

describe("the questions on a terminal", () => {
  it("ask for what the options leave open", async () => {
    expect(await typed(["http://127.0.0.1:1/v1", "a, b c", "usage.sqlite"])).toEqual({
      answers: {
        upstream: "http://127.0.0.1:1/v1",
        models: ["a", "b", "c"],
        database: "usage.sqlite",
      },
      left: [],
    });
    expect(await typed(["x.sqlite"], { upstream: "http://h/v1", model: ["m"] })).toEqual({
      answers: { upstream: "http://h/v1", models: ["m"], database: "x.sqlite" },
      left: [],
    });
  });

  it("take an empty line, and the end of the input, for the default", async () => {
    const none = { upstream: undefined, models: [], database: undefined };
    expect((await typed(["", ""])).answers).toEqual(none);
    expect((await typed([])).answers).toEqual(none);
  });
});
