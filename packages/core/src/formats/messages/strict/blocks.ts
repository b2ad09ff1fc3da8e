import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { ContentBlockParam, SourceParam } from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";
import {
  badField,
  badRequest,
  textFieldRequired,
  toChoiceText,
  toTagText,
} from "../validate/problem.js";
import { type BlockKind, blockKinds } from "./block-kinds.js";
import { findCitationProblem } from "./citations.js";
import { findExtraMember } from "./fields.js";
import { findSourceProblem } from "./sources.js";

const callIdPattern = /^[a-zA-Z0-9_-]+$/;
const longestCallName = 200;
const serverCallIdPattern = /^srvtoolu_[a-zA-Z0-9_]+$/;
const allTypes = [...blockKinds.keys()];
/** The types of blocks in a document that consists of blocks. */
const documentContent = ["image", "text"];

type BlockRule = (block: ContentBlockParam, path: FieldPath) => ServiceError | undefined;

/** Checks of block types beyond their members; `path` ends in the type. */
const blockRules: ReadonlyMap<string, BlockRule> = new Map<string, BlockRule>([
  ["image", findTransformationProblem],
  ["text", findCitationProblem],
  ["tool_use", findCallProblem],
  ["server_tool_use", (block, path) => findIdProblem(block, "id", serverCallIdPattern, path)],
  ["tool_result", findResultProblem],
]);

/** Checks types, members, ids, sources and citations of all blocks, including nested blocks. */
export function findBlockProblem(request: MessagesRequest): ServiceError | undefined {
  const found = findInSystem(request.system);
  if (found) return found;
  for (const [index, { content }] of request.messages.entries()) {
    const inMessage = findInContent(content, ["messages", index, "content"], allTypes);
    if (inMessage) return inMessage;
  }
  return undefined;
}

/** Instructions contain only text blocks, so their paths name no type. */
function findInSystem(system: unknown): ServiceError | undefined {
  if (!Array.isArray(system)) return undefined;
  const members = blockKinds.get("text")?.members ?? new Set();
  for (const [index, block] of (system as ContentBlockParam[]).entries()) {
    const path = ["system", index];
    if (block.type !== "text") return badField([...path, "type"], toChoiceText(["text"]));
    const found = findExtraMember(block, members, path) ?? findCitationProblem(block, path);
    if (found) return found;
  }
  return undefined;
}

function findInContent(
  content: unknown,
  path: FieldPath,
  types: readonly string[],
): ServiceError | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, block] of (content as ContentBlockParam[]).entries()) {
    const found = findInBlock(block, [...path, index], types);
    if (found) return found;
  }
  return undefined;
}

function findInBlock(block: ContentBlockParam, path: FieldPath, types: readonly string[]) {
  const kind = types.includes(block.type) ? blockKinds.get(block.type) : undefined;
  if (!kind) return badField(path, toTagText(block.type, types));
  const tagged = [...path, block.type];
  return (
    findMissingMember(block, kind, tagged) ??
    (kind.sources && findSourceProblem(block, kind.sources, tagged)) ??
    blockRules.get(block.type)?.(block, tagged) ??
    (kind.members && findExtraMember(block, kind.members, tagged)) ??
    findInside(block, kind, tagged)
  );
}

function findMissingMember(block: ContentBlockParam, kind: BlockKind, path: FieldPath) {
  const missing = kind.required?.find((name) => block[name] === undefined);
  return missing === undefined ? undefined : badField([...path, missing], textFieldRequired);
}

function findInside(block: ContentBlockParam, kind: BlockKind, path: FieldPath) {
  if (kind.content) return findInContent(block.content, [...path, "content"], kind.content);
  const source = block.source as SourceParam | undefined;
  if (block.type !== "document" || source?.type !== "content") return undefined;
  return findInContent(source.content, [...path, "source", "content", "content"], documentContent);
}

function findIdProblem(
  block: ContentBlockParam,
  field: string,
  pattern: RegExp,
  path: FieldPath,
): ServiceError | undefined {
  if (pattern.test(String(block[field]))) return undefined;
  return badField([...path, field], `String should match pattern '${pattern.source}'`);
}

/** The name in a call may be longer than that of a tool, because a model writes it. */
function findCallProblem(block: ContentBlockParam, path: FieldPath): ServiceError | undefined {
  const { length } = String(block.name);
  const at = [...path, "name"];
  if (length === 0) return badField(at, "String should have at least 1 character");
  if (length > longestCallName) {
    return badField(at, `String should have at most ${longestCallName} characters`);
  }
  return findIdProblem(block, "id", callIdPattern, path);
}

/** A result consists of search results only, or has none. */
function findResultProblem(block: ContentBlockParam, path: FieldPath): ServiceError | undefined {
  const found = findIdProblem(block, "tool_use_id", callIdPattern, path);
  if (found || !Array.isArray(block.content)) return found;
  const results = block.content.filter(({ type }: ContentBlockParam) => type === "search_result");
  if (results.length === 0 || results.length === block.content.length) return undefined;
  return badRequest(
    `${path.join(".")}.content: \`search_result\` blocks cannot be mixed with other blocks`,
    path.join("."),
  );
}

function findTransformationProblem({ transformations }: ContentBlockParam, path: FieldPath) {
  const how = (transformations as { readonly oversized_image?: unknown } | null | undefined)
    ?.oversized_image;
  const allowed = ["downsize", "error"];
  if (how == null || allowed.includes(String(how))) return undefined;
  return badField([...path, "transformations", "oversized_image"], toChoiceText(allowed));
}
