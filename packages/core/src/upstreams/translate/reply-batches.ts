import type { ReadReplyContext, UpstreamFormat } from "../../formats/upstream-format.js";
import { withForm } from "../send/reply-form.js";
import type { TransportResponse } from "../send/transport.js";
import type { Batches } from "./batches.js";
import { JsonBatches } from "./json-batches.js";
import { type ReadLimits, StreamBatches } from "./stream-batches.js";

/** Begins to read a reply, in whichever form it came. @throws ServiceError if its body breaks off */
export async function openBatches(
  format: UpstreamFormat,
  response: TransportResponse,
  context: ReadReplyContext,
  limits: ReadLimits,
): Promise<Batches> {
  const { form, body } = await withForm(response, format.framing);
  return form === "json"
    ? new JsonBatches({ body, format, context, clock: limits.clock })
    : new StreamBatches(body, format.framing, format.createStreamParser(context), limits);
}
