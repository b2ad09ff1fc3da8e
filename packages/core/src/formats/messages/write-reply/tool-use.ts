import type { JsonObject } from "../../../conversation/conversation.js";
import type { OpenedBlock } from "../../../conversation/events.js";
import { toPlainId } from "../../../conversation/legal-names.js";
import type { ContentBlock } from "../wire/types.js";

/** A tool call that opens. */
type OpenedCall = Extract<OpenedBlock, { readonly type: "tool_call" }>;

/**
 * A call as a block. An id with characters that this wire forbids becomes a legal one, the same
 * every time. What its maker wants back stands beside the members of the wire.
 */
export function toToolUse({ id, name, extra }: OpenedCall, input: JsonObject): ContentBlock {
  const head = {
    type: "tool_use",
    id: toPlainId(id),
    name,
    input,
  } as const;
  return { ...head, caller: { type: "direct" }, ...extra, ...head };
}
