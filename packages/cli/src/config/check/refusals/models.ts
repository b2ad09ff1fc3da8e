import { createService, type Model } from "@diglot/core";
import { formatOf } from "../../formats.js";
import {
  createUpstreamModel,
  toModelOptions,
  toUpstreamOptions,
  type UncheckedOptions,
} from "../../options/create-upstream-model.js";
import type { ModelConfig, UpstreamConfig } from "../../types.js";
import type { ModelFormatName } from "../../upstream-formats.js";
import { toMembers } from "../read-parts.js";
import type { Part } from "./find-refusals.js";

type Members = Readonly<Record<string, unknown>>;

/** What is required, in place of what is missing or wrong. */
const id = "model";
const baseUrl = "http://127.0.0.1/v1";

/** An upstream, and the prices of each model that it lists. */
export function partsOfUpstream(name: string, upstream: Members): readonly Part[] {
  const path = ["upstreams", name];
  const format = formatOf(upstream);
  const ask = (left: Partial<UpstreamConfig>) =>
    create(format, { id, ...toUpstreamOptions({ ...left, baseUrl: left.baseUrl ?? baseUrl }) });
  const prices = Object.entries(toMembers(upstream.prices)).map(([model, value]) => ({
    path: [...path, "prices", model],
    value,
    roots: ["models[0].prices", "prices"],
    ask: (left: NonNullable<ModelConfig["prices"]>) =>
      serve(create(format, { id, baseUrl, prices: left })),
  }));
  return [{ path, value: upstream, ask }, ...prices];
}

/** A model of an upstream, or one that is embedded; groups have nothing that the schema does not know. */
export function partOfModel(index: number, model: Members, upstreams: Members): Part {
  const { upstream } = model;
  const isNamed = typeof upstream === "string" && Object.hasOwn(upstreams, upstream);
  const format = isNamed ? formatOf(toMembers(upstreams[upstream])) : undefined;
  const ask = (left: Partial<ModelConfig>) =>
    serve(create(format, { baseUrl, ...toModelOptions({ ...left, id: left.id ?? id }) }));
  return { path: ["models", index], value: model, roots: ["models[0]"], ask };
}

/** A model in code. */
export function partOfOwnModel(index: number, model: Model): Part {
  const ask = () => serve(model);
  return { path: ["models", index], value: model, roots: ["models[0]"], ask };
}

/** Without its format, nobody knows which capabilities an upstream can have. */
function create(format: ModelFormatName | undefined, options: UncheckedOptions): Model {
  if (format !== undefined) return createUpstreamModel(format, options);
  const { capabilities: _, ...rest } = options;
  return createUpstreamModel("chat-completions", rest);
}

/** A service also asks when prices begin. */
async function serve(model: Model): Promise<void> {
  await createService({ models: [model], allowAnonymous: true }).close();
}
