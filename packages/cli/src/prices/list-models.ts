import type { PriceList, UpstreamFormat } from "@diglot/core";
import {
  imageEditsUpstreamFormat,
  imagesUpstreamFormat,
  rerankUpstreamFormat,
  speechUpstreamFormat,
  transcriptionsUpstreamFormat,
} from "@diglot/endpoints";
import type { CheckedConfig } from "../config/check/check-config.js";
import { isOwnModel } from "../config/own-model.js";
import type { ModelFormatName } from "../config/upstream-formats.js";

/** A model of a config that costs something, or may. */
export interface ConfiguredModel {
  readonly model: string;
  /** The name of its upstream; absent for a model that is code. */
  readonly upstream?: string | undefined;
  /** What its upstream calls it. */
  readonly upstreamModel?: string | undefined;
  readonly prices?: PriceList | undefined;
  /** What its requests are counted in besides tokens. */
  readonly units?: readonly string[] | undefined;
}

/**
 * The models of a config that have prices of their own, or could have: not groups, which cost what their
 * members cost, nor embedded ones. Of an upstream whose models are all served, those that its prices name.
 */
export function listModels({ models, upstreams = {} }: CheckedConfig): readonly ConfiguredModel[] {
  return [
    ...models.flatMap((model) => toModel(model, upstreams)),
    ...Object.entries(upstreams).flatMap(([upstream, { prices = {}, format }]) =>
      Object.entries(prices).map(([model, list]) => ({
        ...{ model, upstream, upstreamModel: model, ...unitsOf(format) },
        prices: list,
      })),
    ),
  ];
}

function toModel(
  model: CheckedConfig["models"][number],
  upstreams: NonNullable<CheckedConfig["upstreams"]>,
): readonly ConfiguredModel[] {
  const { id, prices } = model;
  if (isOwnModel(model)) return [{ model: id, prices }];
  const { upstream, model: upstreamModel = id } = model;
  if (upstream === undefined) return [];
  return [{ model: id, upstream, upstreamModel, prices, ...unitsOf(upstreams[upstream]?.format) }];
}

const counted: Partial<Readonly<Record<ModelFormatName, UpstreamFormat>>> = {
  rerank: rerankUpstreamFormat,
  transcriptions: transcriptionsUpstreamFormat,
  speech: speechUpstreamFormat,
  images: imagesUpstreamFormat,
  "image-edits": imageEditsUpstreamFormat,
};

function unitsOf(format: ModelFormatName | undefined): Pick<ConfiguredModel, "units"> {
  const units = format && counted[format]?.units;
  return units ? { units } : {};
}
