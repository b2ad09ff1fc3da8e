import { faultOf } from "../../errors/fault.js";
import { type ErrorKind, ServiceError } from "../../errors/service-error.js";
import { wait } from "../../runtime/wait.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { amount, callback, count, flag } from "../../validation/values.js";
import { checkModel } from "../check-model.js";
import { deriveModel } from "../derive-model.js";
import { passingKinds } from "../failures.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import { attemptModel } from "./attempt-model.js";
import { untilFirstEvent } from "./peek.js";

/** How often, and after which errors, a model is called again. Times are in milliseconds. */
export interface RetryOptions {
  /** Attempts after the first. @default 2 */
  readonly retries?: number | undefined;
  /** The longest wait before the first retry; it doubles with each further one. @default 500 */
  readonly baseDelay?: number | undefined;
  /** The longest wait to which the delay doubles. @default 8_000 */
  readonly maximumDelay?: number | undefined;
  /**
   * The longest wait that an error may ask for. An error that asks for more is passed on at once, so
   * that the caller sees it. @default 30_000
   */
  readonly maximumRetryAfter?: number | undefined;
  /**
   * Returns whether an error is temporary. It is not called for errors that are never retried. @default errors of
   * kind `upstream_unavailable`, `upstream_bad_response`, `upstream_timeout`, `overloaded` and `rate_limited`,
   * unless the upstream refuses the operator's key, account, path or model name (401, 402, 403, 404)
   */
  readonly retryable?: ((error: ServiceError) => boolean) | undefined;
  /** Also retries after a failure that leaves open whether the model has run, which may cost twice. @default false */
  readonly retryUncertain?: boolean | undefined;
}

/**
 * A model that calls another one again if it fails before its first event. Before each retry it waits
 * a random part of a delay that doubles, plus the time that the error asks for. The wait ends when
 * the caller leaves. Refused requests, empty budgets and stores that are down are never retried.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function withRetry(model: Model, options: RetryOptions = {}): Model {
  checkModel("withRetry", model);
  checkOptions("withRetry", options, validOptions);
  const plan = toPlan(options);
  return deriveModel(model, (request) => respond(model, plan, request));
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<RetryOptions>({
    retries: count,
    baseDelay: amount,
    maximumDelay: amount,
    maximumRetryAfter: amount,
    retryable: callback,
    retryUncertain: flag,
  }),
);

type Plan = { readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]> };

function toPlan(options: RetryOptions): Plan {
  return {
    retries: options.retries ?? 2,
    baseDelay: options.baseDelay ?? 500,
    maximumDelay: options.maximumDelay ?? 8_000,
    maximumRetryAfter: options.maximumRetryAfter ?? 30_000,
    retryable: options.retryable ?? canPass,
    retryUncertain: options.retryUncertain ?? false,
  };
}

async function respond(model: Model, plan: Plan, request: ModelRequest): Promise<Reply> {
  for (let retry = 0; ; retry++) {
    const outcome = await attemptModel(model, request, untilFirstEvent);
    if ("reply" in outcome) return outcome.reply;
    const { failure } = outcome;
    const asked = mayRetry(plan, retry, request, failure.error);
    if (asked === undefined) throw failure.error;
    request.reportFailure?.(failure);
    const delay = Math.min(plan.maximumDelay, plan.baseDelay * 2 ** retry);
    await wait(asked + request.random() * delay, request);
  }
}

const neverKinds: ReadonlySet<ErrorKind> = new Set([
  "bad_request",
  "budget_exhausted",
  "store_unavailable",
]);

/** The milliseconds that the error asks to wait, or `undefined` if another attempt is not allowed. */
function mayRetry(
  plan: Plan,
  retry: number,
  { signal }: ModelRequest,
  thrown: unknown,
): number | undefined {
  if (retry >= plan.retries || signal.aborted) return undefined;
  const error = ServiceError.from(thrown);
  if (neverKinds.has(error.kind) || !plan.retryable(error)) return undefined;
  if (error.mayHaveRun && !plan.retryUncertain) return undefined;
  const asked = (error.retryAfterSeconds ?? 0) * 1_000;
  return asked <= plan.maximumRetryAfter ? asked : undefined;
}

/** What an operator must fix does not pass by itself: an upstream that refuses a key refuses it again. */
function canPass(error: ServiceError): boolean {
  return passingKinds.has(error.kind) && faultOf(error) !== "configuration";
}
