import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { createHttpServer } from "@diglot/adapter-node-http";
import { afterAll, onTestFinished } from "vitest";
import { bodyFor, type Endpoint, endpoints, headersFor } from "../../runtimes/client.js";
import { openSocket } from "../../runtimes/raw-client.js";
import { createSubject, type Subject } from "../../runtimes/servers/subject.js";

/** A caller's endpoint, and whether it asks for a stream. */
export interface Manner {
  readonly endpoint: Endpoint;
  readonly stream: boolean;
}

/** Both endpoints, streamed or not. */
export const manners: readonly Manner[] = endpoints.flatMap((endpoint) =>
  [false, true].map((stream) => ({ endpoint, stream })),
);

/** What a manner is called in a title. */
export const mannerTitle = "($endpoint, stream: $stream)";

/** A service of scripted models on a socket. */
export interface Served extends Subject {
  readonly port: number;
  /** @param milliseconds that running requests get. @default 10 */
  close(milliseconds?: number): Promise<void>;
}

/** Serves the scripted models with the server of the Node adapter. */
export async function serve(): Promise<Served> {
  const subject = createSubject();
  const server = createHttpServer(subject.service).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ...subject,
    port: (server.address() as AddressInfo).port,
    async close(milliseconds = 10) {
      await subject.service.close({ timeout: milliseconds });
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Serves them for all tests of a file. */
export async function serveFile(): Promise<Served> {
  const served = await serve();
  afterAll(() => served.close());
  return served;
}

/** A connection that ends with the test and has sent some bytes. */
export async function connectWith(port: number, bytes: string | Uint8Array = ""): Promise<Socket> {
  const socket = await openSocket(port);
  onTestFinished(() => void socket.destroy());
  socket.write(bytes);
  return socket;
}

/** What a test changes of a request that is written by hand. */
export interface RequestChange {
  readonly target?: string;
  readonly version?: "1.0" | "1.1";
  /** Lines of the head, in place of `host`. */
  readonly lines?: readonly string[];
  readonly model?: string;
  readonly prompt?: string;
  /** The length that the head declares. */
  readonly length?: (bytes: number) => number;
}

/** A request by hand, in the manner of its caller. */
export function requestText({ endpoint, stream }: Manner, change: RequestChange = {}): string {
  const { target = endpoint, version = "1.1", lines = ["host: 127.0.0.1"] } = change;
  const { model = "echo", prompt = "by hand", length = (bytes) => bytes } = change;
  const body = JSON.stringify(bodyFor(endpoint, model, prompt, stream ? { stream } : {}));
  const head = [
    `POST ${target} HTTP/${version}`,
    ...lines,
    ...Object.entries(headersFor(endpoint)).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${length(Buffer.byteLength(body))}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** Whether an answer is whole and good, in its manner. */
export function isWhole(received: string, { endpoint, stream }: Manner): boolean {
  const ends = endpoint === "/v1/messages" ? ["message_stop", "end_turn"] : ["[DONE]", '"stop"'];
  return /^HTTP\/1\.1 200 /.test(received) && received.includes(ends[stream ? 0 : 1] ?? "");
}
