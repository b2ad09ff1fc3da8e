import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** Another process, which answers one request after the other. */
export interface Child {
  /** @throws if it fails, ends, or does not answer in time */
  ask<T>(call: string, input?: unknown): Promise<T>;
  stop(): Promise<void>;
}

/** What a child may be started with. */
export interface ChildOptions {
  readonly args?: readonly string[] | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly execArgv?: readonly string[] | undefined;
}

/** What a child sends back. */
type Reply = { readonly id: number } & (
  | { readonly value: unknown; readonly error?: undefined }
  | { readonly error: string }
);

/** Milliseconds that a child may take for one answer. */
const patience = 60_000;

const running = new Set<ChildProcess>();

process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a module of this package in a process of its own. It ends with this one. */
export function startChild(module: string, options: ChildOptions = {}): Child {
  const child = fork(module, [...(options.args ?? [])], {
    env: { ...process.env, ...options.environment },
    execArgv: [...(options.execArgv ?? [])],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let nextId = 0;
  return {
    async ask<T>(call: string, input?: unknown) {
      const id = nextId++;
      const reply = await receive(child, id, () => child.send({ id, call, input }));
      if (reply.error !== undefined) throw new Error(`${call}: ${reply.error}`);
      return reply.value as T;
    },
    async stop() {
      if (!running.has(child)) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

function receive(child: ChildProcess, id: number, send: () => void): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      end();
    };
    const onMessage = (reply: Reply) => reply.id === id && finish(() => resolve(reply));
    const onExit = () => finish(() => reject(new Error("A process of the measurement has ended.")));
    const onTimeout = () => finish(() => reject(new Error("A process did not answer in time.")));
    const timer = setTimeout(onTimeout, patience);
    child.on("message", onMessage);
    child.on("exit", onExit);
    send();
  });
}

/** Answers the requests of the process that has started this one. */
export function answerParent(calls: Readonly<Record<string, (input: never) => unknown>>): void {
  process.on("message", async ({ id, call, input }: { id: number; call: string; input: never }) => {
    try {
      process.send?.({ id, value: await calls[call]?.(input) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? "") : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
}
