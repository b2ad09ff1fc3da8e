import type { Block, CacheMark, JsonObject, MediaSource } from "../conversation/conversation.js";
import { parseDataUrl, toMediaSource } from "./data-url.js";
import { type Content, type ContentPart, type FileData, formatName } from "./types.js";

/** The blocks of a message's content. Empty and null content is no block. */
export function toBlocks(content: Content | null | undefined): readonly Block[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return (content ?? []).filter((part) => !isEmptyText(part)).map(toBlock);
}

function isEmptyText(part: ContentPart): boolean {
  return part.type === "text" && part.text === "";
}

/**
 * The members that a reader did not use, or `undefined` if there are none. A member `__proto__` is
 * dropped, so that nobody who copies the rest changes a prototype.
 */
export function restOf(value: JsonObject, used: readonly string[]): JsonObject | undefined {
  const rest = Object.entries(value).filter(
    ([name, member]) => !used.includes(name) && name !== "__proto__" && member !== undefined,
  );
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** As `restOf`, under the name that blocks and turns have for it. */
export function extraOf(value: JsonObject, used: readonly string[]): { extra?: JsonObject } {
  const extra = restOf(value, used);
  return extra ? { extra } : {};
}

/** The mark for the prompt cache: the vendor's own, or the one that other services read here. */
export function cacheOf(value: JsonObject): { cache?: CacheMark } {
  const mark = value[cacheNameOf(value)];
  return isObject(mark) ? { cache: mark as CacheMark } : {};
}

/** The member that `cacheOf` uses; where both are there, the other one is part of the rest. */
export function cacheNameOf(value: JsonObject): string {
  return isObject(value.prompt_cache_breakpoint) ? "prompt_cache_breakpoint" : "cache_control";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Marks {
  cache?: CacheMark;
  extra?: JsonObject;
}

function toBlock(part: ContentPart): Block {
  if (part.type === "text" && typeof part.text === "string") {
    return { type: "text", text: part.text, ...marksOf(part, "text") };
  }
  if (part.type === "refusal" && typeof part.refusal === "string") {
    return { type: "refusal", text: part.refusal, ...marksOf(part, "refusal") };
  }
  return toMediaBlock(part) ?? { type: "native", format: formatName, value: part };
}

function toMediaBlock(part: ContentPart): Block | undefined {
  if (part.type === "image_url" && part.image_url) {
    const { url, detail } = part.image_url;
    const marks = marksOf(part, "image_url", ["url", "detail"]);
    return { type: "image", source: toMediaSource(url), ...(detail ? { detail } : {}), ...marks };
  }
  if (part.type === "input_audio" && part.input_audio) {
    const { data, format } = part.input_audio;
    const marks = marksOf(part, "input_audio", ["data", "format"]);
    return { type: "audio", encoding: format, data, ...marks };
  }
  return part.type === "file" && part.file ? toDocument(part, part.file) : undefined;
}

function toDocument(part: ContentPart, file: FileData): Block | undefined {
  const source = toFileSource(file);
  if (!source) return undefined;
  const title = file.filename ? { title: file.filename } : {};
  const used = ["file_data", "filename", ...(source.type === "file" ? ["file_id"] : [])];
  return { type: "document", source, ...title, ...marksOf(part, "file", used) };
}

/** What is left of a part and, if its body is an object, of that body. */
function marksOf(part: ContentPart, body: string, used: readonly string[] = []): Marks {
  const inner = part[body];
  const innerRest = isObject(inner) ? restOf(inner, used) : undefined;
  const rest = restOf(part, ["type", body, cacheNameOf(part)]);
  const extra = innerRest ? { ...rest, [body]: innerRest } : rest;
  return { ...cacheOf(part), ...(extra ? { extra } : {}) };
}

function toFileSource({ file_data, file_id, filename }: FileData): MediaSource | undefined {
  if (typeof file_data === "string") {
    if (/^https?:/i.test(file_data)) return { type: "url", url: file_data };
    return parseDataUrl(file_data) ?? toBareSource(file_data, filename ?? "");
  }
  return typeof file_id === "string" ? { type: "file", fileId: file_id } : undefined;
}

/** Base64 without the `data:` prefix; only the name tells what it is. */
function toBareSource(data: string, filename: string): MediaSource {
  const mediaType = /\.pdf$/i.test(filename) ? "application/pdf" : "application/octet-stream";
  return { type: "base64", mediaType, data };
}
