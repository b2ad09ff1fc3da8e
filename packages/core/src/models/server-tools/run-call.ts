import type {
  ServerToolCall,
  ServerToolOutcome,
  WebSearchResult,
} from "../../conversation/server-tools.js";
import { isObject } from "../../json/value.js";
import { raceSignal } from "../../runtime/race-signal.js";
import type { ModelRequest } from "../model.js";
import { isAllowed } from "./domains.js";
import { type ServerToolSettings, WebToolError } from "./options.js";
import type { ProvidedTool } from "./provided-tool.js";

/** The most characters of a query and of an address. */
const longestQuery = 1_000;
const longestAddress = 2_048;

/** What a call needs to know of the request that it belongs to. */
type Asking = Pick<ModelRequest, "caller" | "requestId" | "signal" | "clock">;

/**
 * Runs a call. A failure is an outcome, which model and caller read.
 * @throws the reason of the request's signal, if that aborts
 */
export async function runCall(
  call: ServerToolCall,
  tool: ProvidedTool,
  settings: ServerToolSettings,
  asking: Asking,
): Promise<ServerToolOutcome> {
  const limited = new AbortController();
  const disarm = asking.clock.after(settings.timeout, () => limited.abort());
  const signal = AbortSignal.any([asking.signal, limited.signal]);
  try {
    return await raceSignal(signal, () => run(call, tool, settings, { ...asking, signal }));
  } catch (error) {
    asking.signal.throwIfAborted();
    return { type: "error", code: error instanceof WebToolError ? error.code : "unavailable" };
  } finally {
    disarm();
    limited.abort();
  }
}

function run(
  call: ServerToolCall,
  tool: ProvidedTool,
  settings: ServerToolSettings,
  asking: Asking,
): Promise<ServerToolOutcome> {
  return call.kind === "web_search"
    ? search(call, tool, settings, asking)
    : fetchPage(call, tool, settings, asking);
}

function toRequest(
  { allowedDomains, blockedDomains, userLocation }: ProvidedTool,
  { caller, requestId, signal }: Asking,
) {
  return { allowedDomains, blockedDomains, userLocation, caller, requestId, signal };
}

async function search(
  { input: { query } }: ServerToolCall,
  tool: ProvidedTool,
  { webSearch, maxResults, maxCharacters }: ServerToolSettings,
  asking: Asking,
): Promise<ServerToolOutcome> {
  if (typeof query !== "string" || query.trim() === "")
    throw new WebToolError("invalid_tool_input");
  if (query.length > longestQuery) throw new WebToolError("query_too_long");
  const found = await webSearch?.({ ...toRequest(tool, asking), query, maxResults });
  const results = (Array.isArray(found) ? found : [])
    .filter((result) => isResult(result) && isAllowed(result.url, tool))
    .slice(0, maxResults)
    .map((result: WebSearchResult) => ({ ...result, text: result.text.slice(0, maxCharacters) }));
  return { type: "results", results };
}

function isResult(value: unknown): value is WebSearchResult {
  return isObject(value) && [value.url, value.title, value.text].every(isString);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

async function fetchPage(
  { input: { url } }: ServerToolCall,
  tool: ProvidedTool,
  { webFetch, maxCharacters: most }: ServerToolSettings,
  asking: Asking,
): Promise<ServerToolOutcome> {
  if (typeof url !== "string" || !URL.canParse(url)) throw new WebToolError("invalid_tool_input");
  if (url.length > longestAddress) throw new WebToolError("url_too_long");
  if (!isAllowed(url, tool)) throw new WebToolError("url_not_allowed");
  const maxCharacters = Math.min(tool.maxCharacters ?? most, most);
  const page = await webFetch?.({ ...toRequest(tool, asking), url, maxCharacters });
  if (!isObject(page) || !isString(page.text)) throw new WebToolError("unavailable");
  // A redirection leads nowhere that the caller does not allow.
  if (!isString(page.url) || !isAllowed(page.url, tool)) throw new WebToolError("url_not_allowed");
  return {
    type: "page",
    page: { ...page, text: page.text.slice(0, maxCharacters) },
    retrievedAt: new Date(asking.clock.now()).toISOString(),
  };
}
