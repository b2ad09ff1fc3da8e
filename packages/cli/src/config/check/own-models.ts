import type { Model } from "@diglot/core";
import { isOwnModel } from "../own-model.js";
import type { Problem } from "./problem.js";

/** A config, and its models in code. */
export interface OwnModels {
  /** The config without them. */
  readonly rest: unknown;
  /** They, and where they stood. */
  readonly models: readonly (readonly [place: number, model: Model])[];
  /** Where each model that is left stood. */
  readonly places: readonly number[];
}

/** Takes out the models that are code, which no schema describes. */
export function takeOwnModels(config: unknown): OwnModels {
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
export function restorePlaces(
  problems: readonly Problem[],
  places: readonly number[],
): readonly Problem[] {
  return problems.map((problem) => {
    const [list, index, ...rest] = problem.path;
    if (list !== "models" || typeof index !== "number") return problem;
    return { ...problem, path: [list, places[index] ?? index, ...rest] };
  });
}
