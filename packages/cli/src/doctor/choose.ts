import { toPlainLine } from "@diglot/core/redaction";
import type { UpstreamFormatName } from "../config/upstream-formats.js";
import type { DiscoveredUpstream } from "../discover/discover-upstream.js";
import { formats } from "../discover/formats.js";
import { Failure } from "../terminal/failure.js";

/** The most names of models that are shown. */
const shownModels = 20;

/**
 * The model to examine: the one that is named, or the only one of the server.
 * @throws Failure that says which there are
 */
export function chooseModel({ models, baseUrl }: DiscoveredUpstream, named?: string): string {
  if (named !== undefined) return named;
  const [only, ...others] = models;
  if (only && others.length === 0) return only.id;
  if (!only) {
    throw new Failure(`${baseUrl} lists no models.`, { hint: "Name one with --model." });
  }
  const names = models.slice(0, shownModels).map(({ id }) => `  ${toPlainLine(id)}`);
  const more = models.length > shownModels ? [`  and ${models.length - shownModels} more`] : [];
  throw new Failure(`${baseUrl} has ${models.length} models.`, {
    hint: ["Name one of them with --model:", ...names, ...more].join("\n"),
  });
}

/**
 * The server with the format to examine in the place of the one that it would be used with.
 * @throws Failure if it does not speak that format
 */
export function chooseFormat(
  upstream: DiscoveredUpstream,
  named: UpstreamFormatName | undefined,
): DiscoveredUpstream {
  if (named === undefined || named === upstream.format) return upstream;
  if (!upstream.speaks.includes(named)) {
    throw new Failure(`${upstream.baseUrl} does not speak ${named}.`, {
      hint: `It speaks ${upstream.speaks.join(" and ")}.`,
    });
  }
  return { ...upstream, format: named, credential: formats[named].credentials[0] };
}
