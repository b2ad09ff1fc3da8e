import { type Problem, toPathText } from "../problem.js";
import { type ReadModel, toList, toMembers } from "../read-parts.js";

/** Names in quotation marks. */
export function listNames(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

/** Whether there are models whose names are known only when their upstream is asked. */
export function listsModels(upstreams: Readonly<Record<string, unknown>>): boolean {
  return Object.values(upstreams).some((one) => toMembers(one).allModels === true);
}

/** Members of the entries of a list that have the same text. */
export function findTwice(
  path: readonly PropertyKey[],
  list: unknown,
  member: string,
): readonly Problem[] {
  const values = toList(list).map((entry) => toMembers(entry)[member]);
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    if (typeof value !== "string" || first === index) return [];
    const message = `is the same as that of ${toPathText([...path, first])}`;
    return [{ path: [...path, index, member], message }];
  });
}

/** Names by which callers could mean two models. Ids that two models have are found before. */
export function findAmbiguousNames(models: readonly ReadModel[]): readonly Problem[] {
  const taken = new Map<string, string>();
  const served = models.filter(({ members }) => members.hidden !== true);
  for (const { id, index } of served) if (id !== undefined) taken.set(id, `models[${index}].id`);
  return served.flatMap(({ index, members }) =>
    toList(members.aliases).flatMap((alias, place) => {
      if (typeof alias !== "string") return [];
      const path = ["models", index, "aliases", place];
      const first = taken.get(alias);
      if (first === undefined) taken.set(alias, toPathText(path));
      return first === undefined ? [] : [{ path, message: `is the same as ${first}` }];
    }),
  );
}
