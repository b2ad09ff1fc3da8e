import { checkModel, checks, deriveModel, type Model } from "@diglot/core";
import { validPlan } from "./check-faults.js";
import type { FaultPlan } from "./plan.js";
import { planOf } from "./plan-of.js";
import { respondWithFaults } from "./respond-with-faults.js";

/**
 * A model whose answers go wrong as a plan says, whatever the model is: one in this process, an
 * upstream of the caller's format or of another one. The requests to it are counted from 0. The
 * ledger says what the model did, not what became of its answer.
 *
 * @example
 * const model = withFaults(upstream, [undefined, faults.cut({ events: 3 })]);
 * @throws TypeError for anything that is not a model, and for an invalid plan
 */
export function withFaults(model: Model, plan: FaultPlan): Model {
  checkModel("withFaults", model);
  checks.checkOptions("withFaults", plan, validPlan, "plan");
  const faultsOf = planOf(plan);
  let requests = 0;
  return deriveModel(model, async (request) => {
    const faults = faultsOf({ index: requests++, request });
    return respondWithFaults(faults, request, () => model.respond(request));
  });
}
