import { formatOf, formatOfPreset } from "../../formats.js";
import type { Problem } from "../problem.js";
import { toMembers } from "../read-parts.js";

type Members = Readonly<Record<string, unknown>>;

/** Members of an upstream that do not go together. */
export function findMistakesOfUpstreams(upstreams: Members): readonly Problem[] {
  return Object.entries(upstreams).flatMap(([name, value]) => {
    const upstream = toMembers(value);
    const path = ["upstreams", name];
    return [...findOtherFormat(upstream, path), ...findUnusedPrices(upstream, path)];
  });
}

function findOtherFormat(upstream: Members, path: readonly PropertyKey[]): readonly Problem[] {
  const { preset } = upstream;
  const [format, meant] = [formatOf(upstream), formatOfPreset(preset)];
  if (format === undefined || meant === undefined || format === meant) return [];
  const message = `${JSON.stringify(preset)} is for an upstream of format ${JSON.stringify(meant)}`;
  return [{ path: [...path, "preset"], message }];
}

function findUnusedPrices(
  { allModels, prices }: Members,
  path: readonly PropertyKey[],
): readonly Problem[] {
  if (prices === undefined || allModels === true) return [];
  const message = "is only for an upstream with `allModels`; other models have prices of their own";
  return [{ path: [...path, "prices"], message }];
}
