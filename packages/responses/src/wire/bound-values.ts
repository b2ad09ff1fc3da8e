import { isObject } from "@diglot/core/formats";
import { openSeal } from "./seal.js";

/**
 * What only the upstream that has made it can use of an item: encrypted reasoning or an encrypted compaction,
 * what is sealed in it, or the id of a container. `undefined`: nothing.
 */
export function boundValueOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  const { encrypted_content: encrypted, container_id: container } = item;
  if (typeof encrypted === "string" && encrypted !== "") return boundIn(encrypted);
  return typeof container === "string" ? container : undefined;
}

/** What was sealed here keeps the value that the model's own format has for it. */
function boundIn(encrypted: string): string | undefined {
  const sealed = openSeal(encrypted);
  switch (sealed?.type) {
    case "thinking":
      return sealed.signature;
    case "redacted_thinking":
      return sealed.data;
    case "compaction":
      return undefined;
    default:
      return encrypted;
  }
}

/** The id in the member `container` of a tool: others describe a container that is made anew. */
export function containerOf(tool: unknown): string | undefined {
  const container = isObject(tool) ? tool.container : undefined;
  return typeof container === "string" ? container : undefined;
}
