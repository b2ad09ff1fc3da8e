import { withoutForeign } from "../../conversation/history/without-foreign.js";
import { toolNamesOf } from "../../conversation/legal-names.js";
import { stabilise } from "../../conversation/stable-prompt/stabilise.js";
import { encodeJson } from "../../json/raw.js";
import type { EventsReply, ModelRequest } from "../../models/model.js";
import { isPromise } from "../../runtime/maybe-promise.js";
import { runSteps } from "../../runtime/run-steps.js";
import { yieldFor } from "../../runtime/yield-for.js";
import { dispatch } from "../send/dispatch.js";
import { toReservedTokens } from "../send/output-limit.js";
import { pricingOf } from "../send/pricing.js";
import { dispatchWithKeys } from "../send/try-keys.js";
import type { Upstream } from "../upstream.js";
import { readReply } from "./read-reply.js";
import { recallBlocks, rememberBlocks } from "./remember.js";

const encoder = new TextEncoder();

/**
 * Answers a caller of another format: writes the conversation in the upstream's language, and reads
 * the reply as events. What cannot be carried is refused before anything is sent.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function translate(upstream: Upstream, request: ModelRequest): Promise<EventsReply> {
  const { format, settings } = upstream;
  const { bytes } = request.origin;
  const { isForeign, receipt } = request;
  const { changingLines: lines } = settings;
  const whole = await request.readConversation();
  const known = isForeign ? withoutForeign(whole, isForeign, receipt) : whole;
  const conversation = lines ? stabilise(known, { lines, receipt }) : known;
  const recalled = recallBlocks(upstream, request);
  const remembered = isPromise(recalled) ? await recalled : recalled;
  const names = toolNamesOf(conversation, settings.capabilities);
  const pricing = settings.prices && pricingOf(upstream, request);
  const steps = format.writeRequest(conversation, {
    model: settings.model,
    stream: request.stream,
    maxTokens: toMaxTokens(upstream, request),
    reservedTokens: toReservedTokens(upstream, request),
    pricing,
    capabilities: settings.capabilities,
    options: settings.translation,
    names,
    native: request.origin.native,
    receipt: request.receipt,
    remembered,
  });
  const writing = runSteps(steps, bytes, request.clock);
  const body = isPromise(writing) ? await writing : writing;
  request.receipt.assertAccepted();
  const pause = yieldFor(bytes);
  if (pause) await pause;
  const message = {
    path: format.path,
    headers: [],
    body: encoder.encode(encodeJson(body)),
    stream: request.stream,
  };
  const { keys } = upstream;
  const dispatched = keys
    ? await dispatchWithKeys(keys, request, message, pricing)
    : await dispatch(upstream, request, message, pricing);
  return rememberBlocks(upstream, request, await readReply(upstream, request, dispatched, names));
}

/** The limit for an upstream that requires one, if the caller set none: never more than is reserved. */
function toMaxTokens({ settings }: Upstream, { maxTokens }: ModelRequest): number {
  return Math.min(
    maxTokens,
    settings.capabilities.maxOutput ?? settings.translation.defaultMaxTokens,
  );
}
