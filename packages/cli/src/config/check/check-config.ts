import type { Model } from "@diglot/core";
import { isOwnModel } from "../own-model.js";
import { configSchema } from "../schema.js";
import type { GatewayConfig } from "../types.js";
import { ConfigError } from "./config-error.js";
import { interpolate } from "./interpolate.js";
import { type Problem, toPathText } from "./problem.js";
import { findBrokenReferences } from "./references/references.js";
import { toProblems } from "./schema-problems.js";

/** A config that was checked. */
export interface CheckedConfig extends Omit<GatewayConfig, "models"> {
  readonly models: NonNullable<GatewayConfig["models"]>;
  /** The file, or what else the config is called in errors. */
  readonly source: string;
}

/**
 * Replaces variables and checks the whole config.
 * @throws ConfigError with all mistakes
 */
export function checkConfig(
  given: unknown,
  source: string,
  environment: Readonly<Record<string, string | undefined>>,
): CheckedConfig {
  const { value, problems } = interpolate(given, environment);
  const own = takeOwnModels(value);
  const parsed = configSchema.safeParse(own.rest, { reportInput: true });
  const found = [
    ...problems,
    ...(parsed.success
      ? []
      : restorePlaces(toProblems(parsed.error.issues, configSchema), own.places)),
    ...findBrokenReferences(value),
  ];
  // A variable that is not set leaves an empty text, which is not a second mistake.
  const unset = new Set(problems.map(({ path }) => toPathText(path)));
  const all = found.filter((one) => problems.includes(one) || !unset.has(toPathText(one.path)));
  if (!parsed.success || all.length > 0) throw new ConfigError(source, all);
  const models = own.places.map((place, index) => [place, parsed.data.models?.[index]] as const);
  const list = [...own.models, ...models].sort(([one], [other]) => one - other);
  return { ...parsed.data, source, models: list.flatMap(([, model]) => (model ? [model] : [])) };
}

interface OwnModels {
  /** The config without them. */
  readonly rest: unknown;
  /** They, and where they stood. */
  readonly models: readonly (readonly [place: number, model: Model])[];
  /** Where each model that is left stood. */
  readonly places: readonly number[];
}

/** Takes out the models that are code, which no schema describes. */
function takeOwnModels(config: unknown): OwnModels {
  const given = (config as { readonly models?: unknown } | null | undefined)?.models;
  if (!Array.isArray(given)) return { rest: config, models: [], places: [] };
  const entries = [...given.entries()];
  const rest = entries.filter(([, model]) => !isOwnModel(model));
  return {
    rest: { ...(config as object), models: rest.map(([, model]) => model) },
    models: entries.flatMap(([place, model]) =>
      isOwnModel(model) ? [[place, model] as const] : [],
    ),
    places: rest.map(([place]) => place),
  };
}

/** Paths in the config as it was given. */
function restorePlaces(
  problems: readonly Problem[],
  places: readonly number[],
): readonly Problem[] {
  return problems.map((problem) => {
    const [list, index, ...rest] = problem.path;
    if (list !== "models" || typeof index !== "number") return problem;
    return { ...problem, path: [list, places[index] ?? index, ...rest] };
  });
}
