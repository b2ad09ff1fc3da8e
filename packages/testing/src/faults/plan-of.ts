import type { Fault } from "./fault.js";
import type { FaultedRequest, FaultPlan, Faults } from "./plan.js";

/**
 * A plan in any of its forms as a function. Without a plan, and beyond its end, nothing goes wrong.
 * @throws TypeError for what is neither a list nor a function, such as a single fault
 */
export function planOf(plan: FaultPlan | undefined): (request: FaultedRequest) => readonly Fault[] {
  if (plan === undefined) return () => [];
  if (typeof plan === "function") return (request) => listFaults(plan(request));
  if (!Array.isArray(plan)) {
    throw new TypeError(
      "What goes wrong must be a list, an entry for each request, or a function.",
    );
  }
  return ({ index }) => listFaults(plan[index]);
}

/** What goes wrong with one request as a list, in its order. */
export function listFaults(faults: Faults): readonly Fault[] {
  if (faults === undefined) return [];
  return isList(faults) ? faults : [faults];
}

function isList(faults: Fault | readonly Fault[]): faults is readonly Fault[] {
  return Array.isArray(faults);
}
