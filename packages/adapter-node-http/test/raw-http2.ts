import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "vitest";

/** The types of frames that tests name, by their numbers. */
const types = new Map([
  [0, "data"],
  [1, "headers"],
  [3, "reset"],
] as const);

/** A frame that the server has sent on a stream. */
export interface Frame {
  readonly type: "data" | "headers" | "reset" | "other";
  readonly stream: number;
  readonly endsStream: boolean;
  /** The error code of a reset. */
  readonly code: number | undefined;
}

/** A client that shows the frames of a session, which no client library does. */
export interface RawSession {
  readonly frames: readonly Frame[];
  /** Begins a request with a body that never ends. */
  begin(stream: number, headers: Readonly<Record<string, string>>): void;
  /** Sends bytes of a body. */
  send(stream: number, size: number): void;
  pause(): void;
  resume(): void;
}

/** Opens a session without limits of flow for what the server sends. */
export async function rawSession(port: number): Promise<RawSession> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const frames: Frame[] = [];
  let rest: Buffer = Buffer.alloc(0);
  socket.on("data", (block) => {
    rest = Buffer.concat([rest, block]);
    for (let size = sizeOf(rest); rest.length >= size; size = sizeOf(rest)) {
      frames.push(toFrame(rest));
      rest = rest.subarray(size);
    }
  });
  const window = Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff]);
  const increment = Buffer.from([0x7f, 0, 0, 0]);
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(Buffer.concat([frameOf(4, 0, window), frameOf(8, 0, increment)]));
  return {
    frames,
    begin: (stream, headers) =>
      socket.write(frameOf(1, stream, encode({ ...origin, ...headers }), 4)),
    send: (stream, size) => socket.write(frameOf(0, stream, Buffer.alloc(size, " "))),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
  };
}

/** What every request has; names that begin with a colon come first. */
const origin = { ":scheme": "http", ":authority": "host.test" };

const headSize = 9;

function sizeOf(bytes: Buffer): number {
  return bytes.length < headSize ? headSize : headSize + bytes.readUIntBE(0, 3);
}

function toFrame(bytes: Buffer): Frame {
  const type = types.get(bytes[3] as 0 | 1 | 3) ?? "other";
  return {
    type,
    stream: bytes.readUInt32BE(5),
    endsStream: (type === "data" || type === "headers") && ((bytes[4] ?? 0) & 1) === 1,
    code: type === "reset" ? bytes.readUInt32BE(headSize) : undefined,
  };
}

function frameOf(type: number, stream: number, payload: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(headSize);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Headers as literals, without Huffman's code and without an index. */
function encode(headers: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );
}
