import { connect } from "node:net";

const paths = { messages: "/v1/messages", "chat-completions": "/v1/chat/completions" };

/**
 * Sends a body over a connection of its own, and resolves to the status once the answer has ended; to
 * `reset` if the connection was closed without one.
 */
export function send(port, { key, caller, bytes, chunkBytes }) {
  const head = [
    `POST ${paths[caller]} HTTP/1.1`,
    "host: 127.0.0.1",
    `x-api-key: ${key}`,
    `authorization: Bearer ${key}`,
    ...(caller === "messages" ? ["anthropic-version: 2023-06-01"] : []),
    "content-type: application/json",
    "connection: close",
    chunkBytes ? "transfer-encoding: chunked" : `content-length: ${bytes.length}`,
  ];
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let start = "";
    // A refusal may come before the body was sent; `close` follows in any case.
    socket.on("error", () => undefined);
    socket.on("data", (block) => {
      if (start.length < 100) start += block.toString("latin1", 0, 100);
    });
    socket.on("close", () => resolve(/^HTTP\/1\.1 (\d+)/.exec(start)?.[1] ?? "reset"));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    socket.write(chunkBytes ? toChunks(bytes, chunkBytes) : bytes);
  });
}

/** The bytes in chunks of HTTP/1.1. */
function toChunks(bytes, size) {
  const line = Buffer.from(`${size.toString(16)}\r\n`);
  const count = Math.floor(bytes.length / size);
  const rest = bytes.subarray(count * size);
  const each = line.length + size + 2;
  const chunks = Buffer.alloc(count * each);
  for (let index = 0; index < count; index++) {
    const at = index * each;
    line.copy(chunks, at);
    bytes.copy(chunks, at + line.length, index * size, (index + 1) * size);
    chunks.write("\r\n", at + line.length + size);
  }
  const last = rest.length > 0 ? [`${rest.length.toString(16)}\r\n`, rest, "\r\n"] : [];
  return Buffer.concat([
    chunks,
    ...last.map((part) => Buffer.from(part)),
    Buffer.from("0\r\n\r\n"),
  ]);
}
