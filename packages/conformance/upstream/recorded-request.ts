/** A request as the upstream has received it. */
export interface RecordedRequest {
  readonly method: string;
  /** The target of the request line, with its query. */
  readonly path: string;
  /** Names in lower case, in the order of the wire; a repeated header is there several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The value of the header's first line. */
  header(name: string): string | undefined;
  /** The body as it came. */
  readonly bytes: Uint8Array;
  readonly text: string;
  /** What the body parses to; `undefined` if it is not JSON. */
  readonly body: unknown;
  /** Which connection of this upstream it came over, counted from 0. */
  readonly connection: number;
  /** When the last byte of it came, on the clock of `performance.now()`. */
  readonly arrivedAt: number;
  /** When the peer left before the answer was over; `undefined` if it did not. */
  readonly leftAt: number | undefined;
}

/** What can be read of the bytes that have come so far. */
export interface TakenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: RecordedRequest["headers"];
  readonly bytes: Uint8Array;
  /** The bytes that follow the request. */
  readonly rest: Buffer;
}

const endOfHead = "\r\n\r\n";

/**
 * Takes the first request off the bytes of a connection; `undefined` while it is not whole.
 * Knows bodies with a length and in chunks, as HTTP clients send them.
 */
export function takeRequest(received: Buffer): TakenRequest | undefined {
  const headLength = received.indexOf(endOfHead);
  if (headLength === -1) return undefined;
  const [requestLine = "", ...lines] = received.toString("latin1", 0, headLength).split("\r\n");
  const [method = "", path = ""] = requestLine.split(" ");
  const headers = lines.map(toHeader);
  const taken = takeBody(headers, received.subarray(headLength + endOfHead.length));
  return taken && { method, path, headers, ...taken };
}

function toHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** The value of the first header of that name. */
export function findHeader(headers: RecordedRequest["headers"], name: string): string | undefined {
  return headers.find(([known]) => known === name)?.[1];
}

type TakenBody = Pick<TakenRequest, "bytes" | "rest">;

function takeBody(headers: RecordedRequest["headers"], body: Buffer): TakenBody | undefined {
  if (findHeader(headers, "transfer-encoding") === "chunked") return takeChunks(body);
  const length = Number(findHeader(headers, "content-length") ?? 0);
  if (body.length < length) return undefined;
  return { bytes: body.subarray(0, length), rest: body.subarray(length) };
}

function takeChunks(body: Buffer): TakenBody | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (body.length < end + 2) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), rest: body.subarray(end + 2) };
    chunks.push(body.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

/** The value of a JSON text; `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
