import { spawn } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { browserProgram, needsChromium } from "@diglot/test-support/browser";
import { needsRuntime } from "@diglot/test-support/parts/runtimes";
import { build } from "esbuild";
import type { TestOptions } from "vitest";
import { builtFolder as parentFolder, type Runtime, runtimes } from "../runtimes.js";
import { startServer } from "../start-server.js";
import type { FakeTranscripts } from "./transcripts.js";

const builtFolder = resolve(parentFolder, "fake");
const entry = (name: string) => resolve(import.meta.dirname, `${name}.ts`);
const built = (name: string) => resolve(builtFolder, name);

/** One place where the fake runs. */
export interface FakePlace {
  readonly name: string;
  /** Options of the tests that run there. */
  readonly needs: TestOptions;
  run(): Promise<FakeTranscripts>;
}

/** Bundles the programs as users of each runtime would. */
export async function buildFakePrograms(): Promise<void> {
  const common = { outdir: builtFolder, bundle: true, target: "es2022" } as const;
  await Promise.all([
    build({ ...common, entryPoints: [entry("print")], format: "esm", platform: "node" }),
    build({ ...common, entryPoints: [entry("page")], format: "iife", platform: "browser" }),
    build({
      ...common,
      entryPoints: [entry("worker")],
      format: "esm",
      platform: "browser",
      conditions: ["workerd", "worker", "browser"],
    }),
  ]);
  await copyFile(resolve(import.meta.dirname, "workerd.capnp"), built("workerd.capnp"));
  await writeFile(
    built("page.html"),
    '<!doctype html><meta charset="utf-8"><body><script src="page.js"></script>',
  );
}

const commands: Readonly<Partial<Record<Runtime["platform"], readonly string[]>>> = {
  node: [built("print.js")],
  bun: ["run", built("print.js")],
  deno: ["run", "--no-prompt", "--allow-env", built("print.js")],
};

function toPlace(runtime: Runtime): FakePlace {
  const { name, platform, binary } = runtime;
  const needs = needsRuntime(name);
  if (platform === "workerd") {
    const worker = { ...runtime, arguments: ["serve", "--control-fd=3", built("workerd.capnp")] };
    return { name, needs, run: () => askWorker(worker) };
  }
  const run = async () => parse(await runProgram(binary, commands[platform] ?? []));
  return { name, needs, run };
}

async function askWorker(runtime: Runtime): Promise<FakeTranscripts> {
  const server = await startServer(runtime);
  try {
    return parse(await (await fetch(server.baseUrl)).text());
  } finally {
    await server.stop();
  }
}

function runProgram(binary: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, words, { env: { ...process.env, NO_COLOR: "1" } });
    let output = "";
    let errorOutput = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
    });
    child.stderr.on("data", (bytes) => {
      errorOutput += bytes;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${binary} ended with ${code}: ${errorOutput}`));
    });
  });
}

async function runBrowser(): Promise<FakeTranscripts> {
  const profile = await mkdtemp(join(tmpdir(), "diglot-browser-"));
  try {
    const page = await runProgram(browserProgram, [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      `--user-data-dir=${profile}`,
      "--virtual-time-budget=60000",
      "--dump-dom",
      `file://${built("page.html")}`,
    ]);
    return parse(/<body>(.*)<\/body>/s.exec(page)?.[1] ?? page);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

function parse(text: string): FakeTranscripts {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`This is no transcript: ${text.slice(0, 2_000)}`);
  }
}

/** All places that the fake is for, also those that cannot be had here. */
export const fakePlaces: readonly FakePlace[] = [
  ...runtimes.filter(({ platform }) => platform !== "express").map(toPlace),
  { name: "chromium", needs: needsChromium, run: runBrowser },
];
