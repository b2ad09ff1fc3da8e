import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { Failure } from "../../terminal/failure.js";
import { toSpawnable } from "./to-spawnable.js";

/** How shells say that a command does not exist, or may not be run. */
const exitCodes: Readonly<Record<string, number>> = { ENOENT: 127, EACCES: 126 };

/** Signals that only this process gets. */
const passedOn: readonly NodeJS.Signals[] = ["SIGTERM", "SIGHUP", "SIGUSR2"];
/** Signals that a terminal sends to the tool itself, too. */
const fromTerminal: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT", "SIGWINCH"];

/**
 * Runs a command on this process's terminal until it ends, whatever signals come, and returns the exit
 * code as shells do: 128 and its number for a signal.
 * @throws Failure if it cannot be started, with the exit code 127 or 126
 */
export async function runTool(call: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { file, args, isVerbatim } = toSpawnable(call, {
    platform: process.platform,
    environment: env,
    isFile: existsSync,
  });
  const tool = spawn(file, args, { env, stdio: "inherit", windowsVerbatimArguments: isVerbatim });
  const stop = passSignals(tool);
  try {
    const [code, signal] = (await once(tool, "exit")) as [number | null, NodeJS.Signals | null];
    return signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  } catch (error) {
    throw toFailure(call[0], error);
  } finally {
    stop();
  }
}

/** Passes this process's signals on to the tool, each once. Returns a function that stops it. */
function passSignals(tool: ChildProcess): () => void {
  const isOnTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  const pass = (signal: NodeJS.Signals) => {
    if (!isOnTerminal || !fromTerminal.includes(signal)) tool.kill(signal);
  };
  const signals = [...passedOn, ...fromTerminal];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.removeListener(signal, pass);
  };
}

function toFailure(command = "", cause: unknown): unknown {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const exitCode = exitCodes[code];
  if (exitCode === undefined) return cause;
  const words = code === "ENOENT" ? "was not found" : "may not be run by this user";
  return new Failure(`The command ${JSON.stringify(command)} ${words}.`, {
    cause,
    exitCode,
    hint: "Install it, or give its path. A tool of npm can be started with npx: diglot run -- npx <package>.",
  });
}
