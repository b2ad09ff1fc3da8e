import type { Problem } from "../problem.js";
import { type ReadModel, toList, toMembers, toName } from "../read-parts.js";

/**
 * Models that would be free although prices are required. A group costs what its first member costs, so
 * that one is looked at in its place.
 */
export function findFreeModels(
  models: readonly ReadModel[],
  upstreams: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const served = models.filter(({ members }) => members.hidden !== true);
  const priced = new Set(served.flatMap((model) => firstOf(model, models) ?? []));
  const message = "is missing; `requirePrices` demands it";
  const listed = Object.entries(upstreams).filter(([, upstream]) => isListedFree(upstream));
  return [
    ...[...priced]
      .filter(({ members }) => members.prices === undefined)
      .map(({ index }) => ({ path: ["models", index, "prices"], message })),
    ...listed.map(([name]) => ({ path: ["upstreams", name, "prices"], message })),
  ];
}

/** The model itself, or the first one of the group that it is, if it is in the config. */
function firstOf(
  model: ReadModel,
  models: readonly ReadModel[],
  visited: readonly ReadModel[] = [],
): ReadModel | undefined {
  const { fallback, balance } = model.members;
  if (fallback === undefined && balance === undefined) return model;
  const [first] = [...toList(fallback), ...toList(balance)].map(toName);
  const found = models.find(({ id }) => id !== undefined && id === first);
  if (!found || visited.includes(found)) return undefined;
  return firstOf(found, models, [...visited, found]);
}

function isListedFree(upstream: unknown): boolean {
  const { allModels, prices } = toMembers(upstream);
  return allModels === true && prices === undefined;
}
