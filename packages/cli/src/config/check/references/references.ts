import type { Problem } from "../problem.js";
import { type ReadModel, readModel, toList, toMembers } from "../read-parts.js";
import { findMistakesOfAccounts } from "./accounts.js";
import { findMistakesOfModels } from "./models.js";
import { findAmbiguousNames, findTwice, listsModels } from "./names.js";
import { findFreeModels } from "./prices.js";
import { findMistakesOfStore } from "./store.js";
import { findUnknownModels } from "./unknown-models.js";
import { findMistakesOfUpstreams } from "./upstreams.js";

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
    ...findMistakesOfUpstreams(upstreams),
    ...findMistakesOfModels(models, upstreams),
    ...findTwice(["models"], members.models, "id"),
    ...findAmbiguousNames(models),
    ...(members.requirePrices === true ? findFreeModels(models, upstreams) : []),
    // What upstreams list is known only when they are asked.
    ...(listsModels(upstreams) ? [] : findUnknownModels(config, [])),
    ...findMistakesOfAccounts(members),
    ...findMistakesOfStore(toMembers(members.store)),
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
  if (isServed || listsModels(upstreams)) return [];
  const message = "must have a model that is not hidden, unless an upstream has `allModels`";
  return members.models === undefined || Array.isArray(members.models)
    ? [{ path: ["models"], message }]
    : [];
}
