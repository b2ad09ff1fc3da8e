import type { Block, MediaSource, Placed, TextBlock } from "../../../conversation/conversation.js";
import { isObject, type JsonObject, toObject } from "../../../json/value.js";
import type { Content, ContentPart } from "../schemas/content.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import { formatName } from "../wire/names.js";
import { parseDataUrl, toMediaSource } from "./data-url.js";
import { below, type Scope } from "./scope.js";

/** The blocks of a message's content. Empty and null content is not a block, unless it carries cache control. */
export function parseContent(content: Content | null | undefined, scope: Scope): readonly Block[] {
  if (typeof content === "string") {
    return content === "" ? [] : [{ type: "text", text: content, at: scope.at }];
  }
  return (content ?? []).flatMap((part, index) =>
    isEmptyText(part) ? [] : toBlock(part, below(scope, index)),
  );
}

function isEmptyText(part: ContentPart): boolean {
  return part.type === "text" && part.text === "" && cacheNameOf(part) === undefined;
}

/**
 * The members that a reader did not use, or `undefined` if there are none. A member `__proto__` is
 * dropped, so that copying the rest cannot change a prototype.
 */
export function restOf(value: JsonObject, used: readonly string[]): JsonObject | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    if (used.includes(name) || name === "__proto__" || value[name] === undefined) continue;
    rest ??= {};
    rest[name] = value[name];
  }
  return rest;
}

/** As `restOf`, under the name that blocks and turns use. */
export function extraOf(value: JsonObject, used: readonly string[]): { extra?: JsonObject } {
  const extra = restOf(value, used);
  return extra ? { extra } : {};
}

/** What every block has besides its content. */
type Surroundings = Pick<TextBlock, "at" | "places" | "cache" | "extra">;

function toBlock(part: ContentPart, scope: Scope): Block {
  if (part.type === "text" && typeof part.text === "string") {
    return { type: "text", text: part.text, ...surround(part, scope, "text") };
  }
  if (part.type === "refusal" && typeof part.refusal === "string") {
    return { type: "refusal", text: part.refusal, ...surround(part, scope, "refusal") };
  }
  const native = { type: "native", format: formatName, value: part, at: scope.at } as const;
  return toMediaBlock(part, scope) ?? native;
}

/** The parts of roles that only other services know are not validated, so they may be anything. */
function toMediaBlock(part: ContentPart, scope: Scope): Block | undefined {
  switch (part.type) {
    case "image_url":
      return toImage(part, scope);
    case "input_audio":
      return toAudio(part, scope);
    case "file":
      return toDocument(part, toObject(part.file), scope);
    default:
      return undefined;
  }
}

function toImage(part: ContentPart, scope: Scope): Block | undefined {
  const { url, detail } = toObject(part.image_url);
  if (typeof url !== "string") return undefined;
  const around = surround(part, scope, "image_url", ["url", "detail"]);
  const fineness = typeof detail === "string" && detail !== "" ? { detail } : {};
  return { type: "image", source: toMediaSource(url), ...fineness, ...around };
}

function toAudio(part: ContentPart, scope: Scope): Block | undefined {
  const { data, format } = toObject(part.input_audio);
  if (typeof data !== "string" || typeof format !== "string") return undefined;
  const around = surround(part, scope, "input_audio", ["data", "format"]);
  return { type: "audio", encoding: format, data, ...around };
}

function toDocument(part: ContentPart, file: JsonObject, scope: Scope): Block | undefined {
  const name = typeof file.filename === "string" ? file.filename : "";
  const source = toFileSource(file, name);
  if (!source) return undefined;
  const title = name === "" ? {} : { title: name };
  const used = ["file_data", "filename", ...(source.type === "file" ? ["file_id"] : [])];
  return { type: "document", source, ...title, ...surround(part, scope, "file", used) };
}

/** Neutral names of members that are nested in a part, by its type. */
const deeper: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ["image_url", { source: "image_url/url", detail: "image_url/detail" }],
  ["input_audio", { encoding: "input_audio/format", data: "input_audio/data" }],
  ["file", { source: "file", title: "file/filename" }],
]);

/** The place of a part, its cache control, and the unread members of it and of its body, if that is an object. */
function surround(
  part: ContentPart,
  scope: Scope,
  body: string,
  used: readonly string[] = [],
): Surroundings {
  const cacheControl = cacheNameOf(part);
  const inner = part[body];
  const innerRest = isObject(inner) ? restOf(inner, used) : undefined;
  const rest = restOf(part, ["type", body, ...(cacheControl ? [cacheControl] : [])]);
  const extra = innerRest ? { ...rest, [body]: innerRest } : rest;
  const places = withCachePlace(deeper.get(body), cacheControl);
  return {
    at: scope.at,
    ...(places && { places }),
    ...cacheOf(part, scope),
    ...(extra && { extra }),
  };
}

/** Places with that of a cache control, if there is one. @param name the member that holds it */
export function withCachePlace<Places extends NonNullable<Placed["places"]> | undefined>(
  places: Places,
  name: string | undefined,
): Places | Readonly<Record<string, string>> {
  return name === undefined ? places : { ...places, cache: name };
}

function toFileSource({ file_data, file_id }: JsonObject, name: string): MediaSource | undefined {
  if (typeof file_data === "string") {
    if (/^https?:/i.test(file_data)) return { type: "url", url: file_data };
    return parseDataUrl(file_data) ?? toBareSource(file_data, name);
  }
  return typeof file_id === "string" ? { type: "file", fileId: file_id } : undefined;
}

/** Base64 without the `data:` prefix; only the file name shows its type. */
function toBareSource(data: string, filename: string): MediaSource {
  const mediaType = /\.pdf$/i.test(filename) ? "application/pdf" : "application/octet-stream";
  return { type: "base64", mediaType, data };
}
