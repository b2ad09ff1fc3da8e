import { ServiceError } from "../../errors/service-error.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { callback } from "../../validation/values.js";
import { checkList, validModel } from "../check-model.js";
import { modelKinds } from "../failures.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import { Homes } from "../places/homes.js";
import type { Way } from "../places/way.js";
import { askOnWay } from "./ask-on-way.js";
import { attemptModel } from "./attempt-model.js";
import { type GroupOptions, groupChecks, joinModels } from "./join-models.js";
import { untilContent } from "./peek.js";

/** Options of `withFallback`. */
export interface FallbackOptions extends GroupOptions {
  /**
   * Returns whether the next model is asked after an error. @default errors that the model causes: kind
   * `upstream_unavailable`, `upstream_bad_response`, `upstream_timeout`, `overloaded`, `rate_limited` and
   * `internal`
   */
  readonly when?: ((error: ServiceError) => boolean) | undefined;
}

/**
 * A model that asks the given ones in order until one answers. Nothing of an answer is shown before
 * its content begins; if a model fails before that, the next one is asked. A reply that fails later
 * is never restarted silently. If none answers, the error is the last one, and its cause is an
 * `AggregateError` of all errors in the order in which the models were asked.
 *
 * A conversation with what only one of the models can use, such as signed or encrypted reasoning or a
 * container, asks that one first. If another one answers, it does so without them, and the receipt lists what
 * was left out.
 *
 * The group has the name of the first model, or `id`, and supports what all of its models support. The
 * answer names the model that gave it.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function withFallback(models: readonly Model[], options: FallbackOptions = {}): Model {
  const list = checkList("withFallback", models, validModel);
  checkOptions("withFallback", options, validOptions);
  const { when = ({ kind }) => modelKinds.has(kind) } = options;
  const homes = list.length === 1 ? undefined : new Homes(() => 0);
  return joinModels(list, options, (request) => respond({ models: list, when, homes }, request));
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<FallbackOptions>({ ...groupChecks, when: callback }),
);

/** The models of one fallback, and what it knows of their conversations. */
interface Group {
  readonly models: readonly Model[];
  readonly when: (error: ServiceError) => boolean;
  /** Absent: there is only one model. */
  readonly homes: Homes | undefined;
}

async function respond({ models, when, homes }: Group, request: ModelRequest): Promise<Reply> {
  const errors: ServiceError[] = [];
  const way = homes?.wayOf(request);
  for (const [asked, [index, model]] of inOrder(models, way).entries()) {
    const outcome = way
      ? await askOnWay(way, index, model, request, untilContent)
      : await attemptModel(model, request, untilContent);
    if ("reply" in outcome) {
      way?.noteAnswer(index);
      return outcome.reply;
    }
    const { failure } = outcome;
    if (request.signal.aborted) throw failure.error;
    const error = ServiceError.from(failure.error);
    errors.push(error);
    if (!when(error)) break;
    if (asked < models.length - 1) request.reportFailure?.(failure);
  }
  throw joinErrors(errors);
}

/** The models with their indexes. One that has made what only it can use comes first. */
function inOrder(models: readonly Model[], way: Way | undefined): readonly [number, Model][] {
  const entries = [...models.entries()];
  if (!way || way.values.length === 0) return entries;
  const { place } = way;
  return entries.toSorted(([one], [other]) => Number(other === place) - Number(one === place));
}

/** The last error, so that the caller learns the latest state, with all errors as its cause. */
function joinErrors(errors: readonly ServiceError[]): ServiceError {
  const last = ServiceError.from(errors.at(-1));
  if (errors.length === 1) return last;
  return ServiceError.with(last, {
    mayHaveRun: errors.some(({ mayHaveRun }) => mayHaveRun),
    cause: new AggregateError(errors, "No model answered."),
  });
}
