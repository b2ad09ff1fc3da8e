import { validHead } from "../grammar.js";
import { invalidResponse } from "./errors.js";

/** How a body ends: after so many bytes, with its last chunk, or with the connection. */
export type Framing = number | "chunked" | "close";

/** The head of an answer. */
export interface ReplyHead {
  readonly status: number;
  /** By name in lower case; repeated headers are joined with ", ". */
  readonly headers: ReadonlyMap<string, string>;
  readonly framing: Framing;
  /** Whether the upstream keeps the connection open after the answer. */
  readonly keepsConnection: boolean;
}

/**
 * Reads a head.
 * @param text without the empty line at its end
 * @throws Error with the code of an invalid response
 */
export function readHead(text: string): ReplyHead {
  if (!validHead.test(text)) throw invalidResponse("INVALID_HEAD");
  const lines = text.split("\r\n");
  const [first = ""] = lines;
  const status = Number(first.slice(9, 12));
  const headers = readHeaders(lines);
  return {
    status,
    headers,
    framing: findFraming(status, headers),
    keepsConnection: keepsConnection(first, headers),
  };
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}

/** Two lengths, or a length beside chunks, may be an attempt to smuggle a second answer in. */
function findFraming(status: number, headers: ReadonlyMap<string, string>): Framing {
  if (status < 200 || status === 204 || status === 304) return 0;
  const coding = headers.get("transfer-encoding");
  const length = headers.get("content-length");
  if (coding !== undefined) {
    if (length !== undefined) throw invalidResponse("UNEXPECTED_CONTENT_LENGTH");
    if (coding.toLowerCase() !== "chunked") throw invalidResponse("INVALID_TRANSFER_ENCODING");
    return "chunked";
  }
  if (length === undefined) return "close";
  if (!/^\d{1,15}$/.test(length)) throw invalidResponse("INVALID_CONTENT_LENGTH");
  return Number(length);
}

function keepsConnection(first: string, headers: ReadonlyMap<string, string>): boolean {
  const connection = headers.get("connection")?.toLowerCase() ?? "";
  return first.startsWith("HTTP/1.1")
    ? !/\bclose\b/.test(connection)
    : /\bkeep-alive\b/.test(connection);
}
