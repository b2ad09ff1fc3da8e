import {
  type AttemptEnd,
  otherChoiceFailed,
  toAttemptEnd,
} from "../../conversation/attempt-end.js";
import { ServiceError } from "../../errors/service-error.js";
import { type Check, deferred, either } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { amount, finite, oneOf, size } from "../../validation/values.js";
import { checkList, type NonEmpty, validModel } from "../check-model.js";
import { modelKinds } from "../failures.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import { Homes } from "../places/homes.js";
import { createRanking, type RankMembers } from "../places/rank-members.js";
import type { Way } from "../places/way.js";
import { askOnWay } from "./ask-on-way.js";
import { type GroupOptions, groupChecks, joinModels } from "./join-models.js";
import {
  chooseMember,
  createMember,
  type HealthPolicy,
  isAvailable,
  type Member,
  type Verdict,
} from "./members.js";
import type { Peek } from "./peek.js";
import { type ReplyOutcome, watchReply } from "./watch-reply.js";

/** A model and its share of the requests. */
export interface WeightedModel {
  /** One of the models. */
  readonly model: Model;
  /** Its share of the requests: any number above 0. Only the ratio to the other weights matters. @default 1 */
  readonly weight?: number | undefined;
}

/** Options of `balanced`. */
export interface BalancedOptions extends GroupOptions {
  /** How many failures in a row set a model aside. @default 3 */
  readonly failures?: number | undefined;
  /** For how many milliseconds a model is set aside. @default 30_000 */
  readonly setAside?: number | undefined;
  /**
   * `prefix` keeps each conversation on one model, so that the prompt caches of upstreams serve it. @default only
   * conversations whose replies bind them to one upstream, such as by signatures, keep to one model
   */
  readonly sticky?: "prefix" | undefined;
}

/**
 * A model that distributes requests among others: each goes to the one with the fewest running
 * replies for its weight. A model that fails several times in a row, before or during its content, is
 * set aside for a time; then one request probes it, and more follow once it answers. If all are set
 * aside, the one whose time ends first is asked. Refused requests and callers who leave do not count
 * as failures.
 *
 * A conversation whose replies have what only its upstream can use, such as signed or encrypted reasoning
 * or containers, goes back to the model that has made them. While that is set aside, another model answers
 * without them, and the receipt lists what was left out.
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
  const rank = createRanking(members);
  const group: Group = {
    members,
    policy: { failures: options.failures ?? 3, setAside: options.setAside ?? 30_000 },
    rank,
    homes: others.length === 0 ? undefined : new Homes(({ beginning }) => rank(beginning)[0] ?? 0),
    keepsPrefixes: options.sticky === "prefix",
  };
  const [leader, ...rest] = members;
  return joinModels([leader.model, ...rest.map(({ model }) => model)], options, (request) =>
    respond(group, request),
  );
}

/** The models of one balance, and what it knows of them and of their conversations. */
interface Group {
  readonly members: NonEmpty<Member>;
  readonly policy: HealthPolicy;
  readonly rank: RankMembers;
  /** Absent: there is only one model. */
  readonly homes: Homes | undefined;
  readonly keepsPrefixes: boolean;
}

function toMember(value: Model | WeightedModel): Member {
  const { model, weight = 1 } = isWeighted(value) ? value : { model: value };
  return createMember(model, weight);
}

function isWeighted(value: unknown): value is WeightedModel {
  return typeof value === "object" && value !== null && "model" in value;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<BalancedOptions>({
    ...groupChecks,
    failures: size,
    setAside: amount,
    sticky: oneOf("prefix"),
  }),
);

const validMember: Check = /* @__PURE__ */ deferred(() => {
  const weighted = members<WeightedModel>({ model: { required: validModel }, weight: finite });
  return either(isWeighted, weighted, validModel);
});

async function respond(group: Group, request: ModelRequest): Promise<Reply> {
  const now = () => request.clock.monotonic();
  const way = group.homes?.wayOf(request);
  const index = choose(group, way, now(), request);
  const member = group.members[index] ?? group.members[0];
  const visit = member.enter(group.policy, now);
  try {
    const reply = await ask(member.model, index, way, request);
    way?.noteAnswer(index);
    return watchReply(reply, {
      onProgress: visit.progress,
      onOver: (outcome) => visit.leave(judge(outcome, request)),
    });
  } catch (error) {
    const verdict = judge({ name: "failed", error }, request);
    visit.leave(verdict);
    if (verdict === "bad") way?.noteFailure(index);
    throw error;
  }
}

async function ask(
  model: Model,
  index: number,
  way: Way | undefined,
  request: ModelRequest,
): Promise<Reply> {
  if (!way || way.values.length === 0) return model.respond(request);
  const outcome = await askOnWay(way, index, model, request, untilHead);
  if ("reply" in outcome) return outcome.reply;
  throw outcome.failure.error;
}

/** Waits for no more than the model does. */
const untilHead: Peek = (reply) => Promise.resolve(reply);

/**
 * The index of the member for a request. A conversation that keeps to one goes where it was, or to the next in
 * its ranking that can be asked and has not failed for it before.
 */
function choose(
  { members, rank, keepsPrefixes }: Group,
  way: Way | undefined,
  now: number,
  { random }: ModelRequest,
): number {
  if (way && (keepsPrefixes || way.isBound)) {
    const order = [way.place, ...rank(way.beginning)];
    const kept = order.find((index) => isAvailable(members[index], now) && !way.hasFailed(index));
    if (kept !== undefined) return kept;
  }
  return members.indexOf(chooseMember(members, now, random));
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
