import type { Block, MediaSource } from "@diglot/core";
import { cacheNameOf, cacheOf, parseDataUrl, restOf, toMediaSource } from "@diglot/core/formats";
import type { Content, Part } from "../schemas/parts.js";
import { formatName } from "../wire/names.js";

/** The blocks of a message, or of what a tool has answered. An empty text is no block. */
export function parseContent(content: Content, at: string): readonly Block[] {
  if (typeof content === "string")
    return content === "" ? [] : [{ type: "text", text: content, at }];
  return content.flatMap((part, index) => toBlock(part, `${at}/${index}`));
}

function toBlock(part: Part, at: string): readonly Block[] {
  const around = (...used: string[]) => surround(part, used, at);
  switch (part.type) {
    case "input_text":
    case "output_text":
      if (part.text === "" && !cacheNameOf(part)) return [];
      return [{ type: "text", text: part.text ?? "", ...around("text") }];
    case "refusal":
      return [{ type: "refusal", text: part.refusal ?? "", ...around("refusal") }];
    case "input_image":
      return [toImage(part, at)];
    case "input_file":
      return [toDocument(part, at)];
    case "input_audio": {
      const { data = "", format = "" } = part.input_audio ?? {};
      return [{ type: "audio", encoding: format, data, ...around("input_audio") }];
    }
    default:
      return [toNative(part, at)];
  }
}

function toNative(value: Part, at: string): Block {
  return { type: "native", format: formatName, value, at };
}

function toImage(part: Part, at: string): Block {
  const { image_url: url, file_id: fileId, detail } = part;
  const source: MediaSource | undefined =
    url != null ? toMediaSource(url) : fileId != null ? { type: "file", fileId } : undefined;
  if (!source) return toNative(part, at);
  const places = { source: url != null ? "image_url" : "file_id" };
  return {
    type: "image",
    source,
    ...(detail ? { detail } : {}),
    ...surround(part, ["detail", places.source], at, places),
  };
}

function toDocument(part: Part, at: string): Block {
  const found = toFile(part);
  if (!found) return toNative(part, at);
  const title = part.filename ? { title: part.filename } : {};
  const places = { source: found.member, title: "filename" };
  const around = surround(part, ["filename", found.member], at, places);
  return { type: "document", source: found.source, ...title, ...around };
}

/** Where the bytes of a file are; the data comes first, as clients send a name beside it. */
function toFile(part: Part): { source: MediaSource; member: string } | undefined {
  const { file_data: data, file_url: url, file_id: fileId, filename } = part;
  if (data != null) {
    const mediaType = /\.pdf$/i.test(filename ?? "")
      ? "application/pdf"
      : "application/octet-stream";
    const source = parseDataUrl(data) ?? ({ type: "base64", mediaType, data } as const);
    return { source, member: "file_data" };
  }
  if (url != null) return { source: { type: "url", url }, member: "file_url" };
  return fileId != null ? { source: { type: "file", fileId }, member: "file_id" } : undefined;
}

/** The place of a part, its cache control, and its unread members. */
function surround(
  part: Part,
  used: readonly string[],
  at: string,
  places?: Readonly<Record<string, string>>,
) {
  const cacheName = cacheNameOf(part);
  const extra = restOf(part, ["type", ...used, ...(cacheName ? [cacheName] : [])]);
  const all = cacheName ? { ...places, cache: cacheName } : places;
  return { at, ...(all && { places: all }), ...cacheOf(part), ...(extra && { extra }) };
}
