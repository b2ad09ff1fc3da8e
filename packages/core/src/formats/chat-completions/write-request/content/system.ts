import type { Block, JsonObject } from "../../../../conversation/conversation.js";
import { placeOf } from "../../../../conversation/pointer.js";
import type { WriteRequestContext } from "../context.js";
import { blockCacheRules, systemRules as rules } from "../rules/content.js";
import { toParts } from "./blocks.js";
import { isText, joinTexts, mustBeParts, type Part, type TextPart, toTextPart } from "./parts.js";

/** How a coding client begins the block with which it marks each of its requests. */
const attribution = "x-anthropic-billing-header";

/** The role of instructions, by what the upstream calls it. */
export function toSystemRole({ capabilities }: WriteRequestContext): string {
  return capabilities.developerRole ? "developer" : "system";
}

/** Instructions that stand in the first message without being the caller's first ones. */
interface AddedInstructions {
  readonly added: readonly TextPart[];
  /** Where those of the caller among them came from. */
  readonly at: string;
}

/** The first message, with all instructions; none if there are none. */
export function writeSystem(
  blocks: readonly Block[],
  { added, at: addedAt }: AddedInstructions,
  context: WriteRequestContext,
): readonly JsonObject[] {
  const parts = [...toInstructions(blocks, context), ...added];
  if (parts.length === 0) return [];
  const at = blocks[0]?.at ?? addedAt;
  return [{ role: toSystemRole(context), content: toSystemContent(parts, at, context) }];
}

/** The parts of instructions, which can only be text. */
export function toInstructions(
  blocks: readonly Block[],
  context: WriteRequestContext,
): readonly TextPart[] {
  const parts: TextPart[] = [];
  for (const block of blocks.map((written) => withoutAttribution(written, context))) {
    if (!isTextual(block, context)) continue;
    const said = toParts(block, context).filter(isText);
    if (block.type === "text" && block.text === "") moveCacheControl(block, said, parts, context);
    else parts.push(...said.filter(({ text }) => text !== ""));
  }
  return parts;
}

/** The block without the line that marks the request; what stands below the line is an instruction. */
function withoutAttribution(block: Block, { receipt }: WriteRequestContext): Block {
  if (block.type !== "text" || !block.text.trimStart().startsWith(attribution)) return block;
  receipt.apply(rules.attribution, block.at ?? "");
  return { ...block, text: block.text.trimStart().replace(/^.*\n?/, "") };
}

/** An empty text is no instruction; its mark for the cache is one of the text before it. */
function moveCacheControl(
  block: Block,
  [empty]: readonly TextPart[],
  parts: TextPart[],
  { receipt }: WriteRequestContext,
): void {
  if (!empty || !mustBeParts([empty])) return;
  const { text: _text, ...cacheControl } = empty;
  const last = parts.pop();
  if (last) parts.push({ ...cacheControl, ...last });
  else receipt.apply(blockCacheRules.lost, placeOf(block, "cache"));
}

function isTextual({ type, at = "" }: Block, { receipt }: WriteRequestContext): boolean {
  return type === "text" || type === "native" || receipt.apply(rules.notText, at);
}

/** One string, unless the upstream takes parts and there are several, or marks need them. */
export function toSystemContent(
  parts: readonly TextPart[],
  at: string,
  { capabilities, receipt }: WriteRequestContext,
): string | readonly Part[] {
  if (mustBeParts(parts)) return parts;
  if (parts.length > 1 && capabilities.systemParts) return parts;
  if (parts.length > 1) receipt.apply(rules.joined, at);
  return joinTexts(parts, "\n\n");
}

/** An instruction that the service itself adds. */
export function toSchemaInstruction(schema: JsonObject): TextPart {
  return toTextPart(
    `Answer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`,
  );
}
