/**
 * The neutral form of a request. A format's `read-request/` creates it from the wire; an in-process
 * model reads it. What only one format knows stays in `native` blocks and `extensions`.
 */

import type { Spellings } from "../json/spelling.js";
import type { JsonObject } from "../json/value.js";
import type { WantedLogprobs } from "./logprobs.js";

/** Where the bytes of an image, a document or an audio clip are. */
export type MediaSource =
  | { readonly type: "base64"; readonly mediaType: string; readonly data: string }
  | { readonly type: "text"; readonly mediaType: string; readonly data: string }
  | { readonly type: "url"; readonly url: string }
  | { readonly type: "file"; readonly fileId: string }
  /** A document that is made of blocks. */
  | { readonly type: "blocks"; readonly blocks: readonly Block[] };

/** Asks the prompt cache to keep everything up to this point for the given time. */
export interface CacheControl extends JsonObject {
  readonly type: "ephemeral";
  /** `5m` or `1h`; absent: the shorter one. */
  readonly ttl?: string | undefined;
}

/** Where something stood in the caller's body. */
export interface Placed {
  /** A JSON pointer, such as `/messages/0/content/2`. */
  readonly at?: string | undefined;
  /**
   * Where the members stood whose name or depth on the wire differs from the neutral one: a path below
   * `at`, such as `function/name`, or a whole pointer.
   */
  readonly places?: Readonly<Record<string, string>> | undefined;
}

interface WithCacheControl extends Placed {
  readonly cache?: CacheControl | undefined;
  /** Members of the block on the wire that have no neutral field, unchanged. */
  readonly extra?: JsonObject | undefined;
}

/** Plain text. */
export interface TextBlock extends WithCacheControl {
  readonly type: "text";
  readonly text: string;
}
/** A picture. */
export interface ImageBlock extends WithCacheControl {
  readonly type: "image";
  readonly source: MediaSource;
  /** The level of detail the caller asked for (`auto`, `low`, `high`, …). */
  readonly detail?: string | undefined;
}
/** A document: a PDF, plain text, or a file by id or URL. */
export interface DocumentBlock extends WithCacheControl {
  readonly type: "document";
  readonly source: MediaSource;
  readonly title?: string | undefined;
  /** What the caller says about the document in addition to its title. */
  readonly context?: string | undefined;
}
/** An audio clip. */
export interface AudioBlock extends WithCacheControl {
  readonly type: "audio";
  /** `wav`, `mp3`, … */
  readonly encoding: string;
  /** Base64. */
  readonly data: string;
}
/** A model's reasoning from an earlier turn, to be sent back unchanged. */
export interface ThinkingBlock extends WithCacheControl {
  readonly type: "thinking";
  readonly text: string;
  /** The provider's signature; absent if the wire has none. */
  readonly signature?: string | undefined;
}
/** Encrypted reasoning that only its provider can read. */
export interface RedactedThinkingBlock extends WithCacheControl {
  readonly type: "redacted_thinking";
  readonly data: string;
}
/** A refusal in an earlier turn. */
export interface RefusalBlock extends WithCacheControl {
  readonly type: "refusal";
  readonly text: string;
}
/** A call that the model made in an earlier turn. */
export interface ToolCallBlock extends WithCacheControl {
  readonly type: "tool_call";
  readonly id: string;
  readonly name: string;
  /** The arguments as JSON text; a Chat Completions history may hold invalid JSON. */
  readonly arguments: string;
}
/** What a tool answered; belongs to the call of that id. */
export interface ToolResultBlock extends WithCacheControl {
  readonly type: "tool_result";
  readonly callId: string;
  readonly content: readonly Block[];
  readonly isError: boolean;
}
/** A block that only the named format knows, as it was on the wire. */
export interface NativeBlock extends Placed {
  readonly type: "native";
  readonly format: string;
  readonly value: JsonObject;
}

/** One piece of a turn. */
export type Block =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | AudioBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | RefusalBlock
  | ToolCallBlock
  | ToolResultBlock
  | NativeBlock;

/** The neutral roles; a role that only one format knows keeps its own name. */
export type Role = "system" | "user" | "assistant" | (string & {});

/**
 * One turn. Tool results are blocks of a `user` turn, in both formats. A `system` turn may stand
 * anywhere; the leading instructions are in `Conversation.system`.
 */
export interface Turn extends Placed {
  readonly role: Role;
  /** A name of the speaker, where the wire has one. */
  readonly name?: string | undefined;
  readonly blocks: readonly Block[];
  /** Members of the message on the wire that have no neutral field, unchanged. */
  readonly extra?: JsonObject | undefined;
}

/** A tool that the model may call. */
export type Tool = Placed &
  (
    | {
        readonly type: "function";
        readonly name: string;
        readonly description?: string | undefined;
        /** JSON Schema of the arguments; data, never executed. */
        readonly parameters: JsonObject;
        readonly strict?: boolean | undefined;
        readonly cache?: CacheControl | undefined;
        readonly extra?: JsonObject | undefined;
      }
    /** A tool that only the format named knows (server tools, custom grammars, …). */
    | {
        readonly type: "native";
        readonly format: string;
        readonly name: string | undefined;
        readonly value: JsonObject;
      }
  );

/** How the model should use the tools. */
export type ToolChoice =
  | { readonly type: "auto" }
  | { readonly type: "none" }
  /** At least one call. */
  | { readonly type: "any" }
  | { readonly type: "tool"; readonly name: string }
  | { readonly type: "native"; readonly format: string; readonly value: JsonObject };

/** The required format of the reply's text. */
export type OutputFormat =
  | { readonly type: "text" }
  | { readonly type: "json" }
  | {
      readonly type: "json_schema";
      readonly name?: string | undefined;
      /** What the format is for, in words for the model. */
      readonly description?: string | undefined;
      readonly schema: JsonObject;
      readonly strict?: boolean | undefined;
    };

/** How much the model should reason, as far as the caller specified it. */
export interface Reasoning {
  /** `disabled` forbids it, `enabled` has a budget, `adaptive` leaves it to the model. */
  readonly mode?: string | undefined;
  readonly budgetTokens?: number | undefined;
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`. */
  readonly effort?: string | undefined;
  /** Whether the text of the reasoning is shown (`summarized`, `omitted`). */
  readonly display?: string | undefined;
}

/** One request to a model, in neutral words. */
export interface Conversation {
  /** The model name that the caller asked for. */
  readonly model: string;
  /** Instructions before the first turn. */
  readonly system: readonly Block[];
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly toolChoice: ToolChoice | undefined;
  /** Whether one reply may hold several tool calls; absent if the caller did not specify it. */
  readonly parallelToolCalls: boolean | undefined;
  /** Limit of generated tokens, reasoning included; absent if the caller set none. */
  readonly maxTokens: number | undefined;
  readonly stopSequences: readonly string[];
  /** How many replies the caller asked for at once; absent if it did not say. */
  readonly choices?: number | undefined;
  /** The log probabilities that the reply should have; absent if it needs none. */
  readonly logprobs?: WantedLogprobs | undefined;
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly topK: number | undefined;
  readonly seed: number | undefined;
  readonly reasoning: Reasoning | undefined;
  readonly output: OutputFormat | undefined;
  /** An opaque id of the end user. */
  readonly userId: string | undefined;
  /** The requested service tier: `auto`, `standard`, `priority`, or a word of the caller's format. */
  readonly serviceTier: string | undefined;
  /** Cache control of the whole request: it applies to the last block that can be cached. */
  readonly cache: CacheControl | undefined;
  /** Every member of the body that has no field above, unchanged. */
  readonly extensions: JsonObject;
  /** Where the fields stood in the caller's body, as JSON pointers: `{ topP: "/top_p" }`. */
  readonly places?: Readonly<Record<string, string>> | undefined;
  /**
   * How the caller wrote numbers and names of schemas, extensions and extra members of tools, where
   * JavaScript would write them differently. Absent: nowhere.
   */
  readonly spellings?: Spellings | undefined;
}
