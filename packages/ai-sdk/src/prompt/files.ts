import type { LanguageModelV4FilePart } from "@ai-sdk/provider";
import type { MediaSource } from "@diglot/core";
import type { UrlPatterns } from "../frameworks.js";
import type { PromptContext } from "./context.js";

type FileData = LanguageModelV4FilePart["data"];
type Inline = Extract<MediaSource, { readonly type: "base64" | "text" | "url" }>;

/** The data of a file. Where it is written plainly, it has the type that the older specification wants. */
export function toFileData(source: Inline, { fileData }: PromptContext): FileData {
  return fileData === "tagged" ? toTagged(source) : (toPlain(source) as unknown as FileData);
}

function toTagged(source: Inline): FileData {
  if (source.type === "url") return { type: "url", url: new URL(source.url) };
  return source.type === "text"
    ? { type: "text", text: source.data }
    : { type: "data", data: source.data };
}

function toPlain(source: Inline): URL | Uint8Array | string {
  if (source.type === "url") return new URL(source.url);
  return source.type === "text" ? new TextEncoder().encode(source.data) : source.data;
}

/**
 * Whether a model reads a URL itself. The service fetches none on behalf of a caller, who could make it
 * read what only this network can reach.
 * @param mediaType of what is behind the URL, such as `image/*`
 * @param patterns what the model says; absent: somebody else sees to it
 */
export function readsUrl(
  url: string,
  mediaType: string,
  patterns: UrlPatterns | undefined,
): boolean {
  if (!URL.canParse(url)) return false;
  if (!patterns) return true;
  const [kind = ""] = mediaType.split("/");
  return Object.entries(patterns)
    .filter(([type]) => ["*", "*/*", kind, `${kind}/*`, mediaType].includes(type))
    .some(([, expressions]) =>
      expressions.some((expression) => expression.test(url.toLowerCase())),
    );
}
