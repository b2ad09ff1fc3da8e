import { createToolNames } from "../../conversation/legal-names.js";
import { otherForm } from "../../conversation/receipt/reply-rules.js";
import { estimateTokensOf } from "../../conversation/usage/estimate.js";
import { toCount } from "../../conversation/usage/usage.js";
import { badReply } from "../../errors/bad-reply.js";
import type { ServiceError } from "../../errors/service-error.js";
import type { ReportedUsage } from "../../formats/upstream-format.js";
import { isObject } from "../../json/value.js";
import type { ModelRequest, Reply } from "../../models/model.js";
import { isPromise } from "../../runtime/maybe-promise.js";
import { raceSignal } from "../../runtime/race-signal.js";
import { yieldFor } from "../../runtime/yield-for.js";
import { type Dispatch, dispatch, toEnd } from "../send/dispatch.js";
import type { ObservedReply } from "../send/observed.js";
import { toReservedTokens } from "../send/output-limit.js";
import { pricingOf } from "../send/pricing.js";
import { readJsonReply } from "../send/read-body.js";
import { withForm } from "../send/reply-form.js";
import { assertFewItems } from "../send/reply-items.js";
import { dispatchWithKeys } from "../send/try-keys.js";
import { readReply } from "../translate/read-reply.js";
import type { Upstream } from "../upstream.js";
import { openRelayedBytes } from "./bytes.js";
import { renameReply } from "./public-name.js";
import { toStableBody } from "./stable-body.js";
import { openRelayedStream } from "./stream.js";

/** What is wrong with a reply in the other form, by the wanted one, where it cannot be written anew. */
const otherFormWords = {
  json: "The body is not JSON.",
  stream: "The body is not an event stream.",
} as const;

/**
 * Answers a caller of the upstream's own format: its bytes go there and the reply's bytes come back,
 * but for the few places that have to change.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function relay(upstream: Upstream, request: ModelRequest): Promise<Reply> {
  const { format, settings } = upstream;
  const { origin, stream, receipt } = request;
  const pause = yieldFor(origin.bytes);
  if (pause) await pause;
  const pricing = settings.prices && pricingOf(upstream, request);
  const stable = settings.changingLines ? toStableBody(upstream, origin, receipt) : origin;
  const { bytes, addedUsage } = format.editRelayedRequest(stable.bytes, stable.body, {
    model: settings.model,
    capabilities: settings.capabilities,
    maxTokens: toReservedTokens(upstream, request),
    pricing,
    head: origin.head,
    receipt,
    isForeign: request.isForeign,
  });
  receipt.assertAccepted();
  const message = {
    path: format.path,
    headers: format.relayedRequestHeaders(origin.headers),
    body: bytes,
    stream,
  };
  const { keys } = upstream;
  const dispatched = keys
    ? await dispatchWithKeys(keys, request, message, pricing)
    : await dispatch(upstream, request, message, pricing);
  try {
    return await raceSignal(dispatched.signal, () =>
      openReply(upstream, request, dispatched, addedUsage),
    );
  } catch (error) {
    const { signal } = dispatched;
    // An abort does not show whether the model has run, so it may have.
    const failure = dispatched.explain(error);
    dispatched.finish(toEnd(error, signal), signal.aborted ? undefined : failure);
    throw failure;
  }
}

async function openReply(
  upstream: Upstream,
  request: ModelRequest,
  dispatched: Dispatch,
  addedUsage: boolean,
): Promise<Reply> {
  if (upstream.format.relaysBytes?.(dispatched.response.headers)) {
    return openRelayedBytes(upstream, request, dispatched);
  }
  const forming = withForm(dispatched.response, upstream.format.framing);
  const formed = isPromise(forming) ? await forming : forming;
  const wanted = request.stream ? "stream" : "json";
  const { status, headers } = dispatched.response;
  dispatched.response = { status, headers, body: formed.body };
  if (formed.form !== wanted && !upstream.format.relaysBytes) {
    if (upstream.format.relayOnly) throw badReply(otherFormWords[wanted]);
    // The caller gets what it asked for, so the reply must be read and written anew.
    request.receipt.noteReply(otherForm, "");
    const { capabilities } = upstream.settings;
    const names = createToolNames([], capabilities.toolNamePattern, capabilities.maxToolName);
    return readReply(upstream, request, dispatched, names);
  }
  return formed.form === "json"
    ? relayJson(upstream, request, dispatched)
    : openRelayedStream(upstream, request, dispatched, addedUsage);
}

/** A JSON reply is passed on byte for byte, but for the name of its model, once it is known to be valid. */
async function relayJson(
  upstream: Upstream,
  { clock, maxReplyBlocks, origin }: ModelRequest,
  dispatched: Dispatch,
): Promise<Reply> {
  const { format, settings } = upstream;
  const { status, headers, body } = dispatched.response;
  const reply = await readJsonReply(body, clock);
  dispatched.noteRead();
  const { bytes, value } = reply;
  const reported = format.readUsage(value, settings.capabilities, headers, origin);
  dispatched.watch(() => ({ reported, output: 0, reasoning: 0 }));
  assertFewItems(format.itemLists(value), maxReplyBlocks);
  const observed = toObservedReply(upstream, value, reported);
  dispatched.watch(() => observed);
  const pause = yieldFor(bytes);
  if (pause) await pause;
  if (!format.isReply(value, settings.capabilities))
    throw toBodyError(upstream, dispatched, value, bytes);
  dispatched.finish("completed");
  return {
    kind: "relay",
    status,
    headers: [["content-type", "application/json"], ...format.relayedReplyHeaders(headers)],
    body: renameReply(upstream, reply),
    untilContent: async () => undefined,
  };
}

/**
 * What a JSON reply has used. Its output is counted only if that was not reported.
 * @throws ServiceError `upstream_bad_response` if it cannot be counted
 */
function toObservedReply(
  { format, settings: { capabilities } }: Upstream,
  value: unknown,
  reported: ReportedUsage,
): ObservedReply {
  const isReported = reported.final && toCount(reported.counts.output) !== undefined;
  const bytes = isReported ? 0 : format.countOutput(value, capabilities);
  return {
    reported,
    output: estimateTokensOf(bytes),
    reasoning: 0,
    reply: () => format.readReplyFacts?.(value),
  };
}

/** Some servers send their errors with status 200. */
function toBodyError(
  { format }: Upstream,
  { response: { status, headers } }: Dispatch,
  value: unknown,
  bytes: Uint8Array,
): ServiceError {
  if (!isObject(value) || !value.error) return badReply("The body is not a reply of its format.");
  return format.parseError({ status, headers, text: new TextDecoder().decode(bytes) });
}
