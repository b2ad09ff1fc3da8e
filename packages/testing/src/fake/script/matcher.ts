import type { Conversation, JsonObject, Turn } from "@diglot/core";
import type { SpokenFormat } from "../../common/formats.js";

/** A result that a tool gave, as a matcher sees it. */
export interface ObservedToolResult {
  readonly callId: string;
  /** The name of the tool, from the call that it answers; undefined if there is no such call. */
  readonly name: string | undefined;
  /** Its texts, joined. */
  readonly text: string;
  readonly isError: boolean;
}

/** What a matcher looks at. */
export interface ObservedRequest {
  /** How many requests reached the script before this one, from 0. */
  readonly index: number;
  /** `messages`, `chat-completions` or `responses`. */
  readonly format: string;
  /** The model name that was asked for. */
  readonly model: string;
  readonly stream: boolean;
  /** How many choices are asked for. */
  readonly choices: number;
  readonly conversation: Conversation;
  /** The last turn; undefined if there are only instructions. */
  readonly lastTurn: Turn | undefined;
  /** The texts of the last turn of the user, joined; without tool results. */
  readonly lastUserText: string;
  /** The tool results of the last turn. */
  readonly toolResults: readonly ObservedToolResult[];
  /** The names of the tools that were offered. */
  readonly tools: readonly string[];
  /** The body as it was sent. */
  readonly body: JsonObject;
}

/** A text: as a part of the text that is looked at, or a pattern. */
export type TextMatcher = string | RegExp;

/** What a request must be, in members. All members that are present must hold. A string is a part of a text. */
export interface MatcherParts {
  /** The model that is asked for. */
  readonly model?: TextMatcher | undefined;
  /** The format of the request. */
  readonly format?: SpokenFormat | undefined;
  /** Whether the request asks for a stream. */
  readonly stream?: boolean | undefined;
  /** The instructions. */
  readonly system?: TextMatcher | undefined;
  /** The text of the last turn of the user. */
  readonly user?: TextMatcher | undefined;
  /** A tool that must be offered, or several. */
  readonly tools?: string | readonly string[] | undefined;
  /** A result that the last turn must hold: of the tool of that name, or of the call of that id, with that text. */
  readonly toolResult?:
    | { readonly name?: string; readonly callId?: string; readonly text?: TextMatcher }
    | undefined;
  /** How many turns the conversation has. */
  readonly turns?: number | undefined;
  /** How many choices must be asked for (`n`; 1 without it). */
  readonly choices?: number | undefined;
}

/** What a request must be: members, or a function that says whether it is. */
export type Matcher = MatcherParts | ((request: ObservedRequest) => boolean);
