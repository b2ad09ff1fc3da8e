import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { commandOf, expectDescribed } from "./output-schema.js";

/** The file of the command. */
export const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** How a command is called. */
export interface CallOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly cwd?: string | undefined;
  /** What it reads. @default nothing */
  readonly stdin?: "ignore" | "pipe" | undefined;
}

/** What a command has written, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until the test ends. */
export interface Running {
  readonly child: ChildProcess;
  /** What it has written until now. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with what it has written on standard output once that matches. */
  untilWritten(pattern: RegExp): Promise<string>;
  /** Sends a signal, and resolves with the exit code and the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>;
}

/** The variables of this process without those that the command reads. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(PORT|FORCE_COLOR|(DIGLOT|OTEL)_\w+)$/.test(name),
  ),
);

/** Starts the command. It is killed when the test ends. */
export function start(
  args: readonly string[],
  { env, cwd, stdin = "ignore" }: CallOptions = {},
): Running {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...environment, ...env },
    cwd: cwd ?? newFolder(),
    stdio: [stdin, "pipe", "pipe"],
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
  onTestFinished(() => void child.kill("SIGKILL"));
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  return {
    child,
    stdout: stdout.text,
    stderr: stderr.text,
    async untilWritten(pattern) {
      while (!pattern.test(stdout.text())) {
        await Promise.race([
          once(child.stdout, "data"),
          once(child, "close").then(() => {
            throw new Error(`It ended. ${stdout.text()}${stderr.text()}`);
          }),
        ]);
      }
      return stdout.text();
    },
    async end(signal) {
      const exit = once(child, "close");
      child.kill(signal);
      const [code, by] = await exit;
      return [code, by];
    },
  };
}

/** Runs the command to its end. Its output is held against its schema, if it is JSON. */
export async function run(args: readonly string[], options?: CallOptions): Promise<Ended> {
  const ended = await runUnchecked(args, options);
  const command = commandOf(args);
  if (command !== undefined && command !== "run" && args.includes("--json") && ended.stdout) {
    expectDescribed(command, JSON.parse(ended.stdout));
  }
  return ended;
}

/** The same for a server whose answers are not those of a gateway. */
export async function runUnchecked(args: readonly string[], options?: CallOptions): Promise<Ended> {
  const { child, stdout, stderr } = start(args, options);
  const [code] = await once(child, "close");
  return { code, stdout: stdout(), stderr: stderr() };
}

function collect(stream: NodeJS.ReadableStream) {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return { text: () => text };
}

/** An empty folder, until the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file in an empty folder, until the test ends. */
export function newFile(name: string, content: string | object): string {
  const file = join(newFolder(), name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
