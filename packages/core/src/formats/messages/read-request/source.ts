import type { JsonObject, MediaSource } from "../../../conversation/conversation.js";
import type { SourceParam } from "../wire/types.js";

/** A source, and what is left of it. */
export interface ParsedSource {
  readonly source: MediaSource;
  /** Members of the source that have no place, under its name. */
  readonly rest: { readonly source?: JsonObject };
}

/** The source in neutral words, or `undefined` for a kind that only this wire has. */
export function parseSource({ type, ...members }: SourceParam): ParsedSource | undefined {
  switch (type) {
    case "base64":
    case "text": {
      const { media_type, data, ...rest } = members;
      return withRest({ type, mediaType: String(media_type), data: String(data) }, rest);
    }
    case "url": {
      const { url, ...rest } = members;
      return withRest({ type, url: String(url) }, rest);
    }
    case "file": {
      const { file_id, ...rest } = members;
      return withRest({ type, fileId: String(file_id) }, rest);
    }
    default:
      return undefined;
  }
}

/** A source with what is left of its members. */
export function withRest(source: MediaSource, rest: JsonObject): ParsedSource {
  return { source, rest: Object.keys(rest).length > 0 ? { source: rest } : {} };
}
