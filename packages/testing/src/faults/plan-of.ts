import type { Fault } from "./fault.js";
import type { FaultedRequest, FaultPlan, Faults } from "./plan.js";

/** A plan in any of its forms as a function. Without a plan, and beyond its end, nothing goes wrong. */
export function planOf(plan: FaultPlan | undefined): (request: FaultedRequest) => readonly Fault[] {
  if (plan === undefined) return () => [];
  if (typeof plan === "function") return (request) => listFaults(plan(request));
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
