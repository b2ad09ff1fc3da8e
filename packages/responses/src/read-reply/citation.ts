import type { BlockDelta, WebCitation } from "@diglot/core";
import { isObject, type JsonObject } from "@diglot/core/formats";
import { formatName } from "../wire/names.js";

/** A citation. Only those of web pages can be shown by other formats. */
export function toCitation(annotation: unknown): BlockDelta | undefined {
  if (!isObject(annotation)) return undefined;
  const web = toWebCitation(annotation);
  return { type: "citation", format: formatName, value: annotation, ...(web && { web }) };
}

function toWebCitation(annotation: JsonObject): WebCitation | undefined {
  const { type, url, title, start_index: start, end_index: end } = annotation;
  if (type !== "url_citation" || typeof url !== "string") return undefined;
  const hasRange = typeof start === "number" && typeof end === "number";
  return {
    url,
    title: typeof title === "string" ? title : url,
    ...(hasRange && { range: { start, end } }),
  };
}
