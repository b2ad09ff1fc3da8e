import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { bodyFor, type Endpoint, headersFor } from "./client.js";

/** The bytes of a POST with a body of known length. */
export function postText(endpoint: string, headers: Record<string, string>, body: string): string {
  return headText("POST", endpoint, {
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  }).concat(body);
}

/** The head of a request. */
export function headText(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}\r\n`;
}

/** A good request to a scripted model, as bytes. */
export function askText(
  endpoint: Endpoint,
  model: string,
  prompt: string,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const body = JSON.stringify(bodyFor(endpoint, model, prompt, more));
  return postText(endpoint, headersFor(endpoint), body);
}

/** A connection that sends and reads only what the check says, when it says so. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const readTimeout = 30_000;

/**
 * Everything that comes until the server closes, or until what came fulfils a condition; the
 * socket reads nothing further then. Gives up after half a minute with what has come.
 */
export async function readUntil(
  socket: Socket,
  enough: (received: string) => boolean = () => false,
): Promise<string> {
  const blocks: Buffer[] = [];
  return new Promise((resolve) => {
    const text = () => Buffer.concat(blocks).toString();
    const finish = () => {
      clearTimeout(timer);
      socket.off("data", take);
      socket.off("close", finish);
      socket.pause();
      resolve(text());
    };
    const take = (block: Buffer) => {
      blocks.push(block);
      if (enough(text())) finish();
    };
    const timer = setTimeout(finish, readTimeout);
    socket.on("data", take);
    socket.once("close", finish);
    socket.resume();
  });
}

/** Whether a JSON answer of known length is there as a whole. */
export function isWholeAnswer(received: string): boolean {
  const [head, ...rest] = received.split("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(head ?? "")?.[1];
  return length !== undefined && Buffer.byteLength(rest.join("\r\n\r\n")) >= Number(length);
}

/** The status of an answer. */
export function statusOf(received: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);
}
