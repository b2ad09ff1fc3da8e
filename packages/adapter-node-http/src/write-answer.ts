import type { Answer, ByteSource } from "@diglot/core";
import { type Connection, canAnswer } from "./connection.js";
import { destroyResponse } from "./destroy-response.js";
import { genericFailure } from "./generic-failure.js";
import { hasLeft } from "./node-types.js";
import { drainBeside, judgeUnreadBody, linger } from "./unread-body.js";
import { assertHead, setHead, unsetHead } from "./write-head.js";
import { cancelQuietly, sliceSize, writeSource } from "./write-source.js";

const noBytes = new Uint8Array();

/**
 * Writes an answer, or cancels its source when there is nobody to write to. Never rejects: what
 * cannot be written becomes a 500 before the head and a destroyed connection after it.
 */
export async function writeAnswer(answer: Answer, connection: Connection): Promise<void> {
  if (!canAnswer(connection)) return discard(answer);
  try {
    assertHead(answer);
    const written = writeWhole(answer, connection);
    if (written) await written;
  } catch (error) {
    discard(answer);
    await fail(error, answer, connection);
  }
}

/** Gives a promise for an answer that does not leave at once. */
function writeWhole(answer: Answer, connection: Connection): Promise<void> | undefined {
  const { request, response } = connection;
  const { body } = answer;
  setHead(response, answer);
  const unread = judgeUnreadBody(connection);
  if (unread === "close") response.setHeader("connection", "close");
  if (unread === "drain") drainBeside(connection);
  if (request.method === "HEAD") return endHead(answer, connection);
  if (isSource(body)) return writeStream(body, connection);
  return writeBytes(body ?? noBytes, connection, unread === "close");
}

/** For HEAD, Node accepts and drops every write, so a source would be drained at full speed. */
function endHead(answer: Answer, connection: Connection): undefined {
  discard(answer);
  end(connection);
}

function writeStream(source: ByteSource, connection: Connection): Promise<void> {
  return writeSource(source, connection).then((whole) => {
    if (whole) end(connection);
    else cancelQuietly(source);
  });
}

function writeBytes(
  bytes: Uint8Array,
  connection: Connection,
  closing: boolean,
): Promise<void> | undefined {
  const { response } = connection;
  if (allowsBody(response.statusCode)) response.setHeader("content-length", bytes.byteLength);
  if (closing || bytes.length > sliceSize) return writeSlowly(bytes, connection, closing);
  end(connection, bytes);
  return undefined;
}

/** Writes slice by slice, and gives a client that still sends the time to read the answer. */
async function writeSlowly(
  bytes: Uint8Array,
  connection: Connection,
  closing: boolean,
): Promise<void> {
  const { response } = connection;
  if (!(await writeSource(toSource(bytes), connection))) return;
  if (closing) await linger(connection);
  // A client that has left meanwhile would leave the timer of `end` behind.
  if (!response.destroyed) end(connection);
}

/** A source of one block. */
function toSource(bytes: Uint8Array): ByteSource {
  const blocks = [bytes];
  return { read: () => blocks.pop(), cancel: async () => {} };
}

function allowsBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** Ends the response; a client that does not take the rest in time loses its connection. */
function end(connection: Connection, bytes?: Uint8Array): void {
  const { response } = connection;
  connection.answered = true;
  // A callback given to `end` crashes compressing middleware.
  if (bytes === undefined) response.end();
  else response.end(bytes);
  if (!hasLeft(response)) limitLeaving(connection);
}

function limitLeaving({ response, settings }: Connection): void {
  const timer = setTimeout(() => destroyResponse(response), settings.writeStallTimeout);
  timer.unref();
  response.once("close", () => clearTimeout(timer));
}

async function fail(error: unknown, answer: Answer, connection: Connection): Promise<void> {
  const { response, signal, settings } = connection;
  if (signal.aborted) return;
  settings.report(error);
  if (response.headersSent || answer === genericFailure) return destroyResponse(response);
  unsetHead(response, answer);
  await writeAnswer(genericFailure, connection);
}

/** Lets go of an answer that will not be written. */
function discard({ body }: Answer): void {
  if (isSource(body)) cancelQuietly(body);
}

function isSource(body: Answer["body"]): body is ByteSource {
  return body !== undefined && !(body instanceof Uint8Array);
}
