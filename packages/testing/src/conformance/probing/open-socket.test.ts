import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { openSocket } from "./open-socket.js";
import { Skipped } from "./skipped.js";

/** Frames of RFC 6455, without a mask: a text, bytes that are no text, and the end. */
const frames = { text: [0x81, 2, 0x7b, 0x7d], bytes: [0x82, 1, 0x7b], end: [0x88, 0] };

/** What a server does with an upgrade. */
type Answer = (socket: Duplex, request: IncomingMessage) => void;

/** Opens the connection and sends these bytes. */
function open(...bytes: readonly number[]): Answer {
  return (socket, { headers }) => {
    const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    const head = ["connection: upgrade", "upgrade: websocket", `sec-websocket-accept: ${accept}`];
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${head.join("\r\n")}\r\n\r\n`);
    socket.write(Uint8Array.from(bytes));
    // A client that has got the end sends its own.
    socket.once("data", () => socket.end());
  };
}

/**
 * Connects to a server that answers like this.
 * @param timeout milliseconds; short only where nothing is to come
 */
async function connect(answer: Answer, timeout = 30_000) {
  const asked: IncomingMessage[] = [];
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    asked.push(request);
    socket.on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    answer(socket, request);
  });
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/responses`;
  const headers = new Headers({ authorization: "Bearer k" });
  const socket = await openSocket({ address, headers, timeout });
  onTestFinished(() => socket.close());
  return { socket, asked };
}

it("sends the key, and brings messages in their order", async () => {
  const { socket, asked } = await connect(open(...frames.text, ...frames.text));
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer k"]);
  expect([await socket.receive(), await socket.receive()]).toEqual(["{}", "{}"]);
});

it.each([
  ["a message that is not a text", frames.bytes, "not a text"],
  ["an end before the answer", frames.end, "closed before"],
])("throws for %s", async (_what, bytes, message) => {
  const { socket } = await connect(open(...bytes));
  await expect(socket.receive()).rejects.toThrow(message);
});

it("throws for silence", async () => {
  const receiving = connect(open(), 200).then(({ socket }) => socket.receive());
  await expect(receiving).rejects.toThrow("nothing within 200 ms");
});

it("skips the check if the server opens no connection", async () => {
  const refused = connect((socket) =>
    socket.end("HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\n\r\n"),
  );
  await expect(refused).rejects.toThrow(Skipped);
});

it("throws if the server does not answer in time", async () => {
  await expect(connect(() => undefined, 200)).rejects.toThrow("nothing within 200 ms");
});

it("skips the check where a WebSocket takes no headers", async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal(
    "WebSocket",
    class {
      constructor() {
        throw new SyntaxError("invalid protocol");
      }
    },
  );
  await expect(connect(() => undefined)).rejects.toThrow("sends no key");
});
