import type { ScriptUsage } from "./script.js";

type Json = Readonly<Record<string, unknown>>;

/** How one server of the Chat Completions format differs from the others. */
export interface ChatDialect {
  /** Members that each chunk and each completion has beside the common ones. */
  readonly envelope: Json;
  /** Members that each choice has beside the common ones. */
  readonly choice: Json;
  /** The delta of the first chunk. */
  readonly firstDelta: Json;
  /** Members that every further delta has, before its own. */
  readonly everyDelta: Json;
  /** The member for the text of reasoning; `undefined`: reasoning is left out. */
  readonly reasoning: "reasoning" | "reasoning_content" | undefined;
  /** Also sends reasoning as a list of typed details. */
  readonly reasoningDetails: boolean;
  /** Sends a call in one chunk, instead of its name first and then its arguments. */
  readonly wholeCalls: boolean;
  /** Sends the finish reason with the last delta of text, instead of in a chunk of its own. */
  readonly finishWithText: boolean;
  /** Where usage comes in a stream: in a chunk without choices, or with the finish reason. */
  readonly usage: "own_chunk" | "with_finish";
  /** Sends usage also to those who did not ask for it. */
  readonly usageUnasked: boolean;
  /** Chunks before the usage have `usage: null` when usage was asked for. */
  readonly usageNull: boolean;
  /** A comment line that comes before the first chunk and after it. */
  readonly comment: string | undefined;
  readonly toUsage: (usage: ScriptUsage) => Json;
  /** The body of an error answer. */
  readonly toError: (status: number, type: string, message: string) => Json;
}

/** The prompt with what came from caches, as this format counts it. */
function promptOf({ input, cacheRead = 0, cacheWrite = 0 }: ScriptUsage): number {
  return input + cacheRead + cacheWrite;
}

function plainUsage(usage: ScriptUsage): Json {
  const prompt = promptOf(usage);
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
  };
}

function detailedUsage(usage: ScriptUsage): Json {
  return {
    ...plainUsage(usage),
    prompt_tokens_details: { cached_tokens: usage.cacheRead ?? 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0, audio_tokens: 0 },
  };
}

function plainError(status: number, type: string, message: string): Json {
  return { error: { message, type, param: null, code: status === 401 ? "invalid_api_key" : null } };
}

function numberedError(status: number, type: string, message: string): Json {
  return { error: { message, type, param: null, code: status } };
}

const openai: ChatDialect = {
  envelope: { service_tier: "default", system_fingerprint: "fp_44709d6fcb" },
  choice: { logprobs: null },
  firstDelta: { role: "assistant", content: "", refusal: null },
  everyDelta: {},
  reasoning: undefined,
  reasoningDetails: false,
  wholeCalls: false,
  finishWithText: false,
  usage: "own_chunk",
  usageUnasked: false,
  usageNull: true,
  comment: undefined,
  toUsage: detailedUsage,
  toError: plainError,
};

/** The servers that the tests speak as, with what each is known for. */
export const chatDialects = {
  openai,
  /** Reasoning in `reasoning`, the finish reason beside the last text, numbers as error codes. */
  vllm: {
    ...openai,
    envelope: { system_fingerprint: null, prompt_logprobs: null, kv_transfer_params: null },
    choice: { logprobs: null, stop_reason: null, token_ids: null },
    firstDelta: { role: "assistant", content: "" },
    reasoning: "reasoning",
    finishWithText: true,
    usageNull: false,
    toUsage: plainUsage,
    toError: numberedError,
  },
  /** Content in every delta, calls in one piece. */
  ollama: {
    ...openai,
    envelope: { system_fingerprint: "fp_ollama" },
    choice: {},
    firstDelta: { role: "assistant", content: "" },
    everyDelta: { content: "" },
    reasoning: "reasoning",
    wholeCalls: true,
    usageNull: false,
    toUsage: plainUsage,
    toError: plainError,
  },
  /** Null content at the start, `timings` beside everything. */
  llamaCpp: {
    ...openai,
    envelope: { system_fingerprint: "b6000", timings: { prompt_n: 1, predicted_n: 1 } },
    choice: {},
    firstDelta: { role: "assistant", content: null },
    reasoning: "reasoning_content",
    usageNull: false,
    toUsage: plainUsage,
    toError: numberedError,
  },
  /** Usage beside the finish reason, cache hits and misses in members of their own, comments. */
  deepSeek: {
    ...openai,
    envelope: { system_fingerprint: "fp_8802369eaa" },
    firstDelta: { role: "assistant", content: null, reasoning_content: "" },
    reasoning: "reasoning_content",
    usage: "with_finish",
    usageUnasked: true,
    usageNull: false,
    comment: "keep-alive",
    toUsage: (usage) => ({
      ...plainUsage(usage),
      prompt_cache_hit_tokens: usage.cacheRead ?? 0,
      prompt_cache_miss_tokens: usage.input + (usage.cacheWrite ?? 0),
      completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
    }),
  },
  /** Comments, reasoning twice, usage with its cost, numbers as error codes. */
  openRouter: {
    ...openai,
    envelope: { provider: "Somebody" },
    choice: { logprobs: null, native_finish_reason: null },
    firstDelta: { role: "assistant", content: "" },
    everyDelta: { role: "assistant", content: "" },
    reasoning: "reasoning",
    reasoningDetails: true,
    usageUnasked: true,
    usageNull: false,
    comment: "OPENROUTER PROCESSING",
    toUsage: (usage) => ({ ...detailedUsage(usage), cost: 0.000_012 }),
    toError: (code, _type, message) => ({ error: { message, code, metadata: {} } }),
  },
} as const satisfies Readonly<Record<string, ChatDialect>>;

/** The name of a server that the tests speak as. */
export type ChatDialectName = keyof typeof chatDialects;
