// The users of a release: each installs the packages in an empty folder on one runtime, runs a program
// there, and starts the command.

import { mkdir, readFile, symlink } from "node:fs/promises";
import { basename, delimiter, join } from "node:path";
import { findTool } from "../../tools/find-tools.ts";

const key = "local-secret";

/**
 * What each user types. `runner` runs a command of an installed package.
 * @param {{ names: readonly string[], version: string, registry: string }} release
 */
export function usersOf(release) {
  const { names } = release;
  const deno = names.map((name) => `npm:${name}`);
  const withNpm = { install: `npm install ${names.join(" ")}`, runner: "npx diglot" };
  const users = [
    { runtime: "node-22", ...withNpm, program: "node program.mjs" },
    { runtime: "node-24", ...withNpm, program: "node program.mjs" },
    {
      runtime: "bun",
      install: `bun add ${names.join(" ")}`,
      program: "bun run program.mjs",
      runner: "bun x --bun diglot",
    },
    {
      runtime: "deno",
      install: `deno add ${deno.join(" ")}`,
      program: "deno run -A program.mjs",
      runner: "deno run -A npm:diglot",
    },
  ];
  return users.map((user, at) => ({ ...user, steps: stepsOf(user, release, 8801 + 2 * at) }));
}

/**
 * The variables with which the commands of a user run on its runtime only.
 * @param {string} runtime
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} folder an empty folder
 */
export async function onRuntime(runtime, environment, folder) {
  const program = findTool(runtime);
  if (!program)
    throw new Error(`${runtime} is not installed: node scripts/install-tools.mjs runtimes`);
  await mkdir(folder);
  await symlink(program, join(folder, basename(program)));
  // The variable has another name on Windows.
  const [name] = Object.entries(environment).find(([each]) => each.toUpperCase() === "PATH");
  return { ...environment, [name]: [folder, environment[name]].join(delimiter) };
}

function stepsOf({ runtime, install, program, runner }, { names, version, registry }, port) {
  const server = `http://127.0.0.1:${port}`;
  const fake = `http://127.0.0.1:${port + 1}`;
  const doctor = `${runner} doctor --upstream ${server} --upstream-key ${key} --model echo`;
  return [
    { title: install.split(" ", 2).join(" "), run: (tools) => prepare(tools, install, registry) },
    {
      title: program,
      run: async ({ run }) => expectRuntime(runtime, await run(`${program} ${names.join(" ")}`)),
    },
    {
      title: `${runner} --version`,
      run: async ({ run }) => expectEqual((await run(`${runner} --version`)).trim(), version),
    },
    {
      title: `${runner} doctor`,
      run: async ({ run, start, reach }) => {
        start(`${runner} --port ${port} --key ${key}`);
        await reach(`${server}/healthz`);
        await run(`${doctor} --skip-long-input --json`);
      },
    },
    {
      title: `${runner} fake`,
      run: async ({ start, ask }) => {
        start(`${runner} fake script.json --port ${port + 1}`);
        expectEqual(JSON.parse(await askFake(ask, fake)).content[0].text, "Hello!");
      },
    },
  ];
}

async function prepare({ write, run }, install, registry) {
  const program = join(import.meta.dirname, "program.mjs");
  await write("package.json", '{ "private": true, "type": "module" }\n');
  await write(".npmrc", `registry=${registry}/\n`);
  await write("script.json", '["Hello!"]\n');
  await write("program.mjs", await readFile(program, "utf8"));
  await run(install);
}

function askFake(ask, url) {
  const headers = { "anthropic-version": "2023-06-01", "x-api-key": key };
  const messages = [{ role: "user", content: "Hello?" }];
  return ask(`${url}/v1/messages`, headers, { model: "any", max_tokens: 100, messages });
}

/** The program names its runtime, as an `npm` or `npx` of another Node would go unnoticed otherwise. */
function expectRuntime(runtime, printed) {
  if (!printed.startsWith(runtime.replace("-", " "))) {
    throw new Error(`The program ran on "${printed.trim()}" instead of ${runtime}.`);
  }
}

function expectEqual(actual, expected) {
  if (actual !== expected) throw new Error(`Expected "${expected}", but got "${actual}".`);
}
