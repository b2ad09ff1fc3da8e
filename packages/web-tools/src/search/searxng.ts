import { checks, type WebSearch, type WebSearchRequest } from "@diglot/core";
import type { Fetch } from "./ask-json.js";
import { jsonSearch } from "./json-search.js";

/** A SearXNG instance. Its setting `search.formats` must list `json`. */
export interface SearxngOptions {
  /** The address of the instance, such as `http://127.0.0.1:8888`. */
  readonly url: string;
  /** Its categories. @default those of the instance */
  readonly categories?: readonly string[] | undefined;
  /** A language, such as `de` or `en-US`. @default that of the instance */
  readonly language?: string | undefined;
  /** Headers of each request. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What sends the requests. @default the global `fetch` */
  readonly fetch?: Fetch | undefined;
}

/**
 * A search by a SearXNG instance. A caller's lists of domains become a part of the query, so that the results
 * that are left are not too few.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function searxng(options: SearxngOptions): WebSearch {
  checkOptions("searxng", options, validOptions);
  const { headers, fetch } = options;
  const search = jsonSearch({
    url: toAddress(options),
    results: "results",
    text: "content",
    age: "publishedDate",
    ...(headers && { headers }),
    ...(fetch && { fetch }),
  });
  return (request) => search({ ...request, query: toQuery(request) });
}

const { checkOptions, callback, listOf, mapOf, matching, members, name, text } = checks;

const validOptions = members<SearxngOptions>({
  url: { required: matching("an http or https address", /^https?:\/\//) },
  categories: listOf(name),
  language: name,
  headers: mapOf(text),
  fetch: callback,
});

function toAddress({ url, categories, language }: SearxngOptions): string {
  const parameters = new URLSearchParams({
    format: "json",
    ...(categories && { categories: categories.join(",") }),
    ...(language !== undefined && { language }),
  });
  const [base = ""] = url.split(/[?#]/);
  return `${base.replace(/\/+$/, "").replace(/\/search$/, "")}/search?${parameters}&q={query}`;
}

/** Search engines know these operators; results that ignore them are left out afterwards. */
function toQuery({ query, allowedDomains = [], blockedDomains = [] }: WebSearchRequest): string {
  const wanted = allowedDomains.map((domain) => `site:${domain}`).join(" OR ");
  const unwanted = blockedDomains.map((domain) => `-site:${domain}`);
  return [query, ...(wanted === "" ? [] : [wanted]), ...unwanted].join(" ");
}
