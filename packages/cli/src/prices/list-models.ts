import type { PriceList } from "@diglot/core";
import type { CheckedConfig } from "../config/check/check-config.js";
import { isOwnModel } from "../config/own-model.js";

/** A model of a config that costs something, or may. */
export interface ConfiguredModel {
  readonly model: string;
  /** The name of its upstream; absent for a model that is code. */
  readonly upstream?: string | undefined;
  /** What its upstream calls it. */
  readonly upstreamModel?: string | undefined;
  readonly prices?: PriceList | undefined;
}

/**
 * The models of a config that have prices of their own, or could have: not groups, which cost what their
 * members cost, nor embedded ones. Of an upstream whose models are all served, those that its prices name.
 */
export function listModels({ models, upstreams = {} }: CheckedConfig): readonly ConfiguredModel[] {
  return [
    ...models.flatMap(toModel),
    ...Object.entries(upstreams).flatMap(([upstream, { prices = {} }]) =>
      Object.entries(prices).map(([model, list]) => ({
        ...{ model, upstream, upstreamModel: model },
        prices: list,
      })),
    ),
  ];
}

function toModel(model: CheckedConfig["models"][number]): readonly ConfiguredModel[] {
  const { id, prices } = model;
  if (isOwnModel(model)) return [{ model: id, prices }];
  const { upstream, model: upstreamModel = id } = model;
  return upstream === undefined ? [] : [{ model: id, upstream, upstreamModel, prices }];
}
