import type { MediaSource } from "../conversation/conversation.js";

/**
 * Where the bytes of a URL are: in the URL itself if it is a `data:` URL, in any case and with any
 * parameters, else at the address, which is not looked at further and never fetched here.
 */
export function toMediaSource(url: string): MediaSource {
  return parseDataUrl(url) ?? { type: "url", url };
}

/** The content of a `data:` URL, or `undefined` for anything that is none. */
export function parseDataUrl(url: string): MediaSource | undefined {
  const comma = url.indexOf(",");
  if (comma < 0 || !/^data:/i.test(url)) return undefined;
  const [type = "", ...parameters] = url.slice("data:".length, comma).split(";");
  const mediaType = type.trim().toLowerCase() || "text/plain";
  const data = url.slice(comma + 1);
  const isBase64 = parameters.some((parameter) => parameter.trim().toLowerCase() === "base64");
  return isBase64
    ? { type: "base64", mediaType, data: toPlainBase64(data) }
    : { type: "text", mediaType, data: decodePercent(data) };
}

/** White space is legal inside, and so are percent escapes. */
function toPlainBase64(data: string): string {
  const decoded = data.includes("%") ? decodePercent(data) : data;
  return /\s/.test(decoded) ? decoded.replace(/\s+/g, "") : decoded;
}

/** Malformed escapes stay as they are. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
