import type {
  JsonObject,
  OfferedServerTool,
  OpenedBlock,
  ServerToolCall,
  ServerToolFormat,
  ServerToolOutcome,
} from "@diglot/core";
import { isObject, toObject } from "@diglot/core/formats";
import { formatName } from "../wire/names.js";

/** Whether a tool searches the web; its name has had a date or a suffix at times. */
export function isSearch(type: unknown): boolean {
  return typeof type === "string" && /^web_search(?:_|$)/.test(type);
}

/**
 * How this format speaks of a search of the web. One tool of the vendor searches and opens pages, so callers
 * that offer it offer both.
 */
export const serverTools: ServerToolFormat = {
  areOffered: ({ tools }) =>
    Array.isArray(tools) && tools.some((tool) => isSearch(toObject(tool).type)),
  readTool: (value) => (isSearch(value.type) ? readSearch(value) : []),
  readChoice: (value) => (isSearch(value.type) ? "web_search" : undefined),
  toCallId: (random) => `ws_${random}`,
  toCallBlocks: () => [],
  toRunningBlocks: ({ id }) => [toSearchCall({ id, status: "in_progress" })],
  toResultBlocks: (call, outcome) => [toItem(call, outcome)],
  toCitation: (web) => ({ type: "citation", format: "web", value: {}, web }),
};

/** A caller without live access takes only what the vendor has stored, which nobody else has. */
function readSearch({
  filters,
  user_location: location,
  external_web_access: isLive,
}: JsonObject): readonly OfferedServerTool[] {
  if (isLive === false) return [];
  const { allowed_domains: allowed, blocked_domains: blocked } = toObject(filters);
  const limits = {
    ...(Array.isArray(allowed) && { allowedDomains: allowed.map(String) }),
    ...(Array.isArray(blocked) && { blockedDomains: blocked.map(String) }),
    ...(isObject(location) && { userLocation: location }),
  };
  return [
    { kind: "web_search", ...limits },
    { kind: "web_fetch", ...limits },
  ];
}

function toItem({ id, kind, input }: ServerToolCall, outcome: ServerToolOutcome): OpenedBlock {
  const status = outcome.type === "error" ? "failed" : "completed";
  const action =
    kind === "web_fetch" ? { type: "open_page", url: input.url } : toSearch(input, outcome);
  return toSearchCall({ id, status, action });
}

function toSearchCall({ id, ...members }: JsonObject): OpenedBlock {
  return { type: "native", format: formatName, value: { id, type: "web_search_call", ...members } };
}

function toSearch({ query }: JsonObject, outcome: ServerToolOutcome): JsonObject {
  const results = outcome.type === "results" ? outcome.results : [];
  const sources = results.map(({ url }) => ({ type: "url", url }));
  return { type: "search", query, queries: [query], sources };
}
