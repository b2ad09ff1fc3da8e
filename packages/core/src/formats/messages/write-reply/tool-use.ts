import type { OpenedBlock } from "../../../conversation/events.js";
import { toPlainId } from "../../../conversation/legal-names.js";
import type { JsonObject } from "../../../json/value.js";
import type { ContentBlock } from "../schemas/response.js";

/** A tool call that opens. */
type OpenedCall = Extract<OpenedBlock, { readonly type: "tool_call" }>;

/**
 * A call as a block. An id with characters that this wire forbids is replaced by a legal one,
 * always the same. Members that the provider wants back are added to those of the wire.
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
