import type { MediaSource } from "../../../conversation/conversation.js";
import type { JsonObject } from "../../../json/value.js";
import type { SourceParam } from "../schemas/content.js";

/** A source, and its members without a neutral field. */
export interface ParsedSource {
  readonly source: MediaSource;
  /** The members of the source that have no neutral field, under its name. */
  readonly rest: { readonly source?: JsonObject };
}

/** The source in its neutral form, or `undefined` for a type that only this wire has. */
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

/** A source with its members that have no neutral field. */
export function withRest(source: MediaSource, rest: JsonObject): ParsedSource {
  return { source, rest: Object.keys(rest).length > 0 ? { source: rest } : {} };
}
