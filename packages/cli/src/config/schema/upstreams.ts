import { promptPresets } from "@diglot/core";
import { z } from "zod";
import { modelFormats } from "../upstream-formats.js";
import type { Inferred } from "./inferred.js";
import { serverTools } from "./server-tools.js";
import { duration, httpAddress, name, prices, upstreamTimeouts, whole } from "./values.js";

const translation = z
  .strictObject({
    /** Instructions after the first turn, where the upstream accepts none there: in a user turn, at the front, or refused. @default "wrap" */
    lateSystem: z.enum(["wrap", "hoist", "refuse"]).optional(),
    /** Repairs histories whose tool calls and results do not match, instead of refusing them. @default false */
    repair: z.boolean().optional(),
    /** Sends a hash of the caller's user id. @default false */
    forwardUser: z.boolean().optional(),
    /** The token limit for an upstream that needs one, where neither the caller nor the model sets one. @default 32000 */
    defaultMaxTokens: whole.optional(),
  })
  .meta({ id: "TranslationConfig" });

/** How requests are translated for an upstream, apart from what it supports. */
export type TranslationConfig = Inferred<typeof translation>;

const reasoningStore = z
  .strictObject({
    /** Bytes of everything; the oldest is forgotten first. @default 67108864 */
    maxBytes: whole.optional(),
    /** For how many milliseconds. @default 3600000 */
    ttl: duration.optional(),
  })
  .meta({ id: "ReasoningStoreConfig" });

/** What is kept of reasoning, in memory. */
export type ReasoningStoreConfig = Inferred<typeof reasoningStore>;

const preset = z.enum([
  "anthropic",
  "openai",
  "vllm",
  "ollama",
  "llamaCpp",
  "openRouter",
  "mistral",
  "deepSeek",
]);

/** The upstreams whose capabilities are known. */
export type PresetName = Inferred<typeof preset>;

const promptPreset = z.enum(promptPresets);

/** What an upstream or a model supports; the library knows the members of each format. */
export const capabilities = z.record(z.string(), z.unknown());

/** The schema of `UpstreamConfig`. */
export const upstream = z
  .strictObject({
    /** Its address: for Messages with or without `/v1`, for the other formats with its version, such as `http://127.0.0.1:11434/v1`. */
    baseUrl: httpAddress,
    /** The format that it speaks, or the endpoint that its models have: `embeddings`, `rerank`, `moderations`, `completions`, `transcriptions`, `speech`, `images` or `image-edits`. @default found out at the start, by asking it; endpoints must be named */
    format: z.enum(modelFormats).optional(),
    /** Its key. @default none is sent */
    apiKey: name.optional(),
    /** Several keys in its place: each conversation keeps to one, and goes on with another while that one rests after a 429, 401 or 402. */
    apiKeys: z.array(name).min(1).optional(),
    /** Whether every model that it lists is served under its own name, beside those in `models`. @default false */
    allModels: z.boolean().optional(),
    /** Of `allModels`: the prices of the models that it lists, by their names there. @default they are free */
    prices: z.record(name, prices).optional(),
    /** How the key is sent. @default "x-api-key" for Messages, "bearer" for the other formats */
    credential: z.enum(["x-api-key", "api-key", "bearer"]).optional(),
    /** What it is, if it is well known; it sets the capabilities. */
    preset: preset.optional(),
    /** What it supports, where it differs from its preset or the default of its format. Patterns may be texts. */
    capabilities: capabilities.optional(),
    /** Headers for every request to it. */
    headers: z.record(z.string(), z.string()).optional(),
    /** The name of a header that carries the id of each attempt. @default none */
    attemptIdHeader: name.optional(),
    /** How long it may take. */
    timeouts: upstreamTimeouts.optional(),
    /** How requests are translated for it. */
    translation: translation.optional(),
    /** Whether callers read what it says about a request that it refuses. @default "show" */
    upstreamErrors: z.enum(["show", "hide"]).optional(),
    /** Whether callers read its own names of models. @default false */
    revealModel: z.boolean().optional(),
    /** Leaves out of instructions what known tools change with every request, so that it can use its prompt cache: of all tools, or of those named. Not for a tool's own vendor. @default only the first line of Claude Code, where requests are translated for Chat Completions or Responses */
    stablePrompt: z.union([z.boolean(), z.array(promptPreset)]).optional(),
    /** Keeps in memory the reasoning that a caller's format cannot carry, and gives it back on the next turn. @default false */
    reasoningStore: z.union([z.boolean(), reasoningStore]).optional(),
    /** Tools of vendors, such as a search of the web, that are run for all its models. */
    serverTools: serverTools.optional(),
  })
  .meta({ id: "UpstreamConfig" });

/** A service behind the gateway. */
export type UpstreamConfig = Inferred<typeof upstream>;
