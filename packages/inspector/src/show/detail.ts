import type { Redactor } from "@diglot/core/redaction";
import type { CapturedRequest } from "../store/captured.js";
import type { KeptAttempt, KeptRequest } from "../store/kept-request.js";
import type { ContentState, RequestDetail, ShownAttempt } from "../wire.js";
import { showAnswer, showBody, showUpstreams } from "./body.js";
import { showFailure } from "./failure.js";
import { toMoments } from "./moments.js";
import { summarize } from "./summary.js";

/** Everything that is known of one request, without secrets. */
export function detail(
  request: KeptRequest,
  contents: CapturedRequest | undefined,
  { redactor, captures }: { readonly redactor: Redactor; readonly captures: boolean },
): RequestDetail {
  const { facts, end } = request;
  return {
    summary: summarize(request, contents),
    facts,
    failure: end?.failure && showFailure(end.failure, redactor),
    headMilliseconds: end?.headMilliseconds,
    waited: end?.waited,
    usage: end?.usage,
    attempts: [...request.attempts.values()].map((attempt) => showAttempt(attempt, redactor)),
    losses: request.losses,
    rows: request.rows,
    moments: toMoments(request, contents, redactor),
    lostEvents: contents ? contents.eventCount - contents.events.length : 0,
    contents: stateOf(contents, captures),
    request: contents?.request && showBody(contents.request, redactor),
    answer: contents?.answer && showAnswer(contents.answer, redactor),
    upstreams: contents ? showUpstreams(contents, redactor) : [],
  };
}

function stateOf(contents: CapturedRequest | undefined, captures: boolean): ContentState {
  if (!captures) return "off";
  return contents ? "kept" : "gone";
}

function showAttempt(
  { facts, beganAt, endedAt, ended }: KeptAttempt,
  redactor: Redactor,
): ShownAttempt {
  return {
    attemptId: facts.attemptId,
    number: facts.number,
    model: facts.model,
    upstream: facts.upstream,
    upstreamModel: facts.upstreamModel,
    upstreamFormat: facts.upstreamFormat,
    reservedNanoDollars: facts.reservedNanoDollars,
    beganAt,
    endedAt,
    end: ended?.end,
    failure: ended?.failure && showFailure(ended.failure, redactor),
    milliseconds: ended?.milliseconds,
    firstContentMilliseconds: ended?.firstContentMilliseconds,
    usage: ended?.usage,
    costNanoDollars: ended?.costNanoDollars,
  };
}
