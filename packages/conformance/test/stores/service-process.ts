import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { key } from "@diglot/test-support/key";
import { onTestFinished } from "vitest";
import type { Way } from "../upstreams/ways.js";

const gateway = resolve(import.meta.dirname, "../../../../scripts/soak/gateway.mjs");

/** What a service in a process of its own is given. */
export interface ProcessOptions {
  readonly store: "sqlite" | "postgres";
  /** A file or a schema. */
  readonly place: string;
  readonly modelUrl: string;
  /** Milliseconds. */
  readonly lease: number;
  /** The file of an outbox; absent: without one. */
  readonly outbox?: string | undefined;
}

/** A service in a process of its own. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  ask(way: Pick<Way, "caller" | "stream">): Promise<Response>;
  /** Sends a signal that ends the process, and waits until it has. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** The account that pays for all. */
export const account = "soak";
/** In dollars for a million tokens. */
export const prices = { input: 3, output: 15 };

/** Starts a service, which ends with the test at the latest. */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const reported = JSON.stringify({ ...options, key, prices });
  const child = fork(gateway, [reported], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [{ port }] = await once(child, "message");
  return {
    child,
    ask: (way) => fetch(...toRequest(port, way)),
    async end(signal) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}

function toRequest(
  port: number,
  { caller, stream }: Pick<Way, "caller" | "stream">,
): [string, RequestInit] {
  const isMessages = caller === "messages";
  const messages = [{ role: "user", content: "hi" }];
  return [
    `http://127.0.0.1:${port}/v1/${isMessages ? "messages" : "chat/completions"}`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${key}`,
        ...(isMessages && { "anthropic-version": "2023-06-01" }),
      },
      body: JSON.stringify({ model: `by-${caller}`, max_tokens: 100, stream, messages }),
    },
  ];
}
