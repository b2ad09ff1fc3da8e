// Asks a server over bare sockets, so that it costs little.
import { connect, type Socket } from "node:net";
import { answerParent } from "../shared/children.ts";
import { callerHeaders } from "../shared/exchange.ts";
import { MessageReader } from "./message-reader.ts";

/** What is asked, and for how long. */
export interface Load {
  readonly port: number;
  readonly path: string;
  readonly body: string;
  /** Headers beside the usual ones. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Requests that run at once. */
  readonly concurrency: number;
  readonly milliseconds: number;
  /** Answers that it waits for, even if they take up to ten times as long. @default 0 */
  readonly atLeast?: number | undefined;
  /** What the end of each complete answer contains. */
  readonly ending: string;
}

/** What came of it. */
export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  /** Milliseconds in which half of the requests were answered. */
  readonly median: number;
}

let held: Socket[] = [];

answerParent({
  async run(load: Load): Promise<LoadResult> {
    const begun = performance.now();
    const times: number[] = [];
    let failures = 0;
    const bytes = toRequest(load);
    const goesOn = () => {
      const share = (performance.now() - begun) / load.milliseconds;
      return share < 1 || (share < 10 && times.length < (load.atLeast ?? 0));
    };
    const ask = () => askWhile(goesOn, load, bytes, times, () => (failures += 1));
    await Promise.all(Array.from({ length: load.concurrency }, ask));
    const sorted = times.toSorted((one, other) => one - other);
    return { requests: times.length, failures, median: sorted[sorted.length >> 1] ?? Number.NaN };
  },
  /** Opens streams and keeps them open until `leave`. */
  async hold(load: Load): Promise<void> {
    const bytes = toRequest(load);
    for (let index = 0; index < load.concurrency; index++) {
      const socket = connect(load.port, "127.0.0.1");
      socket.on("error", () => socket.destroy());
      socket.on("data", () => undefined);
      socket.write(bytes);
      held.push(socket);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  },
  leave(): void {
    for (const socket of held) socket.destroy();
    held = [];
  },
});

function toRequest({ path, body, headers: more }: Load): Buffer {
  const headers = {
    host: "127.0.0.1",
    ...callerHeaders,
    ...more,
    "content-length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** One caller, who asks again as soon as there is an answer. */
function askWhile(
  goesOn: () => boolean,
  { port, ending }: Load,
  request: Buffer,
  times: number[],
  fail: () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let begun = performance.now();
    const reader = new MessageReader(({ line, tail }) => {
      times.push(performance.now() - begun);
      if (!line.includes(" 200") || !tail.includes(ending)) fail();
      begun = performance.now();
      if (goesOn()) socket.write(request);
      else socket.end();
    });
    socket.on("data", (bytes) => reader.push(bytes));
    socket.on("error", fail);
    socket.on("close", () => resolve());
    socket.write(request);
  });
}
