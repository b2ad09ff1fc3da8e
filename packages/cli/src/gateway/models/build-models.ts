import {
  balanced,
  type Model,
  withFallback,
  withRetry,
  withServerTools,
  withTimeout,
} from "@diglot/core";
import { createEcho, createEliza } from "@diglot/embedded-models";
import { atPath } from "../../config/check/config-error.js";
import { dropUndefined } from "../../config/options/drop-undefined.js";
import { toServerTools } from "../../config/options/to-server-tools.js";
import { isOwnModel } from "../../config/own-model.js";
import type { BalanceMember, ModelConfig } from "../../config/types.js";
import type { OpenUpstream } from "./open-upstream.js";

/** Milliseconds between Eliza's words: about the pace of a large model. */
const elizaWordDelay = 30;

/** What models are made of. */
export interface Parts {
  readonly models: readonly (ModelConfig | Model)[];
  readonly upstreams: ReadonlyMap<string, OpenUpstream>;
  /** The models of upstreams with `allModels`, which are not in `models`. */
  readonly listed: readonly Model[];
  /** What the config is called in errors. */
  readonly source: string;
}

/**
 * Makes the models that callers can ask for, with those behind them. A listed model gives way to one of
 * the config that has its name.
 * @throws ConfigError for options that a model cannot have
 */
export async function buildModels(parts: Parts): Promise<readonly Model[]> {
  const { models, listed } = parts;
  const ids = new Set(models.map(({ id }) => id));
  const others = listed.filter(({ id }) => !ids.has(id));
  const made = new Map<string, Promise<Model>>();
  const find = (id: string): Promise<Model> => {
    const known = made.get(id) ?? makeOne(id, models, others, parts, find);
    made.set(id, known);
    return known;
  };
  const served = models.filter((model) => isOwnModel(model) || model.hidden !== true);
  return [...(await Promise.all(served.map(({ id }) => find(id)))), ...others];
}

async function makeOne(
  id: string,
  models: Parts["models"],
  others: readonly Model[],
  parts: Parts,
  find: (id: string) => Promise<Model>,
): Promise<Model> {
  const index = models.findIndex((model) => model.id === id);
  const config = models[index];
  if (config === undefined) return ofListed(id, others);
  if (isOwnModel(config)) return config;
  const members = await Promise.all(listMembers(config).map(find));
  return atPath(parts.source, ["models", index], () =>
    equip(limit(makeBase(config, members, parts), config), config),
  );
}

function ofListed(id: string, others: readonly Model[]): Model {
  const model = others.find((one) => one.id === id);
  if (model) return model;
  throw new TypeError(`there is no model ${JSON.stringify(id)}`);
}

/** The ids of the models that it stands for. */
function listMembers({ fallback = [], balance = [] }: ModelConfig): readonly string[] {
  return [...fallback, ...balance.map((member) => toMember(member).model)];
}

function toMember(member: string | BalanceMember): BalanceMember {
  return typeof member === "string" ? { model: member } : member;
}

function makeBase(config: ModelConfig, members: readonly Model[], { upstreams }: Parts): Model {
  const { id, upstream = "", fallback, balance, embedded, aliases, health, sticky } = config;
  const names = dropUndefined({ id, aliases });
  if (fallback) return withFallback(members, names);
  if (balance) {
    const weights = balance.map((member) => toMember(member).weight);
    const weighted = members.map((model, index) => ({ model, weight: weights[index] }));
    return balanced(weighted, { ...names, ...health, ...dropUndefined({ sticky }) });
  }
  if (embedded) return makeEmbedded(embedded, config);
  const open = upstreams.get(upstream);
  if (!open) throw new TypeError(`there is no upstream ${JSON.stringify(upstream)}`);
  return open.create(config);
}

function makeEmbedded(
  name: "echo" | "eliza",
  { id, aliases, displayName, created, ownedBy, prices, wordDelay }: ModelConfig,
): Model {
  const names = { id, aliases, displayName, created, ownedBy };
  const options = dropUndefined({ ...names, prices, wordDelay });
  return name === "echo"
    ? createEcho(options)
    : createEliza({ wordDelay: elizaWordDelay, ...options });
}

/** Time limits hold for each attempt, so the retries are around them. */
function limit(model: Model, { timeout, retry }: ModelConfig): Model {
  const limited = timeout ? withTimeout(model, timeout) : model;
  if (!retry) return limited;
  return withRetry(limited, retry === true ? {} : retry);
}

/** Tools run between calls of the model, each of which may be tried again. */
function equip(model: Model, { serverTools }: ModelConfig): Model {
  return serverTools ? withServerTools(model, toServerTools(serverTools)) : model;
}
