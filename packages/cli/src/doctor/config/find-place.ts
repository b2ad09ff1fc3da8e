import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import { listBaseUrls } from "../../discover/base-urls.js";
import { pick, pickList } from "../../json/pick.js";
import { Failure } from "../../terminal/failure.js";

/** What was examined. */
export interface Examined {
  readonly baseUrl: string;
  readonly format: UpstreamFormatName;
  readonly model: string;
}

/** Where a member of a config is. */
export type ConfigPath = readonly (string | number)[];

/**
 * Where a config describes what was examined: a model of the upstream at that address if it names one, as
 * its name there; otherwise the upstream itself, whose models then all have these capabilities.
 *
 * @param config with its variables replaced
 * @throws Failure if the config has no upstream at that address, or one with another format
 */
export function findPlace(config: unknown, examined: Examined, file: string): ConfigPath {
  const upstreams = Object.entries(Object(pick(config, "upstreams")));
  const found = upstreams.find(([, upstream]) => isAt(upstream, examined.baseUrl));
  if (!found) {
    const names = upstreams.map(([name]) => JSON.stringify(name)).join(", ");
    throw new Failure(`${file}: no upstream has the address ${examined.baseUrl}.`, {
      hint: `It has ${names === "" ? "no upstreams" : names}. Add one with that baseUrl first.`,
    });
  }
  const [name, upstream] = found;
  assertFormat(pick(upstream, "format"), examined, `${file}: upstreams.${name}.format`);
  const index = pickList(config, "models").findIndex((model) => isModel(model, name, examined));
  return index < 0 ? ["upstreams", name] : ["models", index];
}

function isAt(upstream: unknown, baseUrl: string): boolean {
  const address = pick(upstream, "baseUrl");
  if (typeof address !== "string") return false;
  try {
    return listBaseUrls(address).includes(baseUrl);
  } catch {
    return false;
  }
}

function isModel(model: unknown, upstream: string, examined: Examined): boolean {
  const nameThere = pick(model, "model") ?? pick(model, "id");
  return pick(model, "upstream") === upstream && nameThere === examined.model;
}

function assertFormat(format: unknown, examined: Examined, place: string): void {
  if (format === undefined || format === examined.format) return;
  throw new Failure(`${place} is ${JSON.stringify(format)}, but ${examined.format} was examined.`, {
    hint: `Examine it with --format ${String(format)}.`,
  });
}
