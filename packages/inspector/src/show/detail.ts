import type { FailureFacts, FinalRow, Steps } from "@diglot/core";
import type { CapturedRequest } from "../store/captured.js";
import type { KeptAttempt, KeptRequest } from "../store/kept-request.js";
import type { ContentState, RequestDetail, ShownAttempt, ShownRow } from "../wire.js";
import { showAnswer, showBody, showUpstreams } from "./body.js";
import { type Disclosure, showFailure } from "./failure.js";
import { toMoments } from "./moments.js";
import { summarize } from "./summary.js";

/** Everything that is known of one request, without secrets. */
export function* detail(
  request: KeptRequest,
  contents: CapturedRequest | undefined,
  disclosure: Disclosure,
): Steps<RequestDetail> {
  const { facts, end } = request;
  const { redactor, captures } = disclosure;
  const attempts = [...request.attempts.values()];
  return {
    summary: summarize(request, contents),
    facts,
    failure:
      end?.failure && showFailure(end.failure, disclosure, upstreamOf(end.failure, attempts)),
    headMilliseconds: end?.headMilliseconds,
    waited: end?.waited,
    usage: end?.usage,
    attempts: attempts.map((attempt) => showAttempt(attempt, disclosure)),
    losses: request.losses,
    rows: request.rows.map(showRow),
    moments: yield* toMoments(request, contents, disclosure),
    lostEvents: contents ? contents.eventCount - contents.events.length : 0,
    contents: stateOf(contents, captures),
    request: contents?.request && (yield* showBody(contents.request, redactor)),
    answer: contents?.answer && (yield* showAnswer(contents.answer, redactor)),
    upstreams: contents ? yield* showUpstreams(contents, redactor) : [],
  };
}

function stateOf(contents: CapturedRequest | undefined, captures: boolean): ContentState {
  if (!captures) return "off";
  return contents ? "kept" : "gone";
}

function showRow({ rawUsage, ...row }: FinalRow): ShownRow {
  return row;
}

/** The upstream whose failure is that of the request. */
function upstreamOf({ error }: FailureFacts, attempts: readonly KeptAttempt[]): string | undefined {
  return attempts.findLast(({ ended }) => ended?.failure?.error === error)?.facts.upstream;
}

function showAttempt(
  { facts, beganAt, endedAt, ended }: KeptAttempt,
  disclosure: Disclosure,
): ShownAttempt {
  return {
    attemptId: facts.attemptId,
    number: facts.number,
    model: facts.model,
    upstream: facts.upstream,
    upstreamModel: facts.upstreamModel,
    upstreamFormat: facts.upstreamFormat,
    upstreamKey: facts.upstreamKey,
    reservedNanoDollars: facts.reservedNanoDollars,
    beganAt,
    endedAt,
    end: ended?.end,
    failure: ended?.failure && showFailure(ended.failure, disclosure, facts.upstream),
    milliseconds: ended?.milliseconds,
    firstContentMilliseconds: ended?.firstContentMilliseconds,
    keyRestMilliseconds: ended?.keyRestMilliseconds,
    usage: ended?.usage,
    costNanoDollars: ended?.costNanoDollars,
  };
}
