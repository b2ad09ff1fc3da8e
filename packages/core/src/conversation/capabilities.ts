import type { JsonObject } from "../json/value.js";
import { type Check, deferred } from "../validation/check.js";
import type { OtherChecks } from "../validation/like.js";
import { listOf, members, texts } from "../validation/objects.js";
import { callback, flag, oneOf, size } from "../validation/values.js";

/**
 * The most choices that a request may ask for, unless its model says otherwise. The vendor of Chat
 * Completions allows its own models 8, although its specification says 128. A model that is called
 * once for each choice is called so often at once, for one request.
 */
export const defaultChoices = 8;

/** A tool schema in a form that an upstream accepts, and what was changed to get there. */
export interface RewrittenSchema {
  /** The schema that is sent. */
  readonly schema: JsonObject;
  /** The keywords that were moved or left out. Empty: the schema is unchanged. */
  readonly changes: readonly string[];
}

/**
 * What an upstream of any format accepts, and how it reports. These are plain data: one frozen
 * object for each upstream and model. A translation depends on nothing else about its target and
 * never on its name. Capabilities that only one format needs are in that format's own type.
 */
export interface UpstreamCapabilities {
  /** Accepts instructions after the first turn, at their place. @default `true` for Responses, otherwise `false` */
  readonly midSystem: boolean;
  /** Images by URL, images in base64, and their media types. @default all: JPEG, PNG, GIF and WebP */
  readonly images: {
    readonly url: boolean;
    readonly base64: boolean;
    readonly mediaTypes: readonly string[];
  };
  /**
   * Documents: PDF, plain text, and documents by URL. @default all three for Messages; text for Chat Completions;
   * PDF and text for Responses
   */
  readonly documents: { readonly pdf: boolean; readonly text: boolean; readonly url: boolean };
  /** Audio. @default false */
  readonly audio: boolean;
  /**
   * How a final assistant turn is continued: not at all, without a flag, or with the flag of that name. @default
   * `"native"` for Messages, otherwise `"no"`
   */
  readonly prefill: "no" | "native" | "continue_final_message" | "prefix";
  /** The most tokens that it generates. @default not known */
  readonly maxOutput?: number | undefined;
  /** Which of `temperature`, `top_p` and `top_k` may be sent. @default "all" */
  readonly samplingParams: "all" | "temperature_or_top_p" | "none" | "not_with_thinking";
  /** The parameter `top_k`. @default `true` for Messages, otherwise `false` */
  readonly topK: boolean;
  /** The most choices (`n`) of a request that is translated. The upstream is called once for each. @default 8 */
  readonly choices?: number | undefined;
  /** The most stop sequences. @default no limit for Messages, 4 for Chat Completions, 0 for Responses */
  readonly maxStop: number;
  /** The parameter that allows or forbids several tool calls at once. @default true */
  readonly parallelToolCallsParam: boolean;
  /** Tools. @default true */
  readonly tools: boolean;
  /** The kinds of tool choice. @default ["auto", "none", "any", "tool"] */
  readonly toolChoice: readonly ("auto" | "none" | "any" | "tool")[];
  /** Accepts a forced tool choice together with reasoning. @default `false` for Messages, otherwise `true` */
  readonly toolChoiceWithThinking: boolean;
  /** Honours `strict` of a tool. @default `true` for Responses, otherwise `false` */
  readonly strictTools: boolean;
  /**
   * Rewrites the schema of a tool or an output so that the upstream accepts it. It reads numbers as JavaScript
   * holds them; numbers that it leaves in their place are sent as the caller wrote them. @default schemas are sent
   * unchanged
   */
  readonly rewriteSchema?: ((schema: JsonObject) => RewrittenSchema) | undefined;
  /** Output in the form of a JSON Schema. @default `false` for Messages, otherwise `true` */
  readonly jsonSchema: boolean;
  /** Output in JSON without a schema. @default `false` for Messages, otherwise `true` */
  readonly jsonObject: boolean;
  /**
   * The modes of `thinking` that it accepts. If the list is empty, reasoning cannot be controlled. @default
   * `["enabled", "disabled"]` for Messages, otherwise `[]`
   */
  readonly thinkingModes: readonly ("enabled" | "adaptive" | "disabled")[];
  /**
   * The levels of effort that it accepts, lowest first. @default `["low", "medium", "high"]` for Responses,
   * otherwise `[]`
   */
  readonly effortLevels: readonly string[];
  /**
   * Whether its count of the prompt includes cached tokens, and its count of the output includes reasoning.
   * @default both; for Messages only the latter
   */
  readonly usageConvention: {
    readonly cacheInPrompt: boolean;
    readonly reasoningInCompletion: boolean;
  };
  /**
   * How prompts are cached: at breakpoints in the request, by `cache_control`, by itself, or not at all. @default
   * `"cache_control"` for Messages, `"none"` for Chat Completions, `"auto"` for Responses
   */
  readonly promptCache: "breakpoints" | "cache_control" | "auto" | "none";
  /**
   * The service tiers that it accepts, in neutral words. @default `["auto", "standard"]` for Messages, otherwise
   * `[]`
   */
  readonly serviceTiers: readonly string[];
  /** Requires a definition of every tool that the history calls. @default false */
  readonly toolsRequiredWithHistory: boolean;
  /** The form of a tool's name. @default `/^[A-Za-z0-9_-]+$/` */
  readonly toolNamePattern: RegExp;
  /** The most characters of a tool's name. @default 64 */
  readonly maxToolName: number;
  /** The form of the id of a tool call. @default `/^[A-Za-z0-9_-]+$/`; for Chat Completions also dots and colons */
  readonly toolIdPattern: RegExp;
  /**
   * The most characters of the id of a tool call. @default 256 for Messages, 40 for Chat Completions, 64 for
   * Responses
   */
  readonly maxToolId: number;
  /**
   * Treats a stream without its terminal event as complete if it has a finish reason. @default `true` for Chat
   * Completions, otherwise `false`
   */
  readonly missingDoneOk: boolean;
  /**
   * Members by which a caller changes the cost of a reply, such as the choice of another model. Where prices are
   * set, requests with one of them are refused. @default none
   */
  readonly costMembers?: readonly string[] | undefined;
  /**
   * Members without a neutral field that it accepts unchanged. @default `["metadata", "prompt_cache_key",
   * "verbosity"]` for Responses, otherwise `[]`
   */
  readonly extensions: readonly string[];
}

/** The checks of the capabilities of every format that their defaults do not show. */
export function capabilityChecks(): OtherChecks<UpstreamCapabilities> {
  const flags = { required: flag };
  return {
    images: members<UpstreamCapabilities["images"]>({
      url: flags,
      base64: flags,
      mediaTypes: { required: texts },
    }),
    documents: members<UpstreamCapabilities["documents"]>({ pdf: flags, text: flags, url: flags }),
    prefill: oneOf("no", "native", "continue_final_message", "prefix"),
    maxOutput: size,
    choices: size,
    samplingParams: oneOf("all", "temperature_or_top_p", "none", "not_with_thinking"),
    toolChoice: listOf(oneOf("auto", "none", "any", "tool")),
    rewriteSchema: callback,
    thinkingModes: listOf(oneOf("enabled", "adaptive", "disabled")),
    usageConvention: members<UpstreamCapabilities["usageConvention"]>({
      cacheInPrompt: flags,
      reasoningInCompletion: flags,
    }),
    promptCache: oneOf("breakpoints", "cache_control", "auto", "none"),
    costMembers: texts,
  };
}

/** How requests are translated where there is a choice. */
export interface TranslationOptions {
  /**
   * Instructions in mid-conversation, for an upstream that does not accept them there: `wrap` puts them into a tag
   * in place, `hoist` moves them to the front, `refuse` refuses the request. @default "wrap"
   */
  readonly lateSystem: "wrap" | "hoist" | "refuse";
  /**
   * Repairs histories whose calls and results do not match, instead of refusing them: a missing result becomes an
   * error, a result without a call becomes text, a second result is dropped. @default false
   */
  readonly repair: boolean;
  /**
   * Sends a hash of the caller's user id. Otherwise the id is dropped if the upstream has no field for it.
   * @default false
   */
  readonly forwardUser: boolean;
  /**
   * The token limit for an upstream that requires one, when neither the caller nor the model sets one. @default
   * 32_000
   */
  readonly defaultMaxTokens: number;
}

/** What an upstream or a translation may set of them. */
export const validTranslation: Check = /* @__PURE__ */ deferred(() =>
  members<Partial<TranslationOptions>>({
    lateSystem: oneOf("wrap", "hoist", "refuse"),
    repair: flag,
    forwardUser: flag,
    defaultMaxTokens: size,
  }),
);

/** The translation options of an upstream that sets none. */
export const defaultTranslation: TranslationOptions = {
  lateSystem: "wrap",
  repair: false,
  forwardUser: false,
  defaultMaxTokens: 32_000,
};
