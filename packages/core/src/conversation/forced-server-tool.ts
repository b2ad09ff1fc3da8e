import type { Conversation } from "./conversation.js";

/** Whether the request forces a call of tools that only the caller's format knows. */
export function forcesServerTool({ tools, toolChoice }: Conversation): boolean {
  if (toolChoice?.type === "any") return tools.length > 0 && tools.every(isNative);
  if (toolChoice?.type !== "tool") return false;
  const named = tools.filter(({ name }) => name === toolChoice.name);
  return named.length > 0 && named.every(isNative);
}

function isNative({ type }: Conversation["tools"][number]): boolean {
  return type === "native";
}
