import { withRates } from "./errors/with-rates.js";
import type { Answer, Exchange } from "./http/exchange.js";
import { checkAccess, showPage } from "./request/access.js";
import { admit } from "./request/admit.js";
import { findCaller } from "./request/authenticate.js";
import { beginRequest } from "./request/begin-request.js";
import type { Call, Host, Routed } from "./request/call.js";
import { callModel } from "./request/call-model.js";
import { drainAnswer } from "./request/drain-answer.js";
import { guardReply } from "./request/guard-reply.js";
import { claimRequest } from "./request/idempotency/claim.js";
import { observeAnswer } from "./request/observe.js";
import { operate } from "./request/operations/operate.js";
import { readCall } from "./request/read-request.js";
import { takePlace } from "./request/take-place.js";
import { answerFailure } from "./request/write-error.js";
import { writeReply } from "./request/write-reply.js";
import type { MaybePromise } from "./runtime/maybe-promise.js";

/**
 * The lifecycle of a request, from its head to its answer. Every failure becomes an answer in the
 * caller's format.
 */
export async function handleRequest(host: Host, exchange: Exchange): Promise<Answer> {
  const routed = beginRequest(host, exchange);
  try {
    return finishAnswer(routed, await answerRoute(routed));
  } catch (error) {
    return finishAnswer(routed, answerFailure(error, routed));
  }
}

/** A client whose connection is kept would send its next request to a service that is gone. */
function finishAnswer(routed: Routed, answer: Answer): Answer {
  const observed = observeAnswer(routed, routed.settings.cors ? showPage(routed, answer) : answer);
  if (routed.lifetime.accepting) return observed;
  return { ...observed, headers: [...observed.headers, ["connection", "close"]] };
}

function answerRoute(routed: Routed): MaybePromise<Answer> {
  const { route } = routed;
  checkAccess(routed);
  return route.kind === "generate" ? generate(routed) : operate(routed, route);
}

/** The main operation: from a caller's conversation to a model's reply. */
async function generate(routed: Routed): Promise<Answer> {
  const key = await findCaller(routed);
  const place = await takePlace(routed, key);
  const call = await readCall(routed, key, place);
  return drainAnswer(call, answerOnce(call));
}

/**
 * Requests with the same idempotency key are answered once; later ones receive the stored answer.
 */
function answerOnce(call: Call): Promise<Answer> {
  const { idempotencyKey } = call;
  return idempotencyKey === undefined ? answerCall(call) : answerClaimed(call, idempotencyKey);
}

async function answerClaimed(call: Call, idempotencyKey: string): Promise<Answer> {
  const claim = await claimRequest(call, idempotencyKey);
  if ("earlierAnswer" in claim) return claim.earlierAnswer;
  try {
    return claim.keep(await answerCall(call));
  } catch (error) {
    claim.fail(error);
    throw error;
  }
}

/**
 * Charges the rates, calls the model and writes its reply. A guard enforces limits of time and
 * size.
 */
async function answerCall(call: Call): Promise<Answer> {
  const guard = guardReply(call);
  const admission = await guard.wait(admit(call));
  try {
    const reply = await guard.open(() => callModel(call, admission));
    return await writeReply(call, reply, admission.rates);
  } catch (error) {
    throw withRates(error, admission.rates);
  }
}
