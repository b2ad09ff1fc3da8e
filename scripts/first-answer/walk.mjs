// Walks one person's way from an empty folder to the first answer, in processes of its own.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Milliseconds that a step may take. */
const timeout = 120_000;
/** Milliseconds between two attempts to reach a server. */
const pause = 5;

/**
 * Does the steps of a way one after the other, and measures each.
 * @param {{ steps: readonly { title: string, run(walk: object): Promise<unknown> }[] }} way
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<{ title: string, seconds: number }[]>}
 */
export async function walk({ steps }, environment) {
  const directory = await mkdtemp(join(tmpdir(), "diglot-first-"));
  const started = [];
  const tools = createTools(directory, environment, started);
  try {
    const measured = [];
    for (const { title, run } of steps) {
      const begun = performance.now();
      await run(tools);
      measured.push({ title, seconds: (performance.now() - begun) / 1000 });
    }
    return measured;
  } finally {
    await Promise.all(started.map(stop));
    await rm(directory, { recursive: true, force: true });
  }
}

/** What a person can do: write a file, run a command to its end, leave one running, ask. */
function createTools(directory, environment, started) {
  const open = (command, variables) => {
    const env = { ...environment, ...variables };
    return spawn(command, { cwd: directory, env, shell: true, stdio: "pipe", detached: true });
  };
  return {
    write: (name, contents) => writeFile(join(directory, name), contents),
    run: (command, variables) => toEnd(command, open(command, variables)),
    start(command, variables) {
      const child = open(command, variables);
      for (const stream of [child.stdout, child.stderr]) stream.resume();
      started.push(child);
    },
    ask,
    reach,
  };
}

/** Waits for the end of a command and gives what it has printed. */
async function toEnd(command, child) {
  const [printed, complaints] = [child.stdout, child.stderr].map((stream) => text(stream));
  child.stdin.end();
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`"${command}" has ended with ${code}:\n${await complaints}`);
  return printed;
}

/** Waits until somebody listens, then asks; whatever answers is the answer. */
function ask(url, headers, body) {
  const request = { method: "POST", headers: { "content-type": "application/json", ...headers } };
  return reach(url, { ...request, body: JSON.stringify(body) });
}

/** Sends a request until somebody listens. */
async function reach(url, request) {
  const until = performance.now() + timeout;
  for (;;) {
    try {
      const response = await fetch(url, request);
      const body = await response.text();
      if (!response.ok) throw new Error(`${url} has answered ${response.status}: ${body}`);
      return body;
    } catch (error) {
      if (error.cause?.code !== "ECONNREFUSED" || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Ends a command with all that it has started. */
async function stop(child) {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGTERM");
  await ended;
}
