import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { ContentBlockParam } from "../schemas/content.js";
import { badField, textFieldRequired } from "../validate/problem.js";

/** Keys that an echoed citation must have, by its type; their values may be null. */
const nullableCitationFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["char_location", ["document_title"]],
  ["page_location", ["document_title"]],
  ["content_block_location", ["document_title"]],
  ["web_search_result_location", ["title"]],
  ["search_result_location", ["title"]],
]);

/** Checks the citations of an echoed text: a key whose value is null must still be there. */
export function findCitationProblem(
  block: ContentBlockParam,
  path: FieldPath,
): ServiceError | undefined {
  if (!Array.isArray(block.citations)) return undefined;
  for (const [index, citation] of (block.citations as Record<string, unknown>[]).entries()) {
    const type = String(citation?.type);
    const missing = nullableCitationFields.get(type)?.find((field) => !(field in citation));
    if (missing !== undefined) {
      return badField([...path, "citations", index, type, missing], textFieldRequired);
    }
  }
  return undefined;
}
