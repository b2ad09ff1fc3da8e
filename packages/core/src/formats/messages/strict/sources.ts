import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import { badField, textFieldRequired, toChoiceText, toTagText } from "../validate/problem.js";
import type { ContentBlockParam, SourceParam } from "../wire/types.js";

/** The media types of a source, by the type of its block and its own type. */
const mediaTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ["image.base64", ["image/jpeg", "image/png", "image/gif", "image/webp"]],
  ["document.base64", ["application/pdf"]],
  ["document.text", ["text/plain"]],
]);

/** The most characters of one image in base64. */
const mostImageCharacters = 10 * 1024 * 1024;

/** Checks the source of an image or a document: its type, media type and size. */
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
  return block.type === "image" ? findSizeProblem(source, tagged) : undefined;
}

function findSizeProblem({ data }: SourceParam, path: FieldPath): ServiceError | undefined {
  if (typeof data !== "string" || data.length <= mostImageCharacters) return undefined;
  return badField(
    path,
    `image exceeds 10 MB maximum: ${data.length} bytes > ${mostImageCharacters} bytes`,
  );
}
