import type { MediaSource } from "../../../conversation/conversation.js";

/**
 * Where the bytes of a URL are: in the URL itself if it is a `data:` URL, in any case and with any
 * parameters, else at the address, which is not looked at further and never fetched here.
 */
export function toMediaSource(url: string): MediaSource {
  return parseDataUrl(url) ?? { type: "url", url };
}

/** The content of a `data:` URL, or `undefined` for any other URL. */
export function parseDataUrl(url: string): MediaSource | undefined {
  const comma = url.indexOf(",");
  if (comma < 0 || !/^data:/i.test(url)) return undefined;
  const [type = "", ...parameters] = url.slice("data:".length, comma).split(";");
  const mediaType = type.trim().toLowerCase() || "text/plain";
  const data = url.slice(comma + 1);
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === "base64");
  if (isBase64) return { type: "base64", mediaType, data: toPlainBase64(data) };
  return isText(mediaType)
    ? { type: "text", mediaType, data: decodePercent(data) }
    : { type: "base64", mediaType, data: encodeBytes(data) };
}

/** Whether bytes of this media type are characters. */
function isText(mediaType: string): boolean {
  return /^text\/|[/+](xml|json)$/.test(mediaType);
}

/** The bytes that a text with percent escapes represents, as base64. */
function encodeBytes(text: string): string {
  const bytes = text
    .split(/(%[0-9a-f]{2})/i)
    .map((piece, index) => (index % 2 === 1 ? toByte(piece) : toUtf8(piece)));
  return btoa(bytes.join(""));
}

function toByte(escaped: string): string {
  return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
}

/** The bytes of a text in UTF-8, one character each. */
function toUtf8(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** White space is legal inside, and so are percent escapes. */
function toPlainBase64(data: string): string {
  const decoded = data.includes("%") ? decodePercent(data) : data;
  return /\s/.test(decoded) ? decoded.replace(/\s+/g, "") : decoded;
}

/** Malformed escapes stay unchanged. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
