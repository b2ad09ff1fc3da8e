import type { FoldedReply } from "@diglot/core";
import type { CompactedResponse } from "../schemas/response.js";
import type { AnswerContext } from "./context.js";
import { toResponse } from "./response.js";

/** The answer of the endpoint that compacts: the output, which is sent back as it is, and what it cost. */
export function toCompactedResponse(reply: FoldedReply, context: AnswerContext): CompactedResponse {
  const { id, created_at, output, usage } = toResponse(reply, context);
  return { id, object: "response.compaction", created_at, output, usage };
}
