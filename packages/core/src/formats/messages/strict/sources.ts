import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { ContentBlockParam, SourceParam } from "../schemas/content.js";
import {
  badField,
  badRequest,
  textFieldRequired,
  toChoiceText,
  toTagText,
} from "../validate/problem.js";

/** The media types of a source, by the type of its block and its own type. */
const mediaTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ["image.base64", ["image/jpeg", "image/png", "image/gif", "image/webp"]],
  ["document.base64", ["application/pdf"]],
  ["document.text", ["text/plain"]],
]);

/** The most characters of one image in base64. */
const mostImageCharacters = 10 * 1024 * 1024;

/** Any character that base64 does not have; line breaks and the alphabet of URLs are accepted. */
const beyondBase64 = /[^\w+/=\s-]/;

/** Checks the source of an image or a document: its type, media type, and the data of an image. */
export function findSourceProblem(
  block: ContentBlockParam,
  sources: readonly string[],
  path: FieldPath,
): ServiceError | undefined {
  const source = block.source as SourceParam;
  const at = [...path, "source"];
  if (!sources.includes(source.type)) return badField(at, toTagText(source.type, sources));
  const tagged = [...at, source.type];
  const allowed = mediaTypes.get(`${block.type}.${source.type}`);
  if (allowed && !allowed.includes(String(source.media_type))) {
    return badField([...tagged, "media_type"], toChoiceText(allowed));
  }
  if (source.type === "content" && source.content === undefined) {
    return badField([...tagged, "content"], textFieldRequired);
  }
  return block.type === "image" ? findImageProblem(source, tagged) : undefined;
}

function findImageProblem(source: SourceParam, path: FieldPath): ServiceError | undefined {
  if (source.type === "base64") return findDataProblem(String(source.data), path);
  if (source.type !== "url" || /^https:/i.test(String(source.url))) return undefined;
  return badRequest("Only HTTPS URLs are supported.", path.join("."));
}

function findDataProblem(data: string, path: FieldPath): ServiceError | undefined {
  if (data === "") return badField(path, "image cannot be empty");
  if (data.length > mostImageCharacters) {
    return badField(
      path,
      `image exceeds 10 MB maximum: ${data.length} bytes > ${mostImageCharacters} bytes`,
    );
  }
  return beyondBase64.test(data) ? badField(path, "invalid base64 data") : undefined;
}
