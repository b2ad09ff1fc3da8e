import type { ServerToolOptions, WebSearch } from "@diglot/core";
import { jsonSearch, searxng, webPages } from "@diglot/web-tools";
import type { ServerToolsConfig } from "../types.js";
import { dropUndefined } from "./drop-undefined.js";

/** The tools that a config describes. */
export function toServerTools({
  webSearch,
  webFetch,
  ...limits
}: ServerToolsConfig): ServerToolOptions {
  return {
    ...dropUndefined(limits),
    ...(webSearch && { webSearch: toSearch(webSearch) }),
    ...(webFetch && { webFetch: webPages(webFetch === true ? {} : dropUndefined(webFetch)) }),
  };
}

function toSearch(config: NonNullable<ServerToolsConfig["webSearch"]>): WebSearch {
  if ("searxng" in config) {
    const { searxng: url, ...options } = config;
    return searxng({ url, ...dropUndefined(options) });
  }
  const { url, results, ...options } = config;
  return jsonSearch({ url, results, ...dropUndefined(options) });
}
