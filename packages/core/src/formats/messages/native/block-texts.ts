import type { JsonObject } from "../../../json/value.js";

/** How blocks that only this format knows are shown as text. */

/** A search result in a frame with its source and title. */
export function toSearchText({ source, title, content }: JsonObject): string {
  const head = `<search_result source=${JSON.stringify(source)} title=${JSON.stringify(title)}>`;
  return `${head}\n${toTexts(content).join("\n")}\n</search_result>`;
}

/** A reference to a tool by its name; `undefined` if it has none. */
export function toReferenceText({ tool_name }: JsonObject): string | undefined {
  return typeof tool_name === "string" ? `[tool: ${tool_name}]` : undefined;
}

/** The words in a block's content; `undefined` if it has none. */
export function toContentText({ content }: JsonObject): string | undefined {
  const texts = toTexts(content);
  return texts.length > 0 ? texts.join("\n") : undefined;
}

/** The words of a block that is text under another name. */
export function toPlainText({ text }: JsonObject): string | undefined {
  return typeof text === "string" ? text : undefined;
}

/** All of a block as JSON. */
export function toJsonText({ cache_control, ...block }: JsonObject): string {
  return JSON.stringify(block);
}

/** The texts of content that is a string or a list of blocks. */
function toTexts(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content
    .map((block: { readonly text?: unknown } | null) => block?.text)
    .filter((text) => typeof text === "string");
}
