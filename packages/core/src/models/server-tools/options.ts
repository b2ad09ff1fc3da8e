import type {
  OfferedServerTool,
  ServerToolError,
  WebPage,
  WebSearchResult,
} from "../../conversation/server-tools.js";
import { type Check, deferred } from "../../validation/check.js";
import { members } from "../../validation/objects.js";
import { callback, finite, oneOf, size } from "../../validation/values.js";
import type { Caller } from "../model.js";

/** What every call of a tool is given. */
interface ServerToolRequest
  extends Pick<OfferedServerTool, "allowedDomains" | "blockedDomains" | "userLocation"> {
  readonly caller: Caller;
  /** The id of the caller's request. */
  readonly requestId: string;
  /** Aborts when the caller leaves, and when the time of the call is over. */
  readonly signal: AbortSignal;
}

/** A search that a model asks for. */
export interface WebSearchRequest extends ServerToolRequest {
  readonly query: string;
  /** The most results that are of use. */
  readonly maxResults: number;
}

/** A page that a model wants to read. */
export interface WebFetchRequest extends ServerToolRequest {
  /** An absolute address, `http:` or `https:`. */
  readonly url: string;
  /** The most characters of its text that are of use. */
  readonly maxCharacters: number;
}

/**
 * Searches the web. Results of domains that the caller does not allow are left out afterwards, so it may
 * ignore the lists. What it throws becomes a code of the caller's format: `unavailable`, unless it is a
 * `WebToolError`.
 */
export type WebSearch = (request: WebSearchRequest) => Promise<readonly WebSearchResult[]>;

/** Reads a page. The address has been held against the caller's lists of domains. Errors are as for `WebSearch`. */
export type WebFetch = (request: WebFetchRequest) => Promise<WebPage>;

/** The tools that a service runs for a model whose vendor does not run them, and their limits. */
export interface ServerToolOptions {
  /** Searches the web. @default none: the tool is left out of a request that offers it */
  readonly webSearch?: WebSearch | undefined;
  /** Reads a page. @default none: the tool is left out of a request that offers it */
  readonly webFetch?: WebFetch | undefined;
  /**
   * When the model is offered the tools: `asked` if the caller offers the tools of its vendor, `always` with every
   * request, for callers that offer none. @default "asked"
   */
  readonly offer?: "asked" | "always" | undefined;
  /** The most times that a model is called for one reply. @default 10 */
  readonly maxRounds?: number | undefined;
  /** The most calls of each tool in one request, if the caller sets no lower limit. @default 20 */
  readonly maxUses?: number | undefined;
  /** The most results of a search. @default 8 */
  readonly maxResults?: number | undefined;
  /** The most characters of a page, or of a result of a search. @default 40_000 */
  readonly maxCharacters?: number | undefined;
  /** How long one call may take, in milliseconds. @default 30_000 */
  readonly timeout?: number | undefined;
}

/** The options with their defaults. */
export interface ServerToolSettings extends Pick<ServerToolOptions, "webSearch" | "webFetch"> {
  readonly offer: "asked" | "always";
  readonly maxRounds: number;
  readonly maxUses: number;
  readonly maxResults: number;
  readonly maxCharacters: number;
  readonly timeout: number;
}

export const validServerTools: Check = /* @__PURE__ */ deferred(() =>
  members<ServerToolOptions>({
    webSearch: callback,
    webFetch: callback,
    offer: oneOf("asked", "always"),
    maxRounds: size,
    maxUses: size,
    maxResults: size,
    maxCharacters: size,
    timeout: finite,
  }),
);

/** Completes options that have been checked. */
export function toServerToolSettings(options: ServerToolOptions): ServerToolSettings {
  const { webSearch, webFetch } = options;
  return {
    webSearch,
    webFetch,
    offer: options.offer ?? "asked",
    maxRounds: options.maxRounds ?? 10,
    maxUses: options.maxUses ?? 20,
    maxResults: options.maxResults ?? 8,
    maxCharacters: options.maxCharacters ?? 40_000,
    timeout: options.timeout ?? 30_000,
  };
}

/** Why a search or a fetch has failed, for the model and the caller. */
export class WebToolError extends Error {
  override readonly name = "WebToolError";
  readonly code: ServerToolError;

  constructor(code: ServerToolError, options?: ErrorOptions) {
    super(`The web tool has failed: ${code}.`, options);
    this.code = code;
  }
}
