import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** A POST as it stands on the wire: its target and headers are sent unchanged. */
export interface RawRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends one request over a connection of its own and reads its answer to the end. */
export async function rawRequest(
  port: number,
  { path, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${Buffer.byteLength(body)}`;
  const head = [`POST ${path} HTTP/1.1`, ...lines, length, "connection: close", "", ""];
  socket.write(head.join("\r\n") + body);
  const received = await text(socket);
  const [answerHead = "", ...rest] = received.split("\r\n\r\n");
  return { status: Number(received.slice(9, 12)), head: answerHead, body: rest.join("\r\n\r\n") };
}
