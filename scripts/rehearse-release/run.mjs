// Commands of the rehearsal, and the lines that it prints.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/**
 * Runs a step and prints its time.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(title, action) {
  const begun = performance.now();
  const result = await action();
  printStep(title, (performance.now() - begun) / 1000);
  return result;
}

/**
 * @param {string} title
 * @param {number} seconds
 */
export function printStep(title, seconds) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${title}`);
}

/**
 * Runs a command to its end, and throws its output if it fails.
 * @param {string} command
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function run(command, cwd, env = process.env) {
  const child = spawn(command, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const printed = await Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await ended;
  if (code !== 0) throw new Error(`"${command}" ended with ${code}:\n${printed.join("\n")}`);
  return printed[0];
}
