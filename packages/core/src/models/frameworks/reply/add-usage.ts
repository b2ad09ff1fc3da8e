import { type Usage, usageKinds } from "../../../conversation/usage/usage.js";

/** The sum of two usages, such as those of two steps of an agent; a kind that neither has stays unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  const known = usageKinds.filter((kind) => one[kind] !== undefined || other[kind] !== undefined);
  return Object.fromEntries(known.map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
}
