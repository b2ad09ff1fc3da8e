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
  /** Accepts instructions after the first turn, at their place. */
  readonly midSystem: boolean;
  readonly images: {
    readonly url: boolean;
    readonly base64: boolean;
    readonly mediaTypes: readonly string[];
  };
  readonly documents: { readonly pdf: boolean; readonly text: boolean; readonly url: boolean };
  readonly audio: boolean;
  /**
   * How a final assistant turn is continued: not at all, without a flag, or with the flag of that
   * name.
   */
  readonly prefill: "no" | "native" | "continue_final_message" | "prefix";
  /** The maximum number of tokens that it generates. Absent: not known. */
  readonly maxOutput?: number | undefined;
  /** Which of `temperature`, `top_p` and `top_k` may be sent. */
  readonly samplingParams: "all" | "temperature_or_top_p" | "none" | "not_with_thinking";
  readonly topK: boolean;
  /** The most choices (`n`) for which it is called, once for each, if a request is translated. @default 8 */
  readonly choices?: number | undefined;
  /** The maximum number of stop sequences. */
  readonly maxStop: number;
  readonly parallelToolCallsParam: boolean;
  readonly tools: boolean;
  readonly toolChoice: readonly ("auto" | "none" | "any" | "tool")[];
  /** Accepts a forced tool choice together with reasoning. */
  readonly toolChoiceWithThinking: boolean;
  /** Honours `strict` of a tool. */
  readonly strictTools: boolean;
  /**
   * Rewrites the schema of a tool or an output so that the upstream accepts it. Absent: schemas are
   * sent unchanged. It reads numbers as JavaScript holds them; those that it leaves in their place are
   * sent as the caller wrote them.
   */
  readonly rewriteSchema?: ((schema: JsonObject) => RewrittenSchema) | undefined;
  readonly jsonSchema: boolean;
  readonly jsonObject: boolean;
  /** The modes of `thinking` that it accepts. Empty: reasoning cannot be controlled. */
  readonly thinkingModes: readonly ("enabled" | "adaptive" | "disabled")[];
  /** The levels of effort that it accepts, lowest first. */
  readonly effortLevels: readonly string[];
  /** Whether its prompt count includes cached tokens, and its output count reasoning. */
  readonly usageConvention: {
    readonly cacheInPrompt: boolean;
    readonly reasoningInCompletion: boolean;
  };
  readonly promptCache: "breakpoints" | "cache_control" | "auto" | "none";
  /** The service tiers that it accepts, in neutral words. */
  readonly serviceTiers: readonly string[];
  /** Requires a definition of every tool that the history calls. */
  readonly toolsRequiredWithHistory: boolean;
  readonly toolNamePattern: RegExp;
  readonly maxToolName: number;
  readonly toolIdPattern: RegExp;
  readonly maxToolId: number;
  /** Treats a stream without its terminal event as complete if it has a finish reason. */
  readonly missingDoneOk: boolean;
  /**
   * Members by which a caller changes what a reply costs, such as the choice of another model.
   * Where prices are set, requests with one of them are refused.
   */
  readonly costMembers?: readonly string[] | undefined;
  /** Members without a neutral field that it accepts unchanged. */
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

/** How the embedder wants requests to be translated, apart from what the upstream accepts. */
export interface TranslationOptions {
  /**
   * Later instructions, where the upstream does not accept them at their place: wrapped in a user
   * turn, moved to the front, or refused. @default "wrap"
   */
  readonly lateSystem: "wrap" | "hoist" | "refuse";
  /**
   * Repairs histories whose calls and results do not match, instead of refusing them. @default
   * false
   */
  readonly repair: boolean;
  /** Sends a hash of the caller's user id; otherwise the id is dropped if the upstream has no field for it. @default false */
  readonly forwardUser: boolean;
  /**
   * The token limit sent to an upstream that requires one, when neither the caller nor the model
   * sets one. @default 32_000
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
