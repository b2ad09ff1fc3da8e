import { configSchema } from "../schema.js";
import type { GatewayConfig } from "../types.js";
import type { ModelFormatName } from "../upstream-formats.js";
import { ConfigError } from "./config-error.js";
import { interpolate } from "./interpolate.js";
import { restorePlaces, takeOwnModels } from "./own-models.js";
import { type Problem, toPathText } from "./problem.js";
import { findBrokenReferences } from "./references/references.js";
import { findUnknownModels } from "./references/unknown-models.js";
import { findRefusals } from "./refusals/find-refusals.js";
import { listParts } from "./refusals/parts.js";
import { toProblems } from "./schema-problems.js";

/** A config that was checked. */
export interface CheckedConfig extends Omit<GatewayConfig, "models"> {
  readonly models: NonNullable<GatewayConfig["models"]>;
  /** The file, or what else the config is called in errors. */
  readonly source: string;
}

/**
 * Replaces variables and checks the whole config: against its schema, its parts against each other, and
 * each part by the library.
 * @throws ConfigError with all mistakes, one for each place
 */
export async function checkConfig(
  given: unknown,
  source: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CheckedConfig> {
  const { value, problems } = interpolate(given, environment);
  const own = takeOwnModels(value);
  const parsed = configSchema.safeParse(own.rest, { reportInput: true });
  const ofShape = parsed.success ? [] : toProblems(parsed.error.issues, configSchema);
  const all = await findMistakes(value, [...problems, ...restorePlaces(ofShape, own.places)]);
  if (!parsed.success || all.length > 0) throw new ConfigError(source, all);
  const models = own.places.map((place, index) => [place, parsed.data.models?.[index]] as const);
  const list = [...own.models, ...models].sort(([one], [other]) => one - other);
  return { ...parsed.data, source, models: list.flatMap(([, model]) => (model ? [model] : [])) };
}

/**
 * Checks a config again once the formats of its upstreams are known, which say what upstreams support.
 * @throws ConfigError with all mistakes, one for each place
 */
export async function checkFormats(
  { source, ...config }: CheckedConfig,
  formats: ReadonlyMap<string, ModelFormatName>,
): Promise<void> {
  const entries = Object.entries(config.upstreams ?? {});
  const known = entries.map(([name, one]) => [name, { ...one, format: formats.get(name) }]);
  const all = await findMistakes({ ...config, upstreams: Object.fromEntries(known) }, []);
  if (all.length > 0) throw new ConfigError(source, all);
}

/**
 * Checks which models a config names once it is known what its upstreams list.
 * @throws ConfigError with all mistakes, one for each place
 */
export function checkListed(config: CheckedConfig, listed: readonly string[]): void {
  const all = findUnknownModels(config, listed);
  if (all.length > 0) throw new ConfigError(config.source, all);
}

/** The mistakes that were found, those between parts, and what the library refuses of all else. */
async function findMistakes(
  config: unknown,
  found: readonly Problem[],
): Promise<readonly Problem[]> {
  const all = [...found, ...findBrokenReferences(config)];
  const known = all.map(({ path }) => path);
  // One after the other, because credits are given to one ledger.
  for (const part of listParts(config)) all.push(...(await findRefusals(part, known)));
  return onePerPlace(all);
}

/** The first mistake of each place: a variable that is not set, for one, leaves an empty text. */
function onePerPlace(problems: readonly Problem[]): readonly Problem[] {
  const byPlace = new Map<string, Problem>();
  for (const problem of problems) {
    const place = toPathText(problem.path);
    if (!byPlace.has(place)) byPlace.set(place, problem);
  }
  return [...byPlace.values()];
}
