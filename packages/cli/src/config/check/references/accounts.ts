import type { Problem } from "../problem.js";
import { type ReadModel, toList, toMembers } from "../read-parts.js";
import { findTwice, listNames, listsModels } from "./names.js";

type Members = Readonly<Record<string, unknown>>;

/** What is wrong between keys, accounts and models. */
export function findMistakesOfAccounts(
  members: Members,
  models: readonly ReadModel[],
): readonly Problem[] {
  return [
    ...findTwice(["keys"], members.keys, "id"),
    ...findTwice(["keys"], members.keys, "key"),
    ...findForbiddenModels(members, models),
    ...toList(members.keys).flatMap((key, index) =>
      findTwice(["keys", index, "budgets"], toMembers(key).budgets, "period"),
    ),
    ...Object.entries(toMembers(members.accounts)).flatMap(([id, account]) =>
      findTwice(["accounts", id, "budgets"], toMembers(account).budgets, "period"),
    ),
    ...findNobody(members),
  ];
}

/** Models that keys may use, but that nobody can ask for. */
function findForbiddenModels(members: Members, models: readonly ReadModel[]): readonly Problem[] {
  if (listsModels(toMembers(members.upstreams))) return [];
  const ids = models.flatMap(({ id, members }) =>
    id === undefined || members.hidden === true ? [] : [id],
  );
  return toList(members.keys).flatMap((key, index) =>
    toList(toMembers(key).models).flatMap((name, place) => {
      if (typeof name !== "string" || ids.includes(name)) return [];
      const allowed = `there are ${listNames(ids)}`;
      const message = `${JSON.stringify(name)} is not the id of a model that is served; ${allowed}`;
      return [{ path: ["keys", index, "models", place], message }];
    }),
  );
}

/** Somebody must be able to call. */
function findNobody(members: Members): readonly Problem[] {
  const hasKeys = toList(members.keys).length > 0;
  if (members.allowAnonymous === true) {
    const message = "must be false where there are `keys`: nobody would be asked for one";
    return hasKeys ? [{ path: ["allowAnonymous"], message }] : [];
  }
  if (hasKeys || members.admin !== undefined || (members.keys && !Array.isArray(members.keys))) {
    return [];
  }
  const message = "must have a key, unless `admin` issues them or `allowAnonymous` is true";
  return [{ path: ["keys"], message }];
}
