import type { ServiceError } from "../errors/service-error.js";
import { findBlockProblem } from "./strict/blocks.js";
import { findCacheProblem } from "./strict/cache.js";
import { findFieldProblem } from "./strict/fields.js";
import { findMediaProblem } from "./strict/media.js";
import { findPairingProblem } from "./strict/pairing.js";
import { findParameterProblem } from "./strict/parameters.js";
import { findSchemaProblem } from "./strict/schemas.js";
import { findSurrogateProblem } from "./strict/surrogates.js";
import { findThoughtProblem } from "./strict/thinking.js";
import { findToolProblem } from "./strict/tools.js";
import { findTurnProblem } from "./strict/turns.js";
import type { MessagesHead, MessagesRequest } from "./types.js";

/** A rule of the strict profile: the first thing it objects to in a body with a sound schema. */
export type StrictRule = (
  request: MessagesRequest,
  head: MessagesHead,
  purpose: "create" | "count",
) => ServiceError | undefined;

/** All rules, in the order in which the real service checks. */
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
  findThoughtProblem,
];

/**
 * Refuses whatever the real service refuses without looking at the model, in its words.
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

/** What the strict profile has of this format. */
export interface MessagesStrictRules {
  readonly assertStrict: typeof assertStrict;
}

/** The rules of this format, for the strict profile. */
export const messagesStrictRules: MessagesStrictRules = { assertStrict };
