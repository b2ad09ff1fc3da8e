import type { Block } from "@diglot/core";
import type { InputItem } from "../schemas/items.js";
import type { Part } from "../schemas/parts.js";
import { formatName } from "../wire/names.js";
import { openSeal } from "../wire/seal.js";
import { extraFrom } from "./place.js";

const separator = "\n\n";

/**
 * Reasoning of an earlier turn. What was sealed here is opened again. A seal of somebody else means
 * nothing to any other model: only the text beside it is kept, and the seal is noted as left out.
 */
export function toReasoningBlock(item: InputItem, at: string): Block {
  const { encrypted_content: encrypted } = item;
  const sealed = encrypted == null ? undefined : openSeal(encrypted);
  const used = ["type", "id", "status", "summary", "content"];
  if (sealed?.type === "thinking" || sealed?.type === "redacted_thinking") {
    const { type, ...content } = sealed;
    const around = { at, ...extraFrom(item, [...used, "encrypted_content"], at) };
    return { type, ...content, ...around } as Block;
  }
  const text = joinTexts(item.content as readonly Part[] | null) || joinTexts(item.summary);
  if (text === "") return { type: "native", format: formatName, value: item, at };
  return { type: "thinking", text, at, ...extraFrom(item, used, at) };
}

function joinTexts(parts: readonly Part[] | null | undefined): string {
  return (parts ?? []).map(({ text }) => text ?? "").join(separator);
}
