import type { JsonObject } from "../../../conversation/conversation.js";

/** The name of this format, in origins, native blocks and citations. */
export const formatName = "chat-completions";

/** Unknown members are part of every wire type, because the format may gain new ones. */
interface Open {
  readonly [name: string]: unknown;
}

/** A piece of a message's content. `type` is `text`, `image_url`, `input_audio`, `file`, `refusal` or unknown. */
export interface ContentPart extends Open {
  readonly type: string;
  readonly text?: string | null | undefined;
  readonly refusal?: string | null | undefined;
  readonly image_url?: ImageUrl | null | undefined;
  readonly input_audio?: InputAudio | null | undefined;
  readonly file?: FileData | null | undefined;
}

/** Where an image is: a web address or a `data:` URL. */
export interface ImageUrl extends Open {
  readonly url: string;
  readonly detail?: string | null | undefined;
}

/** A sound as base64, with its encoding (`wav`, `mp3`). */
export interface InputAudio extends Open {
  readonly data: string;
  readonly format: string;
}

/** A file: its bytes as a `data:` URL (some clients send bare base64), or the id of an uploaded one. */
export interface FileData extends Open {
  readonly file_data?: string | null | undefined;
  readonly file_id?: string | null | undefined;
  readonly filename?: string | null | undefined;
}

/** The content of a message. */
export type Content = string | readonly ContentPart[];

/** A call in the history. Exactly one of `function` and `custom` is there, by `type`. */
export interface RequestToolCall extends Open {
  readonly id: string;
  readonly type?: string | null | undefined;
  readonly function?: (Open & { readonly name: string; readonly arguments: string }) | undefined;
  readonly custom?: (Open & { readonly name: string; readonly input: string }) | undefined;
}

/** The roles, in the order in which the vendor's error text lists them. */
export const roles: readonly string[] = [
  "system",
  "assistant",
  "user",
  "function",
  "tool",
  "developer",
];

/** One message of the request, of any role. */
export interface RequestMessage extends Open {
  readonly role: string;
  readonly content?: Content | null | undefined;
  readonly name?: string | null | undefined;
  readonly refusal?: string | null | undefined;
  readonly reasoning_content?: unknown;
  readonly tool_calls?: readonly RequestToolCall[] | null | undefined;
  readonly tool_call_id?: string | null | undefined;
}

/** A function that the model may call; without `parameters` it takes none. */
export interface FunctionDefinition extends Open {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly parameters?: JsonObject | null | undefined;
  readonly strict?: boolean | null | undefined;
}

/** A tool. `type` is `function`, `custom` or unknown. */
export interface RequestTool extends Open {
  readonly type: string;
  readonly function?: FunctionDefinition | undefined;
  readonly custom?: (Open & { readonly name: string }) | undefined;
}

/** `none`, `auto`, `required`, or an object that names a tool or a set of allowed tools. */
export type RequestToolChoice = "none" | "auto" | "required" | RequestToolChoiceObject;

/** A choice of one tool (`function`, `custom`), of a set (`allowed_tools`), or an unknown one. */
export interface RequestToolChoiceObject extends Open {
  readonly type: string;
  readonly function?: (Open & { readonly name: string }) | undefined;
  readonly custom?: (Open & { readonly name: string }) | undefined;
  readonly allowed_tools?:
    | (Open & { readonly mode: string; readonly tools: readonly JsonObject[] })
    | undefined;
}

/** The form that the reply's text should have. Some clients put `schema` beside `json_object`. */
export interface ResponseFormat extends Open {
  readonly type: string;
  readonly schema?: JsonObject | null | undefined;
  readonly json_schema?:
    | (Open & {
        readonly name: string;
        readonly description?: unknown;
        readonly schema?: JsonObject | null | undefined;
        readonly strict?: boolean | null | undefined;
      })
    | undefined;
}

/** The body of a request, once it is validated. `null` means the same as absent. */
export interface ChatCompletionRequest extends Open {
  readonly model: string;
  readonly messages: readonly RequestMessage[];
  readonly max_completion_tokens?: number | null | undefined;
  readonly max_tokens?: number | null | undefined;
  readonly temperature?: number | null | undefined;
  readonly top_p?: number | null | undefined;
  readonly n?: number | null | undefined;
  readonly stop?: string | readonly string[] | null | undefined;
  readonly frequency_penalty?: number | null | undefined;
  readonly presence_penalty?: number | null | undefined;
  readonly logit_bias?: Readonly<Record<string, number>> | null | undefined;
  readonly logprobs?: boolean | null | undefined;
  readonly top_logprobs?: number | null | undefined;
  readonly seed?: number | null | undefined;
  readonly user?: string | null | undefined;
  readonly safety_identifier?: string | null | undefined;
  readonly reasoning_effort?: string | null | undefined;
  readonly response_format?: ResponseFormat | null | undefined;
  readonly tools?: readonly RequestTool[] | null | undefined;
  readonly tool_choice?: RequestToolChoice | null | undefined;
  readonly parallel_tool_calls?: boolean | null | undefined;
  readonly functions?: readonly JsonObject[] | null | undefined;
  readonly function_call?: string | JsonObject | null | undefined;
  readonly stream?: boolean | null | undefined;
  readonly stream_options?:
    | (Open & { readonly include_usage?: boolean | null | undefined })
    | null
    | undefined;
  readonly modalities?: readonly string[] | null | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly service_tier?: string | null | undefined;
  readonly prompt_cache_options?: JsonObject | null | undefined;
}

/** The body of a request that this format has validated, as its wire type. */
export function requestOf({ body }: { readonly body: JsonObject }): ChatCompletionRequest {
  return body as ChatCompletionRequest;
}

/** Why a choice ended. */
export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "function_call";

/** The call of a function, as it was before there were tools. */
export interface FunctionCall {
  readonly name: string;
  readonly arguments: string;
}

/** Token counts. `prompt_tokens` includes cached ones, `completion_tokens` includes reasoning. */
export interface CompletionUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: {
    readonly cached_tokens: number;
    readonly audio_tokens: number;
    /** Only where something was written to a cache. */
    readonly cache_write_tokens?: number | undefined;
  };
  readonly completion_tokens_details: {
    readonly reasoning_tokens: number;
    readonly audio_tokens: number;
    readonly accepted_prediction_tokens: number;
    readonly rejected_prediction_tokens: number;
  };
}

/** A call of the reply. Other members are native ones that the model needs back with it. */
export type ToolCall =
  | (Open & {
      readonly id: string;
      readonly type: "function";
      readonly function: { readonly name: string; readonly arguments: string };
    })
  | (Open & {
      readonly id: string;
      readonly type: "custom";
      readonly custom: { readonly name: string; readonly input: string };
    });

/**
 * Reasoning that the model needs back on the next turn. `position` is the place of its block among
 * all blocks of the reply. Agents that know this list from other gateways return it untouched.
 */
export type ReasoningDetail = {
  readonly index: number;
  readonly format: string;
  readonly position: number;
} & (
  | { readonly type: "reasoning.text"; readonly text: string; readonly signature: string }
  | { readonly type: "reasoning.encrypted"; readonly data: string }
);

/** The message of a reply. `content` is a string or null, never parts. */
export interface CompletionMessage {
  readonly role: "assistant";
  readonly content: string | null;
  /** Only if there are calls. */
  readonly tool_calls?: readonly ToolCall[] | undefined;
  /** The call of a function, where the request has functions and no tools. */
  readonly function_call?: FunctionCall | undefined;
  readonly refusal: string | null;
  readonly annotations: readonly JsonObject[];
  /** Not the vendor's: the text of the reasoning, if the settings show it. */
  readonly reasoning_content?: string | undefined;
  /** Not the vendor's: what must be returned with the message, if there is any. */
  readonly reasoning_details?: readonly ReasoningDetail[] | undefined;
}

/** A token and how likely it was. */
export interface TokenLogprobObject {
  readonly token: string;
  readonly logprob: number;
  readonly bytes: readonly number[] | null;
}

/** The log probabilities of a choice: of its content, of its refusal, or null for what it has not. */
export type ChoiceLogprobs = Readonly<
  Record<
    "content" | "refusal",
    | readonly (TokenLogprobObject & { readonly top_logprobs: readonly TokenLogprobObject[] })[]
    | null
  >
>;

/** A reply as JSON. */
export interface ChatCompletion {
  readonly id: string;
  readonly object: "chat.completion";
  /** Unix time in seconds. */
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly message: CompletionMessage;
    readonly logprobs: ChoiceLogprobs | null;
    readonly finish_reason: FinishReason;
  }[];
  readonly usage: CompletionUsage;
  readonly service_tier: string;
}

/** A piece of a call: the head has id, type and name, later pieces only arguments. */
export interface ToolCallDelta extends Open {
  readonly index: number;
  readonly id?: string | undefined;
  readonly type?: "function" | "custom" | undefined;
  readonly function?:
    | { readonly name?: string | undefined; readonly arguments: string }
    | undefined;
  readonly custom?: { readonly name?: string | undefined; readonly input: string } | undefined;
}

/** What a chunk adds to the message. */
export interface Delta {
  readonly role?: "assistant" | undefined;
  readonly content?: string | null | undefined;
  readonly tool_calls?: readonly ToolCallDelta[] | undefined;
  readonly function_call?: ToolCallDelta["function"];
  readonly refusal?: string | null | undefined;
  readonly annotations?: readonly JsonObject[] | undefined;
  readonly reasoning_content?: string | undefined;
  readonly reasoning_details?: readonly ReasoningDetail[] | undefined;
}

/** One event of a stream. `choices` has one element; it is empty in the chunk with the usage. */
export interface ChatCompletionChunk {
  readonly id: string;
  readonly object: "chat.completion.chunk";
  readonly created: number;
  readonly model: string;
  readonly service_tier: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: Delta;
    readonly logprobs: ChoiceLogprobs | null;
    readonly finish_reason: FinishReason | null;
  }[];
  /** Only if the caller set `stream_options.include_usage`; null in all chunks but the last. */
  readonly usage?: CompletionUsage | null | undefined;
}

/** The body of every error, before and after the head. All four keys are always there. */
export interface ErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
}

/** A model in the list of models. */
export interface ModelObject {
  readonly id: string;
  readonly object: "model";
  readonly created: number;
  readonly owned_by: string;
}
