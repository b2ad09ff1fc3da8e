import type { JsonObject } from "./conversation.js";

/** A tool schema as an upstream takes it, and what was changed to make it so. */
export interface RewrittenSchema {
  readonly schema: JsonObject;
  /** The keywords that were moved or left out; empty: the schema is untouched. */
  readonly changes: readonly string[];
}

/**
 * What an upstream of any format takes and how it tells things: data, one frozen object for each
 * upstream and model. A translation asks nothing else about its target; it never looks at a name.
 * What only one format asks is in the capabilities of that format.
 */
export interface UpstreamCapabilities {
  /** Takes instructions after the first turn, where they stand. */
  readonly midSystem: boolean;
  readonly images: {
    readonly url: boolean;
    readonly base64: boolean;
    readonly mediaTypes: readonly string[];
  };
  readonly documents: { readonly pdf: boolean; readonly text: boolean; readonly url: boolean };
  readonly audio: boolean;
  /** How a last assistant turn is continued: not at all, as it stands, or by a flag of that name. */
  readonly prefill: "no" | "native" | "continue_final_message" | "prefix";
  /** The most tokens that it generates; absent: not known. */
  readonly maxOutput?: number | undefined;
  /** Which of `temperature`, `top_p` and `top_k` may be sent. */
  readonly samplingParams: "all" | "temperature_or_top_p" | "none" | "not_with_thinking";
  readonly topK: boolean;
  /** The most stop sequences. */
  readonly maxStop: number;
  readonly parallelToolCallsParam: boolean;
  readonly tools: boolean;
  readonly toolChoice: readonly ("auto" | "none" | "any" | "tool")[];
  /** Takes a forced tool choice while it thinks. */
  readonly toolChoiceWithThinking: boolean;
  /** Honours `strict` of a tool. */
  readonly strictTools: boolean;
  /** Makes a tool's schema, or that of an output, one that it takes; absent: schemas go as they are. */
  readonly rewriteSchema?: ((schema: JsonObject) => RewrittenSchema) | undefined;
  readonly jsonSchema: boolean;
  readonly jsonObject: boolean;
  /** The modes of `thinking` that it takes; empty: it cannot be told to think. */
  readonly thinkingModes: readonly ("enabled" | "adaptive" | "disabled")[];
  /** The levels of effort that it takes, lowest first. */
  readonly effortLevels: readonly string[];
  /** Whether its prompt count includes cached tokens, and its output count reasoning. */
  readonly usageConvention: {
    readonly cacheInPrompt: boolean;
    readonly reasoningInCompletion: boolean;
  };
  readonly promptCache: "breakpoints" | "cache_control" | "auto" | "none";
  /** The classes of service, in neutral words, that it takes. */
  readonly serviceTiers: readonly string[];
  /** Wants definitions of the tools that the history calls. */
  readonly toolsRequiredWithHistory: boolean;
  readonly toolNamePattern: RegExp;
  readonly maxToolName: number;
  readonly toolIdPattern: RegExp;
  readonly maxToolId: number;
  /** Counts a stream without its terminal event as whole if it has a finish reason. */
  readonly missingDoneOk: boolean;
  /** Members that only the caller's format or nobody knows, and that it takes as they are. */
  readonly extensions: readonly string[];
}

/** How an embedder wants a translation done, beside what the upstream takes. */
export interface TranslationOptions {
  /** Instructions in the middle that the upstream does not take there: wrapped in place, moved to the front, or refused. @default "wrap" */
  readonly lateSystem: "wrap" | "hoist" | "refuse";
  /** Mends histories whose calls and results do not match, instead of refusing them. @default false */
  readonly repair: boolean;
  /** Sends a hash of the caller's user id on; otherwise it is dropped where the upstream has no place for it as it is. @default false */
  readonly forwardUser: boolean;
  /** The token bound sent to an upstream that requires one, when neither caller nor model has one. @default 32_000 */
  readonly defaultMaxTokens: number;
}

/** The translation options of everyone who sets none. */
export const defaultTranslation: TranslationOptions = {
  lateSystem: "wrap",
  repair: false,
  forwardUser: false,
  defaultMaxTokens: 32_000,
};
