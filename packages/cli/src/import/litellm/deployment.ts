import type { UpstreamConfig } from "../../config/types.js";
import { pick, pickText } from "../../json/pick.js";
import type { Draft } from "../draft/draft.js";
import { toNumber } from "../draft/members.js";
import type { Provider } from "../draft/providers.js";
import { toUpstream } from "../draft/upstream.js";
import type { Path } from "../report/item.js";
import { readConnection } from "./connection.js";
import { type FoundModel, findModel } from "./find-model.js";
import { readModelInfo } from "./model-info.js";
import { readParameters } from "./parameters.js";
import type { Plan } from "./plan.js";

/** Adds one entry of `model_list` to the plan, and notes what becomes of its members. */
export function readDeployment(entry: unknown, path: Path, draft: Draft, plan: Plan): void {
  if (pickText(entry, "model_name") === "" || pickText(entry, "litellm_params", "model") === "") {
    draft.notes.impossible(path, "The entry has no model_name or no litellm_params.model.");
    return;
  }
  const found = findModel(entry);
  if ("reason" in found) draft.notes.impossible([...path, ...found.member], found.reason);
  else connect(found, entry, path, draft, plan);
}

function connect(found: FoundModel, entry: unknown, path: Path, draft: Draft, plan: Plan): void {
  const { provider, format } = found;
  const upstream = toUpstream({
    ...readConnection(entry, path, draft, provider),
    provider,
    format,
  });
  if (upstream) serve({ entry, path, upstream, ...found }, draft, plan);
  else {
    const place = [...path, "litellm_params", "model"];
    draft.notes.impossible(place, `${provider.name} needs an http or https address as api_base.`);
  }
}

interface Served extends FoundModel {
  readonly entry: unknown;
  readonly path: Path;
  readonly upstream: UpstreamConfig;
}

/** A name with a star stands for all models that the upstream lists. */
function serve(served: Served, draft: Draft, plan: Plan): void {
  if (served.name === "*") serveAll(served, draft);
  else if (!served.name.includes("*")) serveOne(served, draft, plan);
  else {
    const place = [...served.path, "model_name"];
    draft.notes.impossible(place, "Diglot serves all models of an upstream, or single ones.");
  }
}

/** A star in the name that callers use is an alias here. */
function serveOne(
  { entry, path, name, provider, upstream: config }: Served,
  draft: Draft,
  plan: Plan,
): void {
  const wanted = pickText(entry, "model_name");
  const place = [...path, "model_name"];
  const upstream = draft.addUpstream(toName(provider, config), config);
  const limits = readParameters(entry, path, draft);
  const model = { upstream, model: name, ...limits, ...readModelInfo(entry, path, draft) };
  const isPattern = wanted.includes("*");
  const group = isPattern ? name : wanted;
  plan.deployments.push({ group, model, weight: toWeight(pick(entry, "litellm_params")) });
  if (isPattern) plan.aliases.push({ alias: wanted, group, path: place, hidden: false });
  else draft.notes.carried(place, `The model ${group} is ${name} of the upstream ${upstream}.`);
}

function serveAll({ entry, path, provider, upstream }: Served, draft: Draft): void {
  const name = draft.addUpstream(toName(provider, upstream), { ...upstream, allModels: true });
  readParameters(entry, path, draft);
  readModelInfo(entry, path, draft);
  draft.notes.changed(
    [...path, "model_name"],
    `The upstream ${name} serves every model that it lists, by its name there, without a prefix.`,
  );
}

/** Where an upstream is its provider's own, the name of the provider; otherwise its host. */
function toName({ name, baseUrl }: Provider, upstream: UpstreamConfig): string {
  const isOwn = upstream.preset !== undefined || upstream.baseUrl === baseUrl;
  if (isOwn || !URL.canParse(upstream.baseUrl)) return name;
  return new URL(upstream.baseUrl).hostname;
}

/** LiteLLM chooses by `weight`, and otherwise in proportion to the rates. */
function toWeight(parameters: unknown): number | undefined {
  const found = ["weight", "rpm", "tpm"].map((name) => toNumber(pick(parameters, name)));
  return found.find((one) => one !== undefined && one > 0);
}
