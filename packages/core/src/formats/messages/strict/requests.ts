import type { ServiceError } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import type { MessagesRequest } from "../schemas/whole.js";
import type { MessagesHead } from "../wire/head.js";
import { findBlockProblem } from "./blocks.js";
import { findCacheProblem } from "./cache.js";
import { findFieldProblem } from "./fields.js";
import { assertBrowserOptIn, assertKnownBetas } from "./headers.js";
import { findMediaProblem } from "./media.js";
import { findPairingProblem } from "./pairing.js";
import { findParameterProblem } from "./parameters.js";
import { findSchemaProblem } from "./schemas.js";
import { findSurrogateProblem } from "./surrogates.js";
import { findReasoningProblem } from "./thinking.js";
import { findToolProblem } from "./tools.js";
import { findTurnProblem } from "./turns.js";

/** A rule of the strict profile: finds the first problem in a body that already fits the schema. */
type StrictRule = (
  request: MessagesRequest,
  head: MessagesHead,
  purpose: "create" | "count",
) => ServiceError | undefined;

/** All rules, in the order of the real service. */
const rules: readonly StrictRule[] = [
  findSurrogateProblem,
  findFieldProblem,
  findToolProblem,
  findParameterProblem,
  findSchemaProblem,
  findBlockProblem,
  findMediaProblem,
  findCacheProblem,
  findTurnProblem,
  findPairingProblem,
  findReasoningProblem,
];

/**
 * Refuses what the real service refuses whatever the model, in its words.
 * @throws ServiceError `bad_request`
 */
function assertStrict(
  request: MessagesRequest,
  head: MessagesHead,
  purpose: "create" | "count",
): void {
  for (const rule of rules) {
    const error = rule(request, head, purpose);
    if (error) throw error;
  }
}

/**
 * Rules about requests, for any model. The types of the wire are not part of the public types, which
 * would need zod otherwise.
 */
export interface RequestRules {
  readonly assertBrowserOptIn: typeof assertBrowserOptIn;
  readonly assertKnownBetas: typeof assertKnownBetas;
  assertStrict(request: JsonObject, head: MessagesHead, purpose: "create" | "count"): void;
}

/** What the real service refuses whatever the model. */
export const requestRules: RequestRules = {
  assertBrowserOptIn,
  assertKnownBetas,
  assertStrict,
};
