// Runs commands one after the other, each in a terminal of its own, and keeps what they print.
import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * @typedef {object} Command
 * @property {string} command what is typed; it may have several lines
 * @property {RegExp} [ready] makes it a server that runs until the session ends; the next command
 *   is typed when the output matches
 *
 * @typedef {object} SessionOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {number} columns of the terminal
 * @property {ReadonlyMap<string, string>} shown texts of this run, and what is shown and typed instead
 */

/** How long a command may take, or a server to become ready, in milliseconds. */
const timeout = 120_000;

/**
 * What each command has printed, with its escape sequences. All have ended when it resolves.
 *
 * @param {readonly Command[]} commands
 * @param {SessionOptions} options
 * @returns {Promise<readonly string[]>}
 */
export async function runSession(commands, options) {
  /** @type {import("node:child_process").ChildProcess[]} */
  const servers = [];
  const outputs = [];
  try {
    for (const { command, ready } of commands) {
      const child = start(command, options);
      if (ready) servers.push(child);
      outputs.push(toShown(await read(child, ready), options.shown));
    }
  } finally {
    await Promise.all(servers.map(stop));
  }
  return outputs;
}

/** @param {string} command @param {SessionOptions} options */
function start(command, { cwd, env, columns, shown }) {
  const run = [...shown].reduce(
    (text, [own, other]) => (other ? text.replaceAll(other, own) : text),
    command,
  );
  const inTerminal = `stty cols ${columns} rows 50; ${run}`;
  const stdio = /** @type {const} */ (["ignore", "pipe", "ignore"]);
  return spawn("script", ["-qefc", inTerminal, "/dev/null"], { cwd, env, stdio, detached: true });
}

/**
 * What a process prints until it ends, or until the text matches.
 *
 * @param {import("node:child_process").ChildProcess} child @param {RegExp} [ready]
 * @returns {Promise<string>}
 */
function read(child, ready) {
  let text = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      void stop(child);
      reject(new Error(`A command takes too long. It has printed: ${text}`));
    }, timeout);
    const settle = () => {
      clearTimeout(timer);
      resolve(text);
    };
    child.once("error", reject);
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (ready?.test(text)) settle();
    });
    child.once("close", (code) => {
      if (code === 0 && !ready) return settle();
      clearTimeout(timer);
      reject(new Error(`A command ended with ${code}. It has printed: ${text}`));
    });
  });
}

/** Ends a command and all that it has started. @param {import("node:child_process").ChildProcess} child */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  process.kill(-child.pid, "SIGTERM");
  await ended;
}

/** @param {string} text @param {ReadonlyMap<string, string>} shown */
function toShown(text, shown) {
  return [...shown].reduce((result, [own, other]) => result.replaceAll(own, other), text);
}
