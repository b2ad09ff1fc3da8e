import type { Steps } from "@diglot/core";
import type { CapturedRequest } from "../store/captured.js";
import type { KeptAttempt, KeptFailure, KeptRequest } from "../store/kept-request.js";
import type { Moment } from "../wire.js";
import { type Disclosure, showFailure } from "./failure.js";
import { replyMoments } from "./reply-moments.js";

/** A moment, and its place among those of the same millisecond. */
interface Ranked {
  readonly moment: Moment;
  readonly rank: number;
}

/** What comes first within a millisecond, which is as exact as the times of events are. */
const ranks = {
  ...{ begin: 0, attempts: 1, head: 1_000, reply: 1_001 },
  ...{ attemptEnd: 1_002, headOfWhole: 1_003, over: 1_004, beside: 1_005 },
};

/** All that is known of when something has happened to a request, in the order of time. */
export function* toMoments(
  request: KeptRequest,
  contents: CapturedRequest | undefined,
  disclosure: Disclosure,
): Steps<readonly Moment[]> {
  const reply = contents ? yield* replyMoments(contents, disclosure.redactor) : [];
  const ranked = [
    ...begin(request),
    ...[...request.attempts.values()].flatMap(attempt),
    ...head(request),
    ...reply.map((moment) => ({ moment, rank: ranks.reply })),
    ...over(request),
    ...request.failures.map((failure) => beside(failure, disclosure)),
  ];
  return ranked.sort(inOrder).map(({ moment }) => moment);
}

function inOrder(one: Ranked, other: Ranked): number {
  return Math.floor(one.moment.at) - Math.floor(other.moment.at) || one.rank - other.rank;
}

function begin({ beganAt, facts }: KeptRequest): readonly Ranked[] {
  const { format, requestedModel } = facts;
  const detail = requestedModel === undefined ? format : `${format}, ${requestedModel}`;
  const moment: Moment = { at: beganAt, kind: "life", label: "request", detail };
  return [{ moment, rank: ranks.begin }];
}

function attempt({ facts, beganAt, endedAt, ended }: KeptAttempt): readonly Ranked[] {
  const { number, model, upstream } = facts;
  const detail = upstream === undefined ? model : `${model} at ${upstream}`;
  const rank = ranks.attempts + number;
  const began: Moment = { at: beganAt, kind: "attempt", label: `attempt ${number}`, detail };
  if (endedAt === undefined || !ended) return [{ moment: began, rank }];
  const { failure, end } = ended;
  const over: Moment = {
    at: endedAt,
    kind: "attempt",
    label: `attempt ${number} ${failure ? "failed" : "ended"}`,
    detail: (failure?.kind ?? end).replaceAll("_", " "),
    isBad: failure !== undefined,
  };
  // The next attempt begins after this one has failed, unless some of its reply was passed on.
  const isNothing = ended.firstContentMilliseconds === undefined;
  const overRank = failure && isNothing ? rank + 0.5 : ranks.attemptEnd;
  return [
    { moment: began, rank },
    { moment: over, rank: overRank },
  ];
}

/** Of a model that opened no attempt, and of stores. */
function beside(failure: KeptFailure, disclosure: Disclosure): Ranked {
  const { at, step, model, upstream } = failure;
  const { message } = showFailure(failure, disclosure, upstream);
  const label = `${step} failed`;
  const detail = step === "attempt" ? `${model}: ${message}` : message;
  return { moment: { at, kind: "life", label, detail, isBad: true }, rank: ranks.beside };
}

function head({ end, beganAt, facts }: KeptRequest): readonly Ranked[] {
  if (!end) return [];
  const at = beganAt + end.headMilliseconds;
  const label = "head of the answer";
  // An answer that is not streamed begins when its reply is whole.
  const rank = facts.stream ? ranks.head : ranks.headOfWhole;
  return [{ moment: { at, kind: "life", label, detail: String(end.status) }, rank }];
}

function over({ end }: KeptRequest): readonly Ranked[] {
  if (!end) return [];
  const { at, outcome } = end;
  const isBad = outcome === "failed";
  const moment: Moment = { at, kind: "life", label: "request over", detail: outcome, isBad };
  return [{ moment, rank: ranks.over }];
}
