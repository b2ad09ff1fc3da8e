import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultOutputs } from "../../src/import/kinds.js";
import { importFile } from "../../src/import/run-import.js";
import { newFile, newFolder, run } from "../command.js";
import { fileOf, files, secrets } from "./files.js";

async function importInto(name: keyof typeof files) {
  const cwd = newFolder();
  const out = join(cwd, defaultOutputs[files[name]]);
  return { cwd, report: await importFile(fileOf(name), { out }) };
}

/** All files in a folder, with their text. */
function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

const entries = Object.entries(files) as [keyof typeof files, string][];

describe("diglot import", () => {
  it.each(entries)("finds out what %s is: %s", async (name, kind) => {
    const { report } = await importInto(name);
    expect(report.from).toBe(kind);
    expect(report.counts.carried).toBeGreaterThan(0);
  });

  it.each(entries)("writes none of the secrets of %s, nor reports them", async (name) => {
    const text = readFileSync(fileOf(name), "utf8");
    const { cwd, report } = await importInto(name);
    const written = readAll(cwd);
    expect(written).not.toBe("");
    for (const secret of secrets.filter((one) => text.includes(one))) {
      expect(written).not.toContain(secret);
      expect(JSON.stringify(report)).not.toContain(secret);
    }
  });

  it("says where each setting is: a JSON pointer, and a line", async () => {
    const { report } = await importInto("litellm-router.yaml");
    const lines = readFileSync(fileOf("litellm-router.yaml"), "utf8").split("\n");
    const placed = report.items.filter(({ pointer }) => pointer !== "");
    expect(placed.length).toBeGreaterThan(20);
    for (const { pointer, line = 0 } of placed) {
      const name = pointer.split("/").at(-1);
      expect({ pointer, text: lines[line - 1] }).toEqual({
        pointer,
        text: expect.stringContaining(`${name}:`),
      });
    }
  });

  it("prints a report for people, with the variables and the commands that come next", async () => {
    const cwd = newFolder();
    const { stdout, code } = await run(["import", fileOf("portkey-single.json")], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/is a config object of Portkey: 5 carried, 3 changed, 2 not possible\./);
    expect(stdout).toMatch(/portkey-single\.json:7 \/cache\n {4}Diglot keeps no answers\./);
    expect(stdout).toContain("Set these variables:\n  OPENAI_API_KEY: ");
    expect(stdout).toContain("Next:\n  diglot serve diglot.config.json --check\n");
  });

  it("replaces a file only if asked to", async () => {
    const cwd = newFolder();
    const args = ["import", fileOf("portkey-single.json")];
    await run(args, { cwd });
    expect(await run(args, { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: "diglot.config.json exists already.\n--force replaces it.\n",
    });
    expect((await run([...args, "--force"], { cwd })).code).toBe(0);
  });

  it.each([
    ["a file that is not there", ["nowhere.yaml"], "nowhere.yaml cannot be read: ENOENT"],
    ["a kind that it does not know", ["f", "--from", "nginx"], "Allowed choices are litellm, "],
    [
      "an end that would be misread",
      [fileOf("msw.har"), "--from", "portkey", "-o", "a.yaml"],
      "a.yaml would not be read",
    ],
  ])("refuses %s", async (_name, args, message) => {
    const { code, stdout, stderr } = await run(["import", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it.each([
    ["YAML", "config.yaml", "model_list:\n  - model_name: *\n", /config\.yaml:2: is not YAML/],
    ["JSON", "config.json", '{\n  "Providers": [,\n}', /config\.json:2: is not JSON/],
    [
      "of a kind",
      "other.json",
      '{ "a": 1 }',
      /other\.json is none of these: a config of LiteLLM, /,
    ],
    ["of use", "empty.yaml", "model_list: []\n", /No model of the file can be served\./],
  ])("refuses a file that is not %s, and writes nothing", async (_name, name, text, message) => {
    const out = join(newFolder(), "out.json");
    await expect(importFile(newFile(name, text), { out })).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });

  it("is not stopped by aliases of YAML that multiply", async () => {
    const names = [..."abcdefghij"];
    const bomb = names.map((name, index) => {
      const other = names[index - 1];
      const list = other ? Array(9).fill(`*${other}`).join(",") : "x";
      return `${name}: &${name} [${list}]`;
    });
    await expect(importFile(newFile("bomb.yaml", bomb.join("\n")), {})).rejects.toThrow(
      "bomb.yaml: is not YAML: Excessive alias count",
    );
  });
});
