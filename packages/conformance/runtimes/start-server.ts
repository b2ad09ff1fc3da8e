import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Runtime } from "./runtimes.js";

/** A server program that runs as a process of its own. */
export interface RunningServer {
  readonly port: number;
  readonly baseUrl: string;
  /** What it has written to its error output. */
  errorOutput(): string;
  /** Ends the process, by its id. */
  stop(): Promise<void>;
}

const startTimeout = 60_000;
const stopTimeout = 15_000;

/** Starts the server program of a runtime and waits for its port. */
export async function startServer(runtime: Runtime): Promise<RunningServer> {
  const child = spawn(runtime.binary, [...runtime.arguments], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let errorOutput = "";
  child.stderr?.on("data", (bytes) => {
    errorOutput += bytes;
  });
  if (runtime.announcesOn !== 1) child.stdout?.resume();
  const stop = () => stopProcess(child);
  try {
    const port = await readPort(child, runtime);
    return { port, baseUrl: `http://127.0.0.1:${port}`, errorOutput: () => errorOutput, stop };
  } catch (cause) {
    await stop();
    throw new Error(`${runtime.name} did not start: ${errorOutput}`, { cause });
  }
}

/** The first announced line that names a port. */
async function readPort(child: ChildProcess, { announcesOn }: Runtime): Promise<number> {
  const output = child.stdio[announcesOn] as Readable;
  const lines = createInterface({ input: output });
  const timer = setTimeout(() => lines.close(), startTimeout);
  try {
    for await (const line of lines) {
      const port = /"port":\s*(\d+)/.exec(line)?.[1];
      if (port !== undefined) return Number(port);
    }
    throw new Error("No port was announced.");
  } finally {
    clearTimeout(timer);
    output.resume();
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeout);
  child.kill("SIGTERM");
  await gone;
  clearTimeout(timer);
}
