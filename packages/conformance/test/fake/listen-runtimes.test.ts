import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { needsRuntime } from "@diglot/test-support/parts/runtimes";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFolder, runtimes } from "../../runtimes/runtimes.js";

const source = resolve(import.meta.dirname, "../../runtimes/fake/listen-program.ts");
const program = resolve(builtFolder, "listen-program.js");
const command = join(dirname(fileURLToPath(import.meta.resolve("diglot"))), "main.js");
const words = {
  node: [],
  bun: ["run"],
  deno: ["run", "--no-prompt", "--allow-net", "--allow-read", "--allow-write", "--allow-env"],
};
const places = runtimes.flatMap(({ platform, name, binary }) =>
  platform === "node" || platform === "bun" || platform === "deno"
    ? [{ name, binary, words: words[platform] }]
    : [],
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "diglot-listen-"));
  await build({
    entryPoints: [source],
    outfile: program,
    format: "esm",
    target: "es2022",
    bundle: true,
    platform: "neutral",
    packages: "external",
    external: ["node:*"],
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(binary: string, args: readonly string[]) {
  const child: ChildProcess = spawn(binary, args, { env: { ...process.env, NO_COLOR: "1" } });
  const written = { output: "", errors: "" };
  child.stdout?.on("data", (bytes) => {
    written.output += bytes;
  });
  child.stderr?.on("data", (bytes) => {
    written.errors += bytes;
  });
  return { child, written, ended: once(child, "close").then(([code]) => ({ code, ...written })) };
}

describe.each(places)("the fake on $name", ({ name, binary, words: before }) => {
  const needs = needsRuntime(name);

  it("listens, keeps tapes, and lets its process end", needs, async () => {
    const tapes = join(folder, name);
    const { code, output, errors } = await run(binary, [...before, program, tapes]).ended;
    expect(errors).toBe("");
    expect(JSON.parse(output)).toEqual({
      said: "On a port",
      broken: "failed",
      lost: "failed",
      after: "Still there",
      states: ["whole", "broken", "aborted", "whole"],
      closed: "failed",
      miss: 400,
      replayed: "From the tape",
    });
    expect(code).toBe(0);
    expect(await readdir(tapes)).toEqual(["hi.json"]);
  });

  it("serves a script by the command, and reports what was not used", needs, async () => {
    const script = join(folder, `${name}.json`);
    await writeFile(script, '["Never said"]');
    const { child, written, ended } = run(binary, [...before, command, "fake", script]);
    await expect.poll(() => written.output, { timeout: 20_000 }).toContain("http://127.0.0.1:");
    child.kill("SIGTERM");
    const { code, errors } = await ended;
    expect(errors).toContain('turn 0 of the script: text "Never said"');
    expect(code).toBe(1);
  });
});
