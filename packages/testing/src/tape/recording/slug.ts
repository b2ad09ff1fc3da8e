import type { Conversation } from "@diglot/core";

const mostCharacters = 40;

/**
 * A name for a conversation: the first words of its user in letters, digits and dashes, at most 40
 * characters; `conversation` if no character is left.
 */
export function slugOf({ turns }: Conversation): string {
  const words = firstUserText(turns)
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  const slug = Array.from(words.replace(/^-/, "")).slice(0, mostCharacters).join("");
  return slug.replace(/-$/, "") || "conversation";
}

function firstUserText(turns: Conversation["turns"]): string {
  const user = turns.find(({ role }) => role === "user");
  return user?.blocks.map((block) => (block.type === "text" ? block.text : "")).join(" ") ?? "";
}
