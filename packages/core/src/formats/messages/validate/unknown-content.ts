import { clip } from "../../../errors/clip.js";
import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { Capabilities } from "../../../models/model.js";
import { nativeBlocks } from "../native/blocks.js";
import {
  blockSchemas,
  type ContentBlockParam,
  type SourceParam,
  sourceSchemas,
} from "../schemas/content.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { roles } from "../wire/names.js";
import { badField, longestTag, toChoiceText, toTagText } from "./problem.js";

/** The types of blocks that the format knows: those that are read, and those that only it has. */
const blockTypes: readonly string[] = [
  ...new Set([...blockSchemas.keys(), ...nativeBlocks.keys()]),
].sort();

/** The types of sources that the format knows. */
const sourceTypes: readonly string[] = [...sourceSchemas.keys(), "content"].sort();

/** The blocks whose bytes are in a source. */
const blocksWithSource: ReadonlySet<string> = new Set(["image", "document"]);

/** Whether the model takes a role or a type that the format does not know. */
type Takes = (name: string) => boolean;

/** Finds a role, a block or a source that neither the format knows nor the model takes. */
export function findUnknownContent(
  { system, messages }: MessagesRequest,
  { unknownContent }: Capabilities,
): ServiceError | undefined {
  if (unknownContent === true) return undefined;
  const takes: Takes = (name) => unknownContent.includes(name);
  const found = findInContent(system, ["system"], takes);
  if (found) return found;
  for (const [index, { role, content }] of messages.entries()) {
    if (!roles.includes(role) && !takes(role)) {
      const text = `${toChoiceText(roles)}, not '${clip(role, longestTag)}'`;
      return badField(["messages", index, "role"], text);
    }
    const inside = findInContent(content, ["messages", index, "content"], takes);
    if (inside) return inside;
  }
  return undefined;
}

function findInContent(content: unknown, path: FieldPath, takes: Takes): ServiceError | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const [index, block] of (content as ContentBlockParam[]).entries()) {
    const found = findInBlock(block, [...path, index], takes);
    if (found) return found;
  }
  return undefined;
}

/** Only blocks that the service reads have others inside. */
function findInBlock(
  block: ContentBlockParam,
  path: FieldPath,
  takes: Takes,
): ServiceError | undefined {
  const { type } = block;
  if (!blockTypes.includes(type)) {
    return takes(type) ? undefined : badField(path, toTagText(type, blockTypes));
  }
  if (!blockSchemas.has(type)) return undefined;
  const tagged = [...path, type];
  if (!blocksWithSource.has(type))
    return findInContent(block.content, [...tagged, "content"], takes);
  const source = block.source as SourceParam;
  const at = [...tagged, "source"];
  if (!sourceTypes.includes(source.type) && !takes(source.type)) {
    return badField(at, toTagText(source.type, sourceTypes));
  }
  return findInContent(source.content, [...at, source.type, "content"], takes);
}
