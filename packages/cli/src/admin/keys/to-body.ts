import { toLimitsBody } from "../limits/to-limits-body.js";
import type { KeyMembers } from "../options.js";

/** The members of a key in the body of a request: undefined leaves a member unchanged, null removes it. */
export function toKeyBody(members: KeyMembers): Readonly<Record<string, unknown>> {
  const { name, model, expires } = members;
  return {
    name,
    models: model?.includes("all") ? "all" : model,
    expires_at: expires === "never" ? null : expires,
    limits: toLimitsBody(members),
  };
}
