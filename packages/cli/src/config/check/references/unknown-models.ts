import { nearestName } from "../../../discover/nearest-name.js";
import type { Problem } from "../problem.js";
import { type ReadModel, readModel, toList, toMembers, toName } from "../read-parts.js";
import { listNames } from "./names.js";

/** How many names are given; an upstream may list hundreds. */
const namedModels = 8;

/**
 * Models that nothing has, for which groups stand or which keys may use.
 * @param listed the names that upstreams with `allModels` list
 */
export function findUnknownModels(config: unknown, listed: readonly string[]): readonly Problem[] {
  const members = toMembers(config);
  const models = toList(members.models).map(readModel);
  const own = models.flatMap(({ id }) => (id === undefined ? [] : [id]));
  // A model of the config has its name before one that is listed, also if it is hidden.
  const others = listed.filter((id) => !own.includes(id));
  return [
    ...models.flatMap((model) => findInGroup(model, [...own, ...others])),
    ...findForbidden(toList(members.keys), [...servedOf(models), ...others]),
  ];
}

function servedOf(models: readonly ReadModel[]): readonly string[] {
  return models.flatMap(({ id, members }) =>
    id === undefined || members.hidden === true ? [] : [id],
  );
}

function findInGroup(
  { index, members, needsKind }: ReadModel,
  ids: readonly string[],
): readonly Problem[] {
  if (!needsKind) return [];
  const kind = members.fallback === undefined ? "balance" : "fallback";
  return toList(members[kind]).flatMap((member, place) => {
    const name = toName(member);
    if (name === undefined || ids.includes(name)) return [];
    const message = `${JSON.stringify(name)} is not the id of a model; ${sayThere(name, ids)}`;
    return [{ path: ["models", index, kind, place], message }];
  });
}

/** Models that keys may use, but that nobody can ask for. */
function findForbidden(keys: readonly unknown[], ids: readonly string[]): readonly Problem[] {
  return keys.flatMap((key, index) =>
    toList(toMembers(key).models).flatMap((name, place) => {
      if (typeof name !== "string" || ids.includes(name)) return [];
      const there = sayThere(name, ids);
      const message = `${JSON.stringify(name)} is not the id of a model that is served; ${there}`;
      return [{ path: ["keys", index, "models", place], message }];
    }),
  );
}

function sayThere(name: string, ids: readonly string[]): string {
  if (ids.length <= namedModels) return `there are ${listNames(ids)}`;
  return `the nearest of ${ids.length} is ${JSON.stringify(nearestName(name, ids))}`;
}
