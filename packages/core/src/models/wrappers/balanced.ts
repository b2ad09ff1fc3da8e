import {
  type AttemptEnd,
  otherChoiceFailed,
  toAttemptEnd,
} from "../../conversation/attempt-end.js";
import { ServiceError } from "../../errors/service-error.js";
import { type Check, deferred, either } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { amount, finite, size } from "../../validation/values.js";
import { checkList, type NonEmpty, validModel } from "../check-model.js";
import { modelKinds } from "../failures.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import { type GroupOptions, groupChecks, joinModels } from "./join-models.js";
import {
  chooseMember,
  createMember,
  type HealthPolicy,
  type Member,
  type Verdict,
} from "./members.js";
import { type ReplyOutcome, watchReply } from "./watch-reply.js";

/** A model and its share of the requests. */
export interface WeightedModel {
  readonly model: Model;
  /** Any number above 0; only the ratio to the other weights matters. @default 1 */
  readonly weight?: number | undefined;
}

/** Options of `balanced`. */
export interface BalancedOptions extends GroupOptions {
  /** Consecutive failures after which a model is set aside. @default 3 */
  readonly failures?: number | undefined;
  /** For how many milliseconds it is set aside. @default 30_000 */
  readonly setAside?: number | undefined;
}

/**
 * A model that distributes requests among others: each goes to the one with the fewest running
 * replies for its weight. A model that fails several times in a row, before or during its content, is
 * set aside for a time; then one request probes it, and more follow once it answers. If all are set
 * aside, the one whose time ends first is asked. Refused requests and callers who leave do not count
 * as failures.
 *
 * A request goes to one model only; wrap the group in `withRetry` for another attempt. The models'
 * health is known only in this process, to the returned model. The group has the name of the first
 * model, or `id`, and supports what all of its models support.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function balanced(
  models: readonly (Model | WeightedModel)[],
  options: BalancedOptions = {},
): Model {
  const [first, ...others] = checkList("balanced", models, validMember);
  checkOptions("balanced", options, validOptions);
  const members: NonEmpty<Member> = [toMember(first), ...others.map(toMember)];
  const policy = {
    failures: options.failures ?? 3,
    setAside: options.setAside ?? 30_000,
  };
  const [leader, ...rest] = members;
  return joinModels([leader.model, ...rest.map(({ model }) => model)], options, (request) =>
    respond(members, policy, request),
  );
}

function toMember(value: Model | WeightedModel): Member {
  const { model, weight = 1 } = isWeighted(value) ? value : { model: value };
  return createMember(model, weight);
}

function isWeighted(value: unknown): value is WeightedModel {
  return typeof value === "object" && value !== null && "model" in value;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<BalancedOptions>({ ...groupChecks, failures: size, setAside: amount }),
);

const validMember: Check = /* @__PURE__ */ deferred(() => {
  const weighted = members<WeightedModel>({ model: { required: validModel }, weight: finite });
  return either(isWeighted, weighted, validModel);
});

async function respond(
  members: NonEmpty<Member>,
  policy: HealthPolicy,
  request: ModelRequest,
): Promise<Reply> {
  const now = () => request.clock.monotonic();
  const member = chooseMember(members, now(), request.random);
  const visit = member.enter(policy, now);
  try {
    const reply = await member.model.respond(request);
    return watchReply(reply, {
      onProgress: visit.progress,
      onOver: (outcome) => visit.leave(judge(outcome, request)),
    });
  } catch (error) {
    visit.leave(judge({ name: "failed", error }, request));
    throw error;
  }
}

/** Ends that say nothing about the model. */
const saysNothing: ReadonlySet<AttemptEnd> = new Set(["client_abort", "shutdown"]);

/** What the end of a reply shows about its model's health. */
function judge(outcome: ReplyOutcome, { signal }: ModelRequest): Verdict {
  switch (outcome.name) {
    case "ended":
      return "good";
    case "cancelled":
      if (outcome.reason === otherChoiceFailed) return "unknown";
      return saysNothing.has(toAttemptEnd(outcome.reason)) ? "unknown" : "bad";
    case "failed":
      if (signal.aborted) return toAttemptEnd(signal.reason) === "timeout" ? "bad" : "unknown";
      return modelKinds.has(ServiceError.from(outcome.error).kind) ? "bad" : "unknown";
  }
}
