import { toPlainLine } from "@diglot/core/redaction";
import { isPrivate } from "../config/reachable.js";
import type { GatewayConfig } from "../config/types.js";
import type { DiscoveredUpstream } from "../discover/discover-upstream.js";
import { discoverVisibly } from "../discover/discover-visibly.js";
import { noteUnlisted } from "../discover/note-unlisted.js";
import { Failure } from "../terminal/failure.js";
import type { RunOptions } from "./options.js";
import type { Served } from "./served.js";

/** A search for the model of a tool, and when it is offered. */
export interface Search {
  /** The address of a SearXNG instance. */
  readonly url: string;
  readonly offer: "asked" | "always";
}

/**
 * Asks a server what it speaks, and serves all its models, the chosen one first.
 * @throws DiscoveryError; Failure if no model is listed or chosen
 */
export async function serveUpstream(
  upstream: string,
  { upstreamKey, model }: Pick<RunOptions, "upstreamKey" | "model">,
  search: Search | undefined,
): Promise<Served> {
  const found = await discoverVisibly({ baseUrl: upstream, apiKey: upstreamKey });
  const listed = found.models.map(({ id }) => id);
  const windows = new Map(found.models.map((one) => [one.id, one.contextWindow]));
  const ids = [...new Set(model === undefined ? listed : [model, ...listed])];
  if (ids.length === 0) {
    throw new Failure(`${found.baseUrl} lists no models.`, {
      hint: "Name the model that the tool is to use: --model.",
    });
  }
  const note = noteOf(found.baseUrl, listed, model);
  return {
    ...toServed(
      {
        upstreams: { upstream: toUpstream(found, upstreamKey) },
        models: ids.map((id) => ({ id, upstream: "upstream", contextWindow: windows.get(id) })),
      },
      search,
    ),
    ...(note !== undefined && { note }),
  };
}

/** A note on a choice of model that may surprise. Servers answer to more names than they list, so none is an error. */
function noteOf(
  baseUrl: string,
  listed: readonly string[],
  model: string | undefined,
): string | undefined {
  if (model === undefined && listed.length > 1) {
    return toPlainLine(
      `The tool uses ${listed[0]}, the first of ${listed.length} models; --model chooses another.`,
    );
  }
  return model === undefined ? undefined : noteUnlisted(baseUrl, listed, model);
}

function toUpstream(
  { baseUrl, format, credential }: DiscoveredUpstream,
  apiKey: string | undefined,
) {
  return {
    baseUrl,
    format,
    // A tool's own vendor knows what the tool changes with every request; a server of one's own does not.
    stablePrompt: isPrivate(new URL(baseUrl).hostname),
    ...(apiKey !== undefined && { apiKey, credential }),
  };
}

/** Serves the models that need no server, the chosen one first. */
export function serveEmbedded(model: string | undefined, search: Search | undefined): Served {
  const names = ["eliza", "echo"] as const;
  const chosen = names.find((name) => name === (model ?? "eliza"));
  if (chosen === undefined) {
    throw new Failure(`There is no embedded model ${JSON.stringify(model)}.`, {
      hint: "There are eliza and echo. Name the server of other models with --upstream.",
    });
  }
  const ids = [...new Set([chosen, ...names])];
  return {
    ...toServed({ models: ids.map((id) => ({ id, embedded: id })) }, search),
    note: `The tool uses ${chosen}, a toy; --upstream names a server of models.`,
  };
}

/**
 * Tools ask for models by their vendors' names, all of which stand for the first one; and they send
 * more than most servers take, so requests are served without what cannot be carried.
 */
function toServed(
  { models: [first, ...others] = [], ...rest }: GatewayConfig,
  search: Search | undefined,
): Served {
  const serverTools = search && {
    webSearch: { searxng: search.url },
    webFetch: true,
    offer: search.offer,
  };
  const models = [{ ...first, aliases: ["*"] }, ...others];
  const config = {
    ...rest,
    models: serverTools ? models.map((model) => ({ ...model, serverTools })) : models,
    service: { unsupported: { default: "warn" } },
  };
  return { config, source: "diglot run" };
}
