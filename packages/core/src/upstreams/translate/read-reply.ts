import type { ToolNames } from "../../conversation/legal-names.js";
import { createOutputEstimate } from "../../conversation/usage/output-estimate.js";
import type { ReadReplyContext } from "../../formats/upstream-format.js";
import type { EventsReply, ModelRequest } from "../../models/model.js";
import { withFirst } from "../../runtime/source.js";
import type { Dispatch } from "../send/dispatch.js";
import type { Upstream } from "../upstream.js";
import type { Batch } from "./batches.js";
import { openBatches } from "./reply-batches.js";
import { ReplySource } from "./reply-source.js";

/**
 * Reads a reply as events, whether it came as JSON or as an event stream and whichever of the two
 * was asked for. Resolves with the first events, so that a reply that begins with an error fails.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function readReply(
  upstream: Upstream,
  request: ModelRequest,
  dispatched: Dispatch,
  names: ToolNames,
): Promise<EventsReply> {
  const context = toParseContext(upstream, request, names);
  const source = new ReplySource({
    dispatched,
    reservedOutput: request.reservedOutput,
    estimate: context.outputEstimate,
    open: () => openBatches(upstream.format, dispatched.response, context, request),
  });
  const first = await source.read();
  if (!first) return { kind: "events", events: source };
  return { kind: "events", events: withFirst([toNamed(first, upstream)], source) };
}

function toParseContext(
  { settings, model }: Upstream,
  request: ModelRequest,
  names: ToolNames,
): ReadReplyContext {
  const conversation = request.conversation();
  return {
    model: settings.id,
    capabilities: settings.capabilities,
    names,
    receipt: request.receipt,
    stopSequences: conversation.stopSequences,
    logprobs: conversation.logprobs !== undefined,
    inputTokens: () => model.countInputTokens(conversation),
    outputEstimate: createOutputEstimate(),
    maxBlocks: request.maxReplyBlocks,
    createToolCallId: request.createToolCallId,
  };
}

/** The first events with the public name of the model, unless the upstream's own may be shown. */
function toNamed(first: Batch, { settings: { id, revealModel } }: Upstream): Batch {
  if (revealModel) return first;
  return first.map((event) => (event.type === "start" ? { ...event, model: id } : event));
}
