// Runs what shows a promise: programs of package.json, and tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toCommand } from "./page.mjs";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/**
 * Runs a program with `--json`. Resolves with its command, its figures and whether what it measures
 * holds. A program runs once, however many promises need it.
 */
export function createProgramRunner() {
  const results = new Map();
  return async function runProgram({ name, options }) {
    const command = toCommand(name, options);
    if (!results.has(command)) results.set(command, await measure(name, options));
    return { command, ...results.get(command) };
  };
}

async function measure(name, options) {
  if (scripts[name] === undefined) return { figures: { missing: "no such program" }, held: false };
  const words = ["run", "--silent", name, "--", ...options, "--json"];
  const { code, lines } = await runToEnd("npm", words);
  const outcome = parse(lines.at(-1));
  if (outcome === undefined) return { figures: { exitCode: code }, held: false };
  return { figures: outcome.figures ?? {}, held: outcome.held === true && code === 0 };
}

/** Runs tests by their files or folders. Resolves with their command, counts and whether all passed. */
export async function runTests(files) {
  const folder = await mkdtemp(join(tmpdir(), "diglot-reliability-"));
  const report = join(folder, "report.json");
  const { code } = await runToEnd("npx", [
    ...["vitest", "run", "--reporter=json", `--outputFile=${report}`],
    ...files,
  ]);
  const counts = parse(await readFile(report, "utf8").catch(() => "")) ?? {};
  await rm(folder, { recursive: true });
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = counts;
  return {
    command: `npx vitest run ${files.join(" ")}`,
    figures: { testsPassed: passed, failed },
    held: code === 0 && passed > 0 && failed === 0,
  };
}

/** Shows what a process says as it goes. Resolves with its exit code and the lines of its output. */
async function runToEnd(program, words) {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (piece) => {
    process.stderr.write(piece);
    text += piece;
  });
  const [code] = await once(child, "close");
  return { code, lines: text.trim().split("\n") };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
