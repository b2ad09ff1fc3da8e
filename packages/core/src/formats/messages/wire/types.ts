import type { CacheControl, JsonObject } from "../../../conversation/conversation.js";

/** The name of this format, in origins, native blocks and citations. */
export const formatName = "messages";

/**
 * The types of the Messages wire, under the names of its documentation. All of them are open:
 * members, block types and roles that are not listed here are kept.
 */

/** What the headers specify: the API version and the enabled beta features. */
export interface MessagesHead extends JsonObject {
  readonly version: string;
  readonly betas: readonly string[];
}

/** A block of a request; `type` determines its other members. */
export interface ContentBlockParam extends JsonObject {
  readonly type: string;
}

/** Where the bytes of an image or a document are. */
export interface SourceParam extends JsonObject {
  readonly type: string;
}

/** The roles of messages. */
export const roles: readonly string[] = ["user", "assistant", "system"];

/** One message of a request. A string equals one text block. */
export interface MessageParam extends JsonObject {
  readonly role: string;
  readonly content?: string | readonly ContentBlockParam[] | null | undefined;
}

/** A tool definition; without a `type`, or with `custom`, the caller runs it. */
export interface ToolParam extends JsonObject {
  readonly type?: string | null | undefined;
  readonly name?: string | undefined;
}

/** How the tools should be used. */
export interface ToolChoiceParam extends JsonObject {
  readonly type: string;
  readonly name?: string | undefined;
  readonly disable_parallel_tool_use?: boolean | null | undefined;
}

/** Whether and how much the model should think. */
export interface ThinkingParam extends JsonObject {
  readonly type: string;
  readonly budget_tokens?: number | null | undefined;
  readonly display?: string | null | undefined;
}

/** Effort and format of the reply. */
export interface OutputConfigParam extends JsonObject {
  readonly effort?: string | null | undefined;
  readonly format?: JsonObject | null | undefined;
}

/** The body of `POST /v1/messages`. The token counter takes the same body without `max_tokens`. */
export interface MessagesRequest extends JsonObject {
  readonly model: string;
  readonly max_tokens?: number | undefined;
  readonly messages: readonly MessageParam[];
  readonly system?: string | readonly ContentBlockParam[] | null | undefined;
  readonly stream?: boolean | null | undefined;
  readonly stop_sequences?: readonly string[] | null | undefined;
  readonly tools?: readonly ToolParam[] | null | undefined;
  readonly tool_choice?: ToolChoiceParam | null | undefined;
  readonly thinking?: ThinkingParam | null | undefined;
  readonly output_config?: OutputConfigParam | null | undefined;
  readonly output_format?: JsonObject | null | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly temperature?: number | null | undefined;
  readonly top_p?: number | null | undefined;
  readonly top_k?: number | null | undefined;
  readonly service_tier?: string | null | undefined;
  readonly cache_control?: CacheControl | null | undefined;
}

/** The input written to the prompt cache, by lifetime. */
export interface CacheCreation {
  readonly ephemeral_5m_input_tokens: number;
  readonly ephemeral_1h_input_tokens: number;
}

/** How often each kind of server tool ran. */
export interface ServerToolUsage {
  readonly web_search_requests: number;
  readonly web_fetch_requests: number;
}

/** The counts in `message_delta`: cumulative, for the whole message. */
export interface MessageDeltaUsage {
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
  readonly server_tool_use?: ServerToolUsage;
  readonly output_tokens_details?: { readonly thinking_tokens: number };
}

/**
 * The counts of a complete message. `input_tokens` includes neither cache reads nor cache writes.
 */
export interface MessageUsage extends MessageDeltaUsage {
  readonly cache_creation: CacheCreation;
  readonly service_tier: "standard" | "priority";
  readonly inference_geo: "not_available";
}

/** A block of a reply. */
export type ContentBlock =
  | {
      readonly type: "text";
      readonly text: string;
      readonly citations?: readonly JsonObject[];
    }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      readonly caller: { readonly type: "direct" };
      /** Members that the model's own service added to the call. */
      readonly [name: string]: unknown;
    }
  | JsonObject;

/** More about a refusal. */
export interface StopDetails {
  readonly type: "refusal";
  readonly category: string | null;
  readonly explanation: string | null;
}

/** A complete reply, or its beginning in `message_start`. */
export interface Message {
  readonly model: string;
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly content: readonly ContentBlock[];
  readonly container: null;
  readonly stop_reason: string | null;
  readonly stop_sequence: string | null;
  readonly stop_details: StopDetails | null;
  readonly usage: MessageUsage;
  readonly diagnostics: null;
}

/** A piece of a block in a stream. */
export type ContentBlockDelta =
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "input_json_delta"; readonly partial_json: string }
  | { readonly type: "thinking_delta"; readonly thinking: string }
  | { readonly type: "signature_delta"; readonly signature: string }
  | { readonly type: "citations_delta"; readonly citation: JsonObject };

/** One event of a stream; the name of its frame equals `type`. */
export type MessageStreamEvent =
  | { readonly type: "message_start"; readonly message: Message }
  | {
      readonly type: "content_block_start";
      readonly index: number;
      readonly content_block: ContentBlock;
    }
  | {
      readonly type: "content_block_delta";
      readonly index: number;
      readonly delta: ContentBlockDelta;
    }
  | { readonly type: "content_block_stop"; readonly index: number }
  | {
      readonly type: "message_delta";
      readonly delta: Pick<Message, "stop_reason" | "stop_sequence" | "stop_details">;
      readonly usage: MessageDeltaUsage;
    }
  | { readonly type: "message_stop" }
  | ErrorBody;

/** The body of an error, and the data of the `error` event. */
export interface ErrorBody {
  readonly type: "error";
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
  readonly request_id: string;
}
