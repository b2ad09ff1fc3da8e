import type { UpstreamConfig } from "../../config/types.js";
import { pickText } from "../../json/pick.js";
import { type Draft, findFree } from "../draft/draft.js";
import { findProvider, type Provider } from "../draft/providers.js";
import { toUpstream } from "../draft/upstream.js";
import { toName } from "../draft/variables.js";
import type { Path } from "../report/item.js";
import { type Inherited, placeOf, readOptions, toHeaders, toSnakeCase } from "./options.js";

/** Where a target is, and what it inherits. */
export interface TargetOptions {
  /** Its name, if nothing in the file names it. */
  readonly id: string;
  readonly inherited: Inherited;
}

/** Adds the model of a target without targets in it. The result is its id; absent: it cannot be served. */
export function readTarget(
  target: unknown,
  path: Path,
  { id, inherited }: TargetOptions,
  draft: Draft,
): string | undefined {
  const provider = readProvider(target, path, draft);
  if (!provider) return undefined;
  const options = readOptions(target, path, inherited, draft);
  const upstream = toUpstream({
    provider,
    address: toAddress(target, options),
    apiKey: readKey(target, path, provider, draft),
    headers: toHeaders(target, path, draft),
  });
  const place = [...path, "provider"];
  if (!upstream) {
    draft.notes.impossible(
      place,
      `${provider.name} needs an http or https address as custom_host.`,
    );
    return undefined;
  }
  const model = options.model ?? (pickText(toSnakeCase(target), "deployment_id") || undefined);
  if (model !== undefined)
    return addModel(id, model, upstream, { provider, options, place }, draft);
  if (path.length > 0) {
    draft.notes.impossible(place, "It names no model, so requests decide. Name one with --model.");
    return undefined;
  }
  const name = draft.addUpstream(provider.name, { ...upstream, allModels: true });
  draft.notes.carried(place, `The upstream ${name}, with all models that it lists.`);
  return undefined;
}

interface Origin {
  readonly provider: Provider;
  readonly options: Inherited;
  readonly place: Path;
}

/** A target in a group is named after its place there, the only target after its model. */
function addModel(
  id: string,
  model: string,
  upstream: UpstreamConfig,
  { provider, options, place }: Origin,
  draft: Draft,
): string {
  const name = draft.addUpstream(provider.name, upstream);
  const wanted = place.length > 1 ? `${id}: ${model}` : model;
  const free = findFree(wanted, (one) => draft.models.some((other) => other.id === one));
  draft.models.push({ id: free, upstream: name, model, ...toLimits(options) });
  draft.notes.carried(place, `The model ${model} of the upstream ${name}.`);
  return free;
}

function toLimits({ retries, timeout }: Inherited) {
  return { ...(retries !== undefined && { retry: { retries } }), ...(timeout && { timeout }) };
}

/** Azure has an address for each resource. */
function toAddress(target: unknown, { address }: Inherited): string | undefined {
  const resource = pickText(toSnakeCase(target), "resource_name");
  return address ?? (resource === "" ? undefined : `https://${resource}.openai.azure.com`);
}

function readProvider(target: unknown, path: Path, { notes }: Draft): Provider | undefined {
  const name = pickText(target, "provider");
  const provider = findProvider(name);
  if (provider) return provider;
  if (name === "" || name.startsWith("@")) {
    const place = name === "" ? path : [...path, "provider"];
    notes.impossible(place, "Portkey's vault holds its provider. Write provider and api_key.");
  } else {
    notes.impossible([...path, "provider"], `Diglot has no upstream for ${name}.`);
  }
  return undefined;
}

/** A virtual key stands for one in Portkey's vault, which only its owner can read. */
function readKey(
  target: unknown,
  path: Path,
  { name, variable = `${name}_API_KEY`, ...provider }: Provider,
  draft: Draft,
): string | undefined {
  const { api_key: key, virtual_key: virtual } = toSnakeCase(target);
  if (typeof key === "string") return draft.secret(key, placeOf(target, path, "api_key"), variable);
  if (typeof virtual === "string") {
    const reference = draft.variables.replace(virtual, variable, `the key of ${name}`);
    const words = `Portkey's vault holds the key. Set the variable ${toName(reference)} to it.`;
    draft.notes.changed(placeOf(target, path, "virtual_key"), words);
    return reference;
  }
  const isLocal = provider.baseUrl?.startsWith("http://");
  return isLocal ? undefined : draft.variables.use(variable, `the key of ${name}`);
}
