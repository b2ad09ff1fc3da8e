import type { Problem } from "../problem.js";
import { findMistakesOfModels } from "./models.js";
import { type ReadModel, readModel, toList, toMembers } from "./read-parts.js";
import { findMistakesOfStore } from "./store.js";

/**
 * The mistakes between the parts of a config: names that nothing has, names that two things have, models
 * that stand for themselves, members that do not go together. It reads whatever has the right shape, so
 * that they are found together with the mistakes of shape.
 */
export function findBrokenReferences(config: unknown): readonly Problem[] {
  const members = toMembers(config);
  const models = toList(members.models).map(readModel);
  const upstreams = toMembers(members.upstreams);
  return [
    ...findNothingServed(members, models, upstreams),
    ...findMistakesOfModels(models, upstreams),
    ...findTwice(members, "models", "id"),
    ...findTwice(members, "keys", "id"),
    ...findTwice(members, "keys", "key"),
    ...findMistakesOfStore(toMembers(members.store)),
    ...findNobody(members),
    ...(members.inspector && !members.admin
      ? [{ path: ["inspector"], message: "needs `admin`, whose credential opens it" }]
      : []),
  ];
}

function findNothingServed(
  members: Readonly<Record<string, unknown>>,
  models: readonly ReadModel[],
  upstreams: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const isServed = models.some((model) => model.members.hidden !== true);
  const servesAll = Object.values(upstreams).some((one) => toMembers(one).allModels === true);
  if (isServed || servesAll) return [];
  const message = "must have a model that is not hidden, unless an upstream has `allModels`";
  return members.models === undefined || Array.isArray(members.models)
    ? [{ path: ["models"], message }]
    : [];
}

function findTwice(
  members: Readonly<Record<string, unknown>>,
  list: string,
  member: string,
): readonly Problem[] {
  const values = toList(members[list]).map((entry) => toMembers(entry)[member]);
  return values.flatMap((value, index) => {
    const first = values.indexOf(value);
    if (typeof value !== "string" || first === index) return [];
    return [{ path: [list, index, member], message: `is the same as that of ${list}[${first}]` }];
  });
}

/** Somebody must be able to call. */
function findNobody(members: Readonly<Record<string, unknown>>): readonly Problem[] {
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
