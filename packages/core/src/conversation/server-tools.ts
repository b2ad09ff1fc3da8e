/**
 * Tools that the vendor of a format runs itself, in neutral words: a search of the web, and the reading of
 * a page. A service can run them for models whose vendor does not.
 */

import type { JsonObject } from "../json/value.js";
import type { Block } from "./conversation.js";
import type { BlockDelta, OpenedBlock, WebCitation } from "./events.js";

/** The tools that can be provided, by the names under which models know them. */
export type ServerToolKind = "web_search" | "web_fetch";

/** A tool that a request offers, and its limits. */
export interface OfferedServerTool {
  readonly kind: ServerToolKind;
  /** The most calls in one request. @default the limit of the service */
  readonly maxUses?: number | undefined;
  /** Domains, also of their subdomains, that may be searched or read. @default all */
  readonly allowedDomains?: readonly string[] | undefined;
  /** Domains, also of their subdomains, that may not. @default none */
  readonly blockedDomains?: readonly string[] | undefined;
  /** About where the user is, as the caller says: `city`, `region`, `country`, `timezone`. */
  readonly userLocation?: JsonObject | undefined;
  /** The most characters of a page. @default the limit of the service */
  readonly maxCharacters?: number | undefined;
}

/** A page that a search has found. */
export interface WebSearchResult {
  readonly url: string;
  readonly title: string;
  /** What the page says on the subject, or its beginning. */
  readonly text: string;
  /** How old it is, in words, such as `3 days ago`. */
  readonly age?: string | undefined;
}

/** A page that was read. */
export interface WebPage {
  /** Its address, after all redirections. */
  readonly url: string;
  readonly title?: string | undefined;
  /** Its text, without markup. */
  readonly text: string;
}

/** Why a call has failed, in the words of the Messages API. */
export type ServerToolError =
  | "content_too_large"
  | "invalid_tool_input"
  | "max_uses_exceeded"
  | "query_too_long"
  | "too_many_requests"
  | "unavailable"
  | "unsupported_content_type"
  | "url_not_accessible"
  | "url_not_allowed"
  | "url_too_long";

/** What has become of a call. */
export type ServerToolOutcome =
  | { readonly type: "results"; readonly results: readonly WebSearchResult[] }
  | { readonly type: "page"; readonly page: WebPage; readonly retrievedAt: string }
  | { readonly type: "error"; readonly code: ServerToolError };

/** A call of a model. */
export interface ServerToolCall {
  /** The id that the caller sees. */
  readonly id: string;
  readonly kind: ServerToolKind;
  /** `{ query }` or `{ url }`. */
  readonly input: JsonObject;
}

/** A call or a result of an earlier turn, in a block that only its format knows. */
export type PastServerTool =
  | ({ readonly type: "call" } & ServerToolCall)
  | {
      readonly type: "result";
      readonly callId: string;
      readonly content: readonly Block[];
      readonly isError: boolean;
    };

/** How a format speaks of these tools: what its callers offer, and what they read of the calls. */
export interface ServerToolFormat {
  /** Whether a body offers any. Asked of every request to a model that has such tools. */
  areOffered(body: JsonObject): boolean;
  /** The tools that a native tool of a request stands for; none for any other. */
  readTool(value: JsonObject): readonly OfferedServerTool[];
  /** The same of members beside the tools, and the members without them. */
  readExtensions?(extensions: JsonObject): {
    readonly offered: readonly OfferedServerTool[];
    readonly extensions: JsonObject;
  };
  /** Whether a choice that only the format knows forces one of them. */
  readChoice?(value: JsonObject): ServerToolKind | undefined;
  /** What a native block of an earlier turn says of them. */
  readBlock?(value: JsonObject): PastServerTool | undefined;
  /** The id of a call, made from what follows the prefix in a new id of a tool call. */
  toCallId(random: string): string;
  /** The blocks that show a call as soon as the model has made it. */
  toCallBlocks(call: ServerToolCall): readonly OpenedBlock[];
  /**
   * The blocks that show a call while it runs. They are followed by those of its result, and only then by
   * those of the next call. @default none
   */
  toRunningBlocks?(call: ServerToolCall): readonly OpenedBlock[];
  /** The blocks that show what has become of it. */
  toResultBlocks(call: ServerToolCall, outcome: ServerToolOutcome): readonly OpenedBlock[];
  /** A citation of a result, which stands behind the text that cites it. */
  toCitation(web: WebCitation, text: string): Extract<BlockDelta, { readonly type: "citation" }>;
}
