// Tries changed requests, replies, streams, histories and connections against what must hold for
// each of them.
//
//   npm run fuzz -- --minutes 60
//   npm run fuzz -- --minutes 5 --target upstream-streams --target json
//   npm run fuzz -- --target upstream-streams --seed 4711 --path 17:2:0
//   npm run fuzz -- --cases 20 --seed 1
//
// The targets take turns, and each turn prints its seed. What is found is printed as a small case with
// the command that repeats it; `--keep` writes it to packages/conformance/fuzz/findings, which is tried
// first in every run. With `--json` the last line is the outcome as JSON. With `--cases` each target has one turn of so many cases. Fails if anything was
// found. A turn that makes no progress for two minutes, or ends the process, is a finding too.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "1" } },
  strict: false,
});
/** Milliseconds without a new turn after which the process is taken for lost. */
const patience = 120_000;

const toPath = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = toPath("../packages/conformance/fuzz");
const program = toPath("../packages/conformance/dist/fuzz/main.js");
const until = performance.now() + Number(values.minutes) * 60_000;

await build({
  entryPoints: [`${folder}/main.ts`],
  outfile: program,
  tsconfig: `${folder}/tsconfig.json`,
  bundle: true,
  platform: "node",
  format: "esm",
  sourcemap: "inline",
  packages: "external",
});

let lost = 0;
do {
  const minutes = Math.max(0, (until - performance.now()) / 60_000);
  const restarted = lost > 0 ? ["--minutes", `${minutes}`, "--seed", `${Date.now() % 1e9}`] : [];
  process.exitCode = await run([...process.argv.slice(2), ...restarted]);
} while (process.exitCode === 2 && performance.now() < until && ++lost < 10);
if (lost > 0) process.exitCode = 1;

/** Runs the targets in a process of their own. @returns 0, 1 if something was found, 2 if it was lost */
async function run(options) {
  const child = fork(program, [...options, "--findings", `${folder}/findings`], {
    execArgv: ["--enable-source-maps", "--disable-warning=ExperimentalWarning"],
  });
  let turn = "the beginning";
  const lose = () => child.kill("SIGKILL");
  let timer = setTimeout(lose, patience);
  child.on("message", ({ target, seed }) => {
    turn = `--target ${target} --seed ${seed}`;
    clearTimeout(timer);
    timer = setTimeout(lose, patience);
  });
  const [code, signal] = await once(child, "exit");
  clearTimeout(timer);
  if (code === 0 || code === 1) return code;
  console.log(`\nFOUND: the process was lost (${signal ?? code}) in ${turn}\n`);
  return 2;
}
