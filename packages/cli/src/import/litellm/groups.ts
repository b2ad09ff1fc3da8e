import type { ModelConfig } from "../../config/types.js";
import type { Draft } from "../draft/draft.js";
import type { Deployment, Plan } from "./plan.js";

/**
 * Puts the models together: those of the same name share its requests, and fallbacks follow them. A fallback
 * leads to the models of its group, not to the fallbacks of that group, so that none leads back.
 */
export function addGroups(draft: Draft, plan: Plan): void {
  const groups = new Map<string, Deployment[]>();
  for (const deployment of plan.deployments) {
    groups.set(deployment.group, [...(groups.get(deployment.group) ?? []), deployment]);
  }
  noteAliases(draft, plan, groups);
  const followers = new Map(
    [...groups.keys()].map((name) => [name, listFallbacks(name, draft, plan, groups)] as const),
  );
  const inner = (name: string) => (followers.get(name)?.length ? `${name}/first` : name);
  for (const [name, members] of groups) {
    const names = { aliases: toAliases(name, plan) };
    const followed = followers.get(name) ?? [];
    if (followed.length === 0) {
      draft.models.push(...toModels({ id: name, ...names }, members, plan));
      continue;
    }
    draft.models.push(...toModels({ id: inner(name), hidden: true }, members, plan));
    draft.models.push(
      dropEmpty({ id: name, ...names, fallback: [inner(name), ...followed.map(inner)] }),
    );
  }
}

type Groups = ReadonlyMap<string, readonly Deployment[]>;

/** One deployment is the model itself; several are hidden members of a model that balances. */
function toModels(
  names: ModelConfig,
  members: readonly Deployment[],
  plan: Plan,
): readonly ModelConfig[] {
  const [first] = members;
  if (first && members.length === 1) {
    return [dropEmpty({ ...names, ...limit(first.model, plan), ...toRetry(first.model, plan) })];
  }
  const ids = members.map((_, index) => `${names.id}/${index + 1}`);
  const balance = members.map(({ weight }, index) => {
    const model = ids[index] ?? "";
    return weight === undefined ? model : { model, weight };
  });
  const health = Object.keys(plan.health).length > 0 && { health: plan.health };
  return [
    ...members.map(({ model }, index) => ({
      id: ids[index] ?? "",
      ...limit(model, plan),
      hidden: true,
    })),
    dropEmpty({ ...names, balance, ...health, ...toRetry({}, plan) }),
  ];
}

function limit(model: Omit<ModelConfig, "id">, { timeout }: Plan): Omit<ModelConfig, "id"> {
  if (timeout === undefined || model.timeout?.total !== undefined) return model;
  return { ...model, timeout: { ...model.timeout, total: timeout } };
}

function toRetry({ retry }: Omit<ModelConfig, "id">, { retries }: Plan): Partial<ModelConfig> {
  return retry === undefined && retries !== undefined ? { retry: { retries } } : {};
}

function dropEmpty({ aliases = [], ...model }: ModelConfig): ModelConfig {
  return aliases.length > 0 ? { ...model, aliases } : model;
}

function toAliases(name: string, { aliases }: Plan): readonly string[] {
  return aliases.filter(({ group }) => group === name).map(({ alias }) => alias);
}

function noteAliases({ notes }: Draft, { aliases }: Plan, groups: Groups): void {
  for (const { group, path, hidden } of aliases) {
    if (!groups.has(group)) notes.impossible(path, `No model that was imported is named ${group}.`);
    else if (hidden) notes.carried(path, `An alias of ${group}. Lists of models show no aliases.`);
    else notes.changed(path, `An alias of ${group}. Lists of models do not show it.`);
  }
}

/** The groups that follow a group, once each, without the group itself. */
function listFallbacks(name: string, draft: Draft, plan: Plan, groups: Groups): readonly string[] {
  const own = plan.fallbacks.filter(({ group }) => group === name || group === "*");
  const wanted = own.length > 0 ? own.flatMap(({ to }) => to) : plan.defaultFallbacks;
  const known = wanted.filter((one) => groups.has(one) && one !== name);
  for (const { to, path } of own) {
    const missing = to.filter((one) => !groups.has(one));
    if (missing.length === 0) draft.notes.carried(path, "fallback of the model.");
    else
      draft.notes.changed(
        path,
        `Left out of fallback, since they were not imported: ${missing.join(", ")}.`,
      );
  }
  return [...new Set(known)];
}
