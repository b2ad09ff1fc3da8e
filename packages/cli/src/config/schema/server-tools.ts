import { z } from "zod";
import type { Inferred } from "./inferred.js";
import { httpAddress, name, whole, wholeMilliseconds } from "./values.js";

const headers = z.record(z.string(), z.string()).optional();

const searxngSearch = z
  .strictObject({
    /** The address of a SearXNG instance whose `search.formats` list `json`. */
    searxng: httpAddress,
    /** Its categories. @default those of the instance */
    categories: z.array(name).optional(),
    /** A language, such as `de` or `en-US`. @default that of the instance */
    language: name.optional(),
    /** Headers for every request to it. */
    headers,
  })
  .meta({ id: "SearxngConfig" });

/** A search by a SearXNG instance. */
export type SearxngConfig = Inferred<typeof searxngSearch>;

const jsonSearch = z
  .strictObject({
    /** The address of an API, in which `{query}` and `{count}` stand for the query and the number of results. */
    url: z.string().regex(/^https?:.*\{query\}/s, {
      error: "must be an http or https address with {query} in it",
    }),
    /** Where its answer has the list of results: member names joined by dots, such as `web.results`. */
    results: name,
    /** Where a result has its address. @default "url" */
    link: name.optional(),
    /** Where a result has its title. @default "title" */
    title: name.optional(),
    /** Where a result has its text. @default "description" */
    text: name.optional(),
    /** Where a result says how old the page is. @default nowhere */
    age: name.optional(),
    /** Headers for every request to it, such as the one with its key. */
    headers,
  })
  .meta({ id: "JsonSearchConfig" });

/** A search by an API that answers in JSON. */
export type JsonSearchConfig = Inferred<typeof jsonSearch>;

const webFetch = z
  .strictObject({
    /** Whether addresses of this machine and of private networks may be read. @default false */
    allowPrivate: z.boolean().optional(),
    /** The most bytes of a page. @default 2000000 */
    maxBytes: whole.optional(),
    /** What the requests say of themselves. @default "Diglot" */
    userAgent: z.string().optional(),
  })
  .meta({ id: "WebFetchConfig" });

/** How pages are read. */
export type WebFetchConfig = Inferred<typeof webFetch>;

/** The schema of `ServerToolsConfig`. */
export const serverTools = z
  .strictObject({
    /** What searches the web. @default a search that a caller offers is left out */
    webSearch: z.union([searxngSearch, jsonSearch]).optional(),
    /** Whether pages are read, and how. @default false */
    webFetch: z.union([z.boolean(), webFetch]).optional(),
    /** When a model is offered them: if the caller offers those of its vendor, or with every request. @default "asked" */
    offer: z.enum(["asked", "always"]).optional(),
    /** The most times that a model is called for one reply. @default 10 */
    maxRounds: whole.optional(),
    /** The most calls of each tool in one request. @default 20 */
    maxUses: whole.optional(),
    /** The most results of a search. @default 8 */
    maxResults: whole.optional(),
    /** The most characters of a page, or of a result of a search. @default 40000 */
    maxCharacters: whole.optional(),
    /** Milliseconds of one call. @default 30000 */
    timeout: wholeMilliseconds.optional(),
  })
  .meta({ id: "ServerToolsConfig" });

/** The tools of vendors that are run for a model. */
export type ServerToolsConfig = Inferred<typeof serverTools>;
