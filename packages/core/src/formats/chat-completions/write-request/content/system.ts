import type { Block } from "../../../../conversation/conversation.js";
import { encodeJson } from "../../../../json/raw.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { systemRules as rules } from "../rules/content.js";
import { toParts } from "./blocks.js";
import { joinTexts, mustBeParts, type Part, type TextPart, toTextPart } from "./parts.js";

/**
 * The message of some instructions; no message if they are empty.
 * @param added instructions of the service itself
 */
export function writeSystem(
  blocks: readonly Block[],
  added: readonly TextPart[],
  context: WriteRequestContext,
): readonly JsonObject[] {
  const parts = [...blocks.flatMap((block) => toParts(block, context)), ...added];
  if (parts.length === 0) return [];
  const role = context.capabilities.developerRole ? "developer" : "system";
  return [{ role, content: toSystemContent(parts, blocks[0]?.at ?? "", context) }];
}

/** One string, unless the upstream takes parts and there are several, or cache control needs parts. */
function toSystemContent(
  parts: readonly Part[],
  at: string,
  { capabilities, receipt }: WriteRequestContext,
): string | readonly Part[] {
  if (mustBeParts(parts)) return parts;
  if (parts.length > 1 && capabilities.systemParts) return parts;
  if (parts.length > 1) receipt.apply(rules.joined, at);
  return joinTexts(parts, "\n\n");
}

/** An instruction that the service itself adds. @param schema may contain raw JSON */
export function toSchemaInstruction(schema: JsonObject): TextPart {
  return toTextPart(
    `Answer with one JSON object that fits this JSON Schema, and with nothing else:\n${encodeJson(schema)}`,
  );
}
