import { checks, type WebSearch, type WebSearchResult } from "@diglot/core";
import { askJson, type Fetch, textAt, valueAt } from "./ask-json.js";

/** Where a JSON API has what a search needs. Paths are member names joined by dots. */
export interface JsonSearchOptions {
  /**
   * Its address, in which `{query}` and `{count}` stand for the query and the number of results:
   * `https://api.search.brave.com/res/v1/web/search?q={query}&count={count}`.
   */
  readonly url: string;
  /** Headers of each request, such as the one with the key of the API. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The list of results in the answer: `web.results`. */
  readonly results: string;
  /** The address in a result. @default "url" */
  readonly link?: string | undefined;
  /** The title in a result. @default "title" */
  readonly title?: string | undefined;
  /** The text in a result. @default "description" */
  readonly text?: string | undefined;
  /** The age of the page, in a result. @default none */
  readonly age?: string | undefined;
  /** What sends the requests. @default the global `fetch` */
  readonly fetch?: Fetch | undefined;
}

/**
 * A search by any HTTP API that answers a `GET` with a list of results in JSON.
 *
 * @example
 * const brave = jsonSearch({
 *   url: "https://api.search.brave.com/res/v1/web/search?q={query}&count={count}",
 *   headers: { "x-subscription-token": key },
 *   results: "web.results",
 *   age: "age",
 * });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function jsonSearch(options: JsonSearchOptions): WebSearch {
  checkOptions("jsonSearch", options, validOptions);
  const { url, headers = {}, fetch = globalThis.fetch } = options;
  return async ({ query, maxResults, signal }) => {
    const address = url
      .replaceAll("{query}", encodeURIComponent(query))
      .replaceAll("{count}", String(maxResults));
    const answer = await askJson(new URL(address), headers, { fetch, signal });
    const results = valueAt(answer, options.results);
    return Array.isArray(results) ? results.map((result) => toResult(result, options)) : [];
  };
}

const { checkOptions, callback, mapOf, matching, members, name, text } = checks;

const validOptions = members<JsonSearchOptions>({
  url: {
    required: matching("an http or https address with {query} in it", /^https?:.*\{query\}/s),
  },
  headers: mapOf(text),
  results: { required: name },
  link: name,
  title: name,
  text: name,
  age: name,
  fetch: callback,
});

function toResult(
  result: unknown,
  { link = "url", title = "title", text: description = "description", age }: JsonSearchOptions,
): WebSearchResult {
  const old = age === undefined ? "" : textAt(result, age);
  return {
    url: textAt(result, link),
    title: textAt(result, title),
    text: textAt(result, description),
    ...(old !== "" && { age: old }),
  };
}
