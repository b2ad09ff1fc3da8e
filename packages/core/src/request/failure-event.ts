import { faultOf } from "../errors/fault.js";
import type { ReporterEvent } from "../runtime/reporter.js";
import type { Routed } from "./call.js";

/** The report of a failure while a request is answered. */
export function toFailureEvent(
  step: string,
  error: unknown,
  { requestId, asked: { model, upstream } }: Pick<Routed, "requestId" | "asked">,
): ReporterEvent {
  return {
    ...{ type: "failure", requestId, step, fault: faultOf(error) },
    ...(model !== undefined && { model }),
    ...(upstream !== undefined && { upstream }),
    error,
  };
}
