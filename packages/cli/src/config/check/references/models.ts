import type { Problem } from "../problem.js";
import { type ReadModel, toList, toName } from "../read-parts.js";
import { listNames } from "./names.js";

const kinds = ["upstream", "fallback", "balance", "embedded"] as const;
type Kind = (typeof kinds)[number];

/** Members that only models of these kinds have. */
const membersOfKinds: Readonly<Record<string, readonly Kind[]>> = {
  model: ["upstream"],
  contextWindow: ["upstream"],
  capabilities: ["upstream"],
  displayName: ["upstream", "embedded"],
  created: ["upstream", "embedded"],
  ownedBy: ["upstream", "embedded"],
  prices: ["upstream", "embedded"],
  wordDelay: ["embedded"],
  health: ["balance"],
  sticky: ["balance"],
};

/** What is wrong with single models, and between them. */
export function findMistakesOfModels(
  models: readonly ReadModel[],
  upstreams: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const described = models.filter(({ needsKind }) => needsKind);
  return [...described.flatMap((model) => findInModel(model, upstreams)), ...findCycles(models)];
}

function findInModel(
  model: ReadModel,
  upstreams: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const { members } = model;
  const path = ["models", model.index];
  const given = kinds.filter((kind) => members[kind] !== undefined);
  if (given.length !== 1) {
    const list = kinds.map((kind) => `\`${kind}\``).join(", ");
    return [{ path, message: `must have exactly one of ${list}` }];
  }
  const [kind] = given as [Kind];
  const foreign = Object.entries(membersOfKinds).filter(
    ([name, allowed]) => members[name] !== undefined && !allowed.includes(kind),
  );
  return [
    ...foreign.map(([name, allowed]) => ({
      path: [...path, name],
      message: `is only for models with ${allowed.map((one) => `\`${one}\``).join(" or ")}`,
    })),
    ...findUnknownUpstream(members.upstream, path, upstreams),
  ];
}

function findUnknownUpstream(
  name: unknown,
  path: readonly PropertyKey[],
  upstreams: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  if (typeof name !== "string" || Object.hasOwn(upstreams, name)) return [];
  const names = Object.keys(upstreams);
  const allowed = names.length > 0 ? `it has ${listNames(names)}` : "it has none";
  return [
    {
      path: [...path, "upstream"],
      message: `${JSON.stringify(name)} is not in \`upstreams\`; ${allowed}`,
    },
  ];
}

/** Groups that stand for themselves, each reported at its first model. */
function findCycles(models: readonly ReadModel[]): readonly Problem[] {
  const byId = new Map(models.map((model) => [model.id, model]));
  const message = "must not stand for itself, directly or through others";
  return models.flatMap(({ id, index }) =>
    id !== undefined && reaches(id, id, byId, new Set())
      ? [{ path: ["models", index], message }]
      : [],
  );
}

/** Whether a group stands for a model, directly or through others. */
function reaches(
  group: string,
  id: string,
  byId: ReadonlyMap<string | undefined, ReadModel>,
  visited: Set<string>,
): boolean {
  const { fallback, balance } = byId.get(group)?.members ?? {};
  return [...toList(fallback), ...toList(balance)].some((member) => {
    const next = toName(member);
    if (next === id) return true;
    if (next === undefined || visited.has(next)) return false;
    visited.add(next);
    return reaches(next, id, byId, visited);
  });
}
