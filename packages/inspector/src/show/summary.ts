import type { CapturedRequest } from "../store/captured.js";
import type { KeptAttempt, KeptRequest } from "../store/kept-request.js";
import type { RequestSummary } from "../wire.js";

/** About four characters are a token, as the service estimates them too. */
const charactersPerToken = 4;

/** The line of a request in the live view. */
export function summarize(
  request: KeptRequest,
  contents: CapturedRequest | undefined,
): RequestSummary {
  const { facts, end, number } = request;
  const attempts = [...request.attempts.values()];
  const answeredBy = end ? end.answeredBy : runningModel(attempts);
  const answering = attempts.findLast(({ facts }) => facts.model === answeredBy)?.facts;
  return {
    id: facts.requestId,
    number,
    at: request.beganAt,
    format: facts.format,
    operation: facts.operation,
    stream: facts.stream,
    keyId: facts.keyId,
    accountId: facts.accountId,
    endUser: facts.endUser,
    sessionId: facts.sessionId,
    requestedModel: facts.requestedModel,
    answeredBy,
    upstream: answering?.upstream,
    state: end?.outcome ?? "running",
    status: end?.status,
    failureKind: end?.failure?.kind,
    attempts: attempts.length,
    failedAttempts: attempts.filter(({ ended }) => ended?.failure).length,
    ...tokensOf(request, contents),
    costNanoDollars: end?.costNanoDollars,
    milliseconds: end?.milliseconds,
    firstContentMilliseconds: request.firstContentMilliseconds,
    losses: request.losses.length,
  };
}

/** The model that answers while a request runs: that of the last attempt, unless all have failed. */
function runningModel(attempts: readonly KeptAttempt[]): string | undefined {
  return attempts.findLast(({ ended }) => ended?.failure === undefined)?.facts.model;
}

function tokensOf(
  { end }: KeptRequest,
  contents: CapturedRequest | undefined,
): Pick<RequestSummary, "input" | "output"> {
  if (end) {
    const { input, cacheRead, cacheWrite, cacheWriteLong, output } = end.usage;
    return { input: input + cacheRead + cacheWrite + cacheWriteLong, output };
  }
  if (!contents || contents.events.length === 0) return {};
  return { output: Math.ceil(countCharacters(contents) / charactersPerToken) };
}

function countCharacters({ events }: CapturedRequest): number {
  let characters = 0;
  for (const { event } of events) {
    const plain = "choice" in event ? event.event : event;
    if (plain.type !== "delta") continue;
    if (plain.delta.type === "text") characters += plain.delta.text.length;
    if (plain.delta.type === "arguments") characters += plain.delta.json.length;
  }
  return characters;
}
