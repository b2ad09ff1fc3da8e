import { z } from "zod";
import { duration, name, prices, upstreamTimeouts, whole } from "./values.js";

const translation = z
  .strictObject({
    lateSystem: z.enum(["wrap", "hoist", "refuse"]).optional(),
    repair: z.boolean().optional(),
    forwardUser: z.boolean().optional(),
    defaultMaxTokens: whole.optional(),
  })
  .meta({ id: "TranslationConfig" });

const reasoningStore = z
  .strictObject({ maxBytes: whole.optional(), ttl: duration.optional() })
  .meta({ id: "ReasoningStoreConfig" });

/** What an upstream or a model supports; the library knows the members of each format. */
export const capabilities = z.record(z.string(), z.unknown());

/** A service behind the gateway. */
export const upstream = z
  .strictObject({
    baseUrl: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
    format: z.enum(["messages", "chat-completions"]).optional(),
    apiKey: name.optional(),
    allModels: z.boolean().optional(),
    prices: z.record(name, prices).optional(),
    credential: z.enum(["x-api-key", "api-key", "bearer"]).optional(),
    preset: z
      .enum([
        "anthropic",
        "openai",
        "vllm",
        "ollama",
        "llamaCpp",
        "openRouter",
        "mistral",
        "deepSeek",
      ])
      .optional(),
    capabilities: capabilities.optional(),
    headers: z.record(z.string(), z.string()).optional(),
    attemptIdHeader: name.optional(),
    timeouts: upstreamTimeouts.optional(),
    translation: translation.optional(),
    upstreamErrors: z.enum(["show", "hide"]).optional(),
    revealModel: z.boolean().optional(),
    reasoningStore: z.union([z.boolean(), reasoningStore]).optional(),
  })
  .meta({ id: "UpstreamConfig" });
