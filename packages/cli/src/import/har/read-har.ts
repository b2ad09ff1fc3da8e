import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import { isObject } from "../../json/is-object.js";
import { parseJson } from "../../json/parse-json.js";
import { pick, pickList, pickNumber, pickText } from "../../json/pick.js";
import { createNotes, type Notes, type Path } from "../report/item.js";

/** One recorded request to a model, and its answer. */
export interface RecordedCall {
  readonly path: Path;
  readonly format: UpstreamFormatName;
  /** The body of the request, as it was sent. */
  readonly body: string;
  readonly model: string;
  readonly status: number;
  readonly contentType: string;
  readonly answer: Uint8Array<ArrayBuffer>;
}

/** The calls of a recording. */
export interface ReadRecording {
  readonly notes: Notes;
  readonly calls: readonly RecordedCall[];
  /** The credentials in the headers of all requests, which must not be on the tape. */
  readonly secrets: readonly string[];
}

const endings: Readonly<Record<UpstreamFormatName, RegExp>> = {
  messages: /\/messages$/,
  "chat-completions": /\/chat\/completions$/,
  responses: /\/responses$/,
};

/** Reads the entries of a HAR recording that are requests to a model. */
export function readHar(value: unknown): ReadRecording {
  const notes = createNotes();
  const entries = pickList(value, "log", "entries");
  const calls = entries.flatMap((entry, index) => {
    const path = ["log", "entries", index];
    const call = toCall(entry, path);
    if (typeof call !== "string") return [call];
    notes.impossible(path, call);
    return [];
  });
  return { notes, calls, secrets: [...new Set(entries.flatMap(listSecrets))] };
}

/** A call, or why an entry is none. */
function toCall(entry: unknown, path: Path): RecordedCall | string {
  const format = toFormat(entry);
  if (!format) return "It is no request to Messages, Chat Completions or Responses.";
  const body = pickText(entry, "request", "postData", "text");
  const request = parseJson(body);
  if (!isObject(request)) return "Its request has no body in JSON.";
  const status = pickNumber(entry, "response", "status") ?? 0;
  if (status < 200 || status > 599) return "It has no answer.";
  const content = pick(entry, "response", "content");
  const text = pickText(content, "text");
  if (text === "") return "Its answer has no contents. Record with contents.";
  return {
    path,
    format,
    body,
    model: pickText(request, "model"),
    status,
    contentType: toContentType(entry),
    answer: Uint8Array.from(
      Buffer.from(text, pickText(content, "encoding") === "base64" ? "base64" : "utf8"),
    ),
  };
}

function toFormat(entry: unknown): UpstreamFormatName | undefined {
  const url = pickText(entry, "request", "url");
  if (pick(entry, "request", "method") !== "POST" || !URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  const names = Object.keys(endings) as UpstreamFormatName[];
  return names.find((name) => endings[name].test(pathname));
}

function toContentType(entry: unknown): string {
  const headers = pickList(entry, "response", "headers");
  const header = headers.find((one) => pickText(one, "name").toLowerCase() === "content-type");
  return (
    pickText(header, "value") ||
    pickText(entry, "response", "content", "mimeType") ||
    "application/json"
  );
}

const secretHeaders = /^(?:authorization|cookie|set-cookie|x-api-key|api-key|x-goog-api-key)$/i;

/** Short values would black out ordinary words. */
function listSecrets(entry: unknown): readonly string[] {
  const headers = pickList(entry, "request", "headers");
  return headers
    .filter((header) => secretHeaders.test(pickText(header, "name")))
    .map((header) => pickText(header, "value").replace(/^Bearer\s+/i, ""))
    .filter(({ length }) => length >= 8);
}
