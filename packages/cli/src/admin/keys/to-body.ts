import { toLimitsBody } from "../limits/to-limits-body.js";
import type { KeyMembers } from "../options.js";

/** What an endpoint is told of a key's members. What is undefined is not sent, and null removes. */
export function toKeyBody(members: KeyMembers): Readonly<Record<string, unknown>> {
  const { name, model, expires } = members;
  return {
    name,
    models: model?.includes("all") ? "all" : model,
    expires_at: expires === "never" ? null : expires,
    limits: toLimitsBody(members),
  };
}
