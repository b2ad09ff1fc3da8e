import type { InputItem } from "../schemas/items.js";
import type { ResponsesRequest } from "../schemas/request.js";
import { openSeal } from "./seal.js";

/** What a model is asked for, in place of the item that triggers a compaction. */
export const compactionPrompt =
  "Write a summary of this conversation that can stand in its place. Whoever reads it must be able to continue without anything else: keep the goals of the user, decisions and their reasons, facts, names, paths, code that is still needed, results of tools, and what remains to be done. Write the summary and nothing else.";

const introduction = "Summary of the conversation so far:";

/** Whether a request asks for a compaction in place of a reply: the last item of its input triggers one. */
export function asksForCompaction({ input }: Pick<ResponsesRequest, "input">): boolean {
  return typeof input !== "string" && input.at(-1)?.type === "compaction_trigger";
}

/**
 * What a compaction that was made here says to a model, in a message of the user. That of somebody else is
 * `undefined`: only its maker can read it.
 */
export function summaryOf({ type, encrypted_content: encrypted }: InputItem): string | undefined {
  if (type !== "compaction" || encrypted == null) return undefined;
  const sealed = openSeal(encrypted);
  return sealed?.type === "compaction" ? `${introduction}\n\n${sealed.text}` : undefined;
}
