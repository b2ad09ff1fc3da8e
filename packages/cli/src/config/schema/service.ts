import { z } from "zod";
import { duration, milliseconds, name, timeout, whole } from "./values.js";

const unsupported = z
  .strictObject({
    default: z.enum(["policy", "warn", "strict"]).optional(),
    fields: z.record(name, z.enum(["warn", "refuse"])).optional(),
  })
  .meta({ id: "UnsupportedConfig" });

const messages = z
  .strictObject({ vendor: name.optional(), versions: z.array(name).min(1).optional() })
  .meta({ id: "MessagesConfig" });

const chatCompletions = z
  .strictObject({ reasoning: z.enum(["show", "omit"]).optional() })
  .meta({ id: "ChatCompletionsConfig" });

const drain = z
  .strictObject({ milliseconds: milliseconds.optional(), bytes: whole.optional() })
  .meta({ id: "DrainConfig" });

const ledgerTimes = z
  .strictObject({ reserve: milliseconds.optional(), lease: milliseconds.optional() })
  .meta({ id: "LedgerTimesConfig" });

const sizeLimits = z
  .strictObject({
    bodyBytes: whole.optional(),
    uploadBytes: whole.optional(),
    jsonDepth: whole.optional(),
    jsonValues: whole.optional(),
    objectMembers: whole.optional(),
    messages: whole.optional(),
    blocks: whole.optional(),
    totalBlocks: whole.optional(),
    tools: whole.optional(),
    stopSequences: whole.optional(),
    eventCharacters: whole.optional(),
    replyCharacters: whole.optional(),
    replyBlocks: whole.optional(),
  })
  .meta({ id: "SizeLimitsConfig" });

const sites = z.union([z.literal("*"), z.array(name)]);

/** How requests are served. */
export const service = z
  .strictObject({
    basePath: z
      .string()
      .regex(/^(\/[^/?#\s]+)*$/, { error: 'must be empty or a path such as "/api"' })
      .optional(),
    formats: z
      .array(z.enum(["messages", "chat-completions"]))
      .min(1)
      .optional(),
    messages: messages.optional(),
    chatCompletions: chatCompletions.optional(),
    validation: z.enum(["open", "strict"]).optional(),
    unsupported: unsupported.optional(),
    onCallerGone: z.enum(["bill-observed", "drain", "refund"]).optional(),
    drain: drain.optional(),
    allowedHosts: sites.optional(),
    allowedOrigins: sites.optional(),
    timeouts: timeout.optional(),
    ledgerTimes: ledgerTimes.optional(),
    sizeLimits: sizeLimits.optional(),
    uploadTimeout: milliseconds.optional(),

    pingInterval: milliseconds.optional(),
    defaultMaxTokens: whole.optional(),
    idempotencyRetention: duration.optional(),
  })
  .meta({ id: "ServiceConfig" });
