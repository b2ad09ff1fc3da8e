import type { JsonObject } from "../../../../json/value.js";

/** A part of a message's content. */
export interface Part extends JsonObject {
  readonly type: string;
}

/** A part that is text. */
export interface TextPart extends Part {
  readonly type: "text";
  readonly text: string;
}

/** Whether a part is text. */
export function isText(part: Part): part is TextPart {
  return part.type === "text";
}

/** A part of text. */
export function toTextPart(text: string): TextPart {
  return { type: "text", text };
}

/** Whether the parts must stay parts, because they contain more than text. */
export function mustBeParts(parts: readonly Part[]): boolean {
  return parts.some((part) => !isText(part) || hasCacheControl(part));
}

function hasCacheControl(part: Part): boolean {
  return Object.keys(part).length > 2;
}

/** The texts of parts as one string. */
export function joinTexts(parts: readonly Part[], separator: string): string {
  const [only] = parts;
  if (only && parts.length === 1) return isText(only) ? only.text : "";
  return parts
    .filter(isText)
    .map(({ text }) => text)
    .join(separator);
}
