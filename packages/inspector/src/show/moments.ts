import type { Redactor } from "../redact/redactor.js";
import type { CapturedRequest } from "../store/captured.js";
import type { KeptRequest } from "../store/kept-request.js";
import type { Moment } from "../wire.js";
import { replyMoments } from "./reply-moments.js";

/** All that is known of when something has happened to a request, in the order of time. */
export function toMoments(
  request: KeptRequest,
  contents: CapturedRequest | undefined,
  redactor: Redactor,
): readonly Moment[] {
  const reply = contents ? replyMoments(contents, redactor) : [];
  // A sort keeps the order of what has happened at the same time.
  return [
    ...begin(request),
    ...attempts(request),
    ...head(request),
    ...reply,
    ...over(request),
  ].sort((one, other) => one.at - other.at);
}

function begin({ beganAt, facts }: KeptRequest): readonly Moment[] {
  const { format, requestedModel } = facts;
  const detail = requestedModel === undefined ? format : `${format}, ${requestedModel}`;
  return [{ at: beganAt, kind: "life", label: "request", detail }];
}

function attempts({ attempts }: KeptRequest): readonly Moment[] {
  return [...attempts.values()].flatMap(({ facts, beganAt, endedAt, ended }): readonly Moment[] => {
    const { number, model, upstream } = facts;
    const began: Moment = {
      at: beganAt,
      kind: "attempt",
      label: `attempt ${number}`,
      detail: upstream === undefined ? model : `${model} at ${upstream}`,
    };
    if (endedAt === undefined || !ended) return [began];
    const { failure, end } = ended;
    const label = `attempt ${number} ${failure ? "failed" : "ended"}`;
    const detail = failure ? failure.kind.replaceAll("_", " ") : end.replaceAll("_", " ");
    return [began, { at: endedAt, kind: "attempt", label, detail, isBad: failure !== undefined }];
  });
}

function head({ end, beganAt }: KeptRequest): readonly Moment[] {
  if (!end) return [];
  const at = beganAt + end.headMilliseconds;
  return [{ at, kind: "life", label: "head of the answer", detail: String(end.status) }];
}

function over({ end }: KeptRequest): readonly Moment[] {
  if (!end) return [];
  const isBad = end.outcome === "failed";
  return [{ at: end.at, kind: "life", label: "request over", detail: end.outcome, isBad }];
}
