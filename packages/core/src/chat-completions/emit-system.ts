import type { Block, JsonObject } from "../conversation/conversation.js";
import type { EmitContext } from "../upstream-format.js";
import {
  isText,
  joinTexts,
  mustBeParts,
  type Part,
  type TextPart,
  toParts,
  toTextPart,
} from "./emit-content.js";
import { contentRules } from "./emit-rules-content.js";

const rules = contentRules.system;

/** How a coding client begins the block with which it marks each of its requests. */
const attribution = "x-anthropic-billing-header";

/** The role of instructions, by what the upstream calls it. */
export function toSystemRole({ capabilities }: EmitContext): string {
  return capabilities.developerRole ? "developer" : "system";
}

/** The first message, with all instructions; none if there are none. */
export function emitSystem(
  blocks: readonly Block[],
  added: readonly TextPart[],
  context: EmitContext,
): readonly JsonObject[] {
  const parts = [...toInstructions(blocks, context), ...added];
  if (parts.length === 0) return [];
  const at = blocks[0]?.at ?? "";
  return [{ role: toSystemRole(context), content: toSystemContent(parts, at, context) }];
}

/** The parts of instructions, which can only be text. */
export function toInstructions(
  blocks: readonly Block[],
  context: EmitContext,
): readonly TextPart[] {
  return blocks
    .filter((block) => !isAttribution(block, context))
    .filter((block) => isTextual(block, context))
    .flatMap((block) => toParts(block, context))
    .filter(isText)
    .filter(({ text }) => text !== "");
}

function isAttribution(block: Block, { receipt }: EmitContext): boolean {
  const found = block.type === "text" && block.text.trimStart().startsWith(attribution);
  if (found) receipt.apply(rules.attribution, block.at ?? "");
  return found;
}

function isTextual({ type, at = "" }: Block, { receipt }: EmitContext): boolean {
  return type === "text" || type === "native" || receipt.apply(rules.notText, at);
}

/** One string, unless the upstream takes parts and there are several, or marks need them. */
export function toSystemContent(
  parts: readonly TextPart[],
  at: string,
  { capabilities, receipt }: EmitContext,
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
