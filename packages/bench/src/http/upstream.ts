// An upstream that answers canned bytes, on bare sockets so that it costs little.
import { createServer, type Socket } from "node:net";
import { answerParent } from "../shared/children.ts";
import { type Format, streamReply, wholeReply } from "../shared/formats.ts";
import { listen } from "../shared/listen.ts";
import { MessageReader } from "./message-reader.ts";

/**
 * How the upstream answers: whole, in large blocks, one delta per write, or a delta now and then. A delta is
 * always an HTTP chunk of its own.
 */
export interface UpstreamAnswer {
  readonly format: Format;
  readonly form: "json" | "blocks" | "deltas" | "slow";
  readonly deltas: number;
}

/** Bytes of a large block. */
const blockSize = 60_000;
/** Milliseconds between two deltas of a slow stream. */
const slowness = 500;
const encode = (text: string) => Buffer.from(text);
const streamHead = encode(
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
);
const streamEnd = encode("0\r\n\r\n");

let answer = (_: Socket): void => undefined;
let open = 0;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  const reader = new MessageReader(() => answer(socket));
  socket.on("data", (bytes) => reader.push(bytes));
});

answerParent({
  start: () => listen(server),
  configure: (wanted: UpstreamAnswer) => {
    answer = answersOf(wanted);
  },
  /** Streams that are still being written. */
  open: () => open,
});

function answersOf({ format, form, deltas }: UpstreamAnswer): (socket: Socket) => void {
  if (form === "json") {
    const body = wholeReply(format);
    const type = "content-type: application/json";
    const length = `content-length: ${Buffer.byteLength(body)}`;
    const bytes = encode(`HTTP/1.1 200 OK\r\n${type}\r\n${length}\r\n\r\n${body}`);
    return (socket) => socket.write(bytes);
  }
  const stream = streamReply(format, deltas);
  const texts = [stream.head, ...stream.deltas, stream.tail];
  const chunks = texts.map((text) => toChunk(encode(text)));
  if (form === "blocks") {
    const blocks = toBlocks([streamHead, ...chunks, streamEnd]);
    return (socket) => {
      for (const block of blocks) socket.write(block);
    };
  }
  return (socket) => writeOneByOne(socket, chunks, form === "slow" ? slowness : 0);
}

/** Joins neighbours until a block is large. */
function toBlocks(parts: readonly Buffer[]): readonly Buffer[] {
  const blocks: Buffer[] = [];
  let group: Buffer[] = [];
  let size = 0;
  for (const part of parts) {
    group.push(part);
    size += part.length;
    if (size < blockSize) continue;
    blocks.push(Buffer.concat(group));
    [group, size] = [[], 0];
  }
  return [...blocks, Buffer.concat(group)];
}

function toChunk(bytes: Buffer): Buffer {
  return Buffer.concat([encode(`${bytes.length.toString(16)}\r\n`), bytes, encode("\r\n")]);
}

/** One write in each turn of the event loop, or after so many milliseconds. */
function writeOneByOne(socket: Socket, writes: readonly Buffer[], delay: number): void {
  let index = 0;
  open += 1;
  socket.write(streamHead);
  const next = () => {
    const bytes = writes[index++];
    if (!bytes || socket.destroyed) {
      open -= 1;
      if (!socket.destroyed) socket.write(streamEnd);
    } else {
      const ready = socket.write(bytes);
      if (delay > 0) setTimeout(next, delay);
      else if (ready) setImmediate(next);
      else waitForRoom(socket, next);
    }
  };
  next();
}

function waitForRoom(socket: Socket, next: () => void): void {
  const go = () => {
    socket.off("drain", go);
    socket.off("close", go);
    next();
  };
  socket.on("drain", go);
  socket.on("close", go);
}
