import { z } from "zod";
import { modelFormats } from "../upstream-formats.js";
import type { Inferred } from "./inferred.js";
import { duration, milliseconds, name, timeout, whole } from "./values.js";

const unsupported = z
  .strictObject({
    /** `policy` refuses a loss that would mislead the caller, `warn` only what cannot be left out, `strict` every loss. @default "policy" */
    default: z.enum(["policy", "warn", "strict"]).optional(),
    /** The same for single fields, by their names with dots and without indexes, such as `tools.strict`. */
    fields: z.record(name, z.enum(["warn", "refuse"])).optional(),
  })
  .meta({ id: "UnsupportedConfig" });

/** What happens to fields that a model's format cannot carry. */
export type UnsupportedConfig = Inferred<typeof unsupported>;

const messages = z
  .strictObject({
    /** The vendor's name in the headers `<vendor>-version` and `<vendor>-beta`. @default "anthropic" */
    vendor: name.optional(),
    /** The versions that are accepted. @default ["2023-06-01", "2026-10-21"] */
    versions: z.array(name).min(1).optional(),
  })
  .meta({ id: "MessagesConfig" });

/** Settings of the Messages format. */
export type MessagesConfig = Inferred<typeof messages>;

const chatCompletions = z
  .strictObject({
    /** Whether callers read the reasoning of models. @default "show" */
    reasoning: z.enum(["show", "omit"]).optional(),
  })
  .meta({ id: "ChatCompletionsConfig" });

const responses = z
  .strictObject({
    /** How callers are shown the reasoning of models: as a summary, as raw content, or not at all. @default "summary" */
    reasoning: z.enum(["summary", "content", "omit"]).optional(),
    /** Whose words count where the vendor and the Open Responses specification differ. @default "vendor" */
    dialect: z.enum(["vendor", "open-responses"]).optional(),
    /** Whether replies are kept in the store, so that a later request can continue them. Prompts are kept with them, in plain text. @default true with the store "memory", else false */
    keep: z.boolean().optional(),
    /** Milliseconds for which a reply is kept. @default 2592000000 */
    retention: duration.optional(),
  })
  .meta({ id: "ResponsesConfig" });

/** Settings of the Responses format. */
export type ResponsesConfig = Inferred<typeof responses>;

/** Settings of the Chat Completions format. */
export type ChatCompletionsConfig = Inferred<typeof chatCompletions>;

const drain = z
  .strictObject({
    /** Milliseconds after the caller has left. @default 60000 */
    milliseconds: milliseconds.optional(),
    /** Bytes of a stream that are read after that. @default 4194304 */
    bytes: whole.optional(),
  })
  .meta({ id: "DrainConfig" });

/** How far a model may continue after its caller has left. */
export type DrainConfig = Inferred<typeof drain>;

const ledgerTimes = z
  .strictObject({
    /** To find a key, to reserve and the like; then the caller is asked to try again. @default 2000 */
    reserve: milliseconds.optional(),
    /** How long a row stays open without a heartbeat of its process; then any process may recover it. @default 60000 */
    lease: milliseconds.optional(),
  })
  .meta({ id: "LedgerTimesConfig" });

/** How long the store may take, in milliseconds. */
export type LedgerTimesConfig = Inferred<typeof ledgerTimes>;

const sizeLimits = z
  .strictObject({
    /** Bytes of a request body. @default 33554432 */
    bodyBytes: whole.optional(),
    /** Bytes of all request bodies that are being read at once. @default 268435456 */
    uploadBytes: whole.optional(),
    /** Nesting of a JSON body. @default 128 */
    jsonDepth: whole.optional(),
    /** Values of a JSON body, at every depth; a list or an object counts twice. @default 500000 */
    jsonValues: whole.optional(),
    /** Members of one object of a JSON body. @default 10000 */
    objectMembers: whole.optional(),
    /** Messages of one conversation. @default 10000 */
    messages: whole.optional(),
    /** Blocks or parts of one message. @default 10000 */
    blocks: whole.optional(),
    /** Blocks or parts of all messages together. @default 50000 */
    totalBlocks: whole.optional(),
    /** Tools of one request. @default 10000 */
    tools: whole.optional(),
    /** Stop sequences of one request. @default 1000 */
    stopSequences: whole.optional(),
    /** Characters of one event of a reply. @default 4194304 */
    eventCharacters: whole.optional(),
    /** Characters of one whole reply. @default 67108864 */
    replyCharacters: whole.optional(),
    /** Blocks, calls and citations of one whole reply. @default 10000 */
    replyBlocks: whole.optional(),
  })
  .meta({ id: "SizeLimitsConfig" });

/** The largest requests and replies. */
export type SizeLimitsConfig = Inferred<typeof sizeLimits>;

const sites = z.union([z.literal("*"), z.array(name)]);

/** The schema of `CorsConfig`. */
const cors = z
  .strictObject({
    /** Origins of pages, such as `https://app.example`. @default "*" */
    origins: sites.optional(),
    /** Seconds for which a browser remembers the answer to its preflight. @default 86400 */
    maxAge: z.int().min(0).optional(),
    /** Request headers beside those of the official clients; `x-trace-*` stands for any ending. @default [] */
    allowHeaders: z.array(name).optional(),
    /** Response headers that pages may read beside the request ids, the retry hints and the rates. @default [] */
    exposeHeaders: z.array(name).optional(),
  })
  .meta({ id: "CorsConfig" });

/** Which web pages may call, and what they may see. */
export type CorsConfig = Inferred<typeof cors>;

/** The schema of `ServiceConfig`. */
export const service = z
  .strictObject({
    /** What comes before `/v1` in paths, such as `/api`. @default "" */
    basePath: z
      .string()
      .regex(/^(\/[^/?#\s]+)*$/, { error: 'must be empty or a path such as "/api"' })
      .optional(),
    /** The formats that are served; an unknown path is answered in the first one. @default all, "messages" first */
    formats: z.array(z.enum(modelFormats)).min(1).optional(),
    /** Settings of the Messages format. */
    messages: messages.optional(),
    /** Settings of the Chat Completions format. */
    chatCompletions: chatCompletions.optional(),
    /** Settings of the Responses format. */
    responses: responses.optional(),
    /** `strict` also refuses what the real services are known to refuse. @default "open" */
    validation: z.enum(["open", "strict"]).optional(),
    /** What happens to fields that a model's format cannot carry. */
    unsupported: unsupported.optional(),
    /** What a reply costs whose caller leaves. @default "bill-observed" */
    onCallerGone: z.enum(["bill-observed", "drain", "refund"]).optional(),
    /** How far a model may continue after its caller has left, where `onCallerGone` is `drain` or the request has an `Idempotency-Key`. */
    drain: drain.optional(),
    /** Hosts under which the gateway may be called, beside loopback ones. */
    allowedHosts: sites.optional(),
    /** Origins of web pages that may call. */
    allowedOrigins: sites.optional(),
    /** Lets web pages of other origins call and read the answers: `true` for all, or which ones and how. @default false */
    cors: z.union([z.boolean(), cors]).optional(),
    /** The longest times that a model may take, in milliseconds. */
    timeouts: timeout.optional(),
    /** How long the store may take, in milliseconds. */
    ledgerTimes: ledgerTimes.optional(),
    /** The largest requests and replies. */
    sizeLimits: sizeLimits.optional(),
    /** Milliseconds that a request body may take to arrive. @default 120000 */
    uploadTimeout: milliseconds.optional(),

    /** Milliseconds of silence after which a stream sends a heartbeat. @default 15000 */
    pingInterval: milliseconds.optional(),
    /** The token limit of a request that sets none. @default 32000 */
    defaultMaxTokens: whole.optional(),
    /** Milliseconds for which an idempotency key is kept. @default 86400000 */
    idempotencyRetention: duration.optional(),
  })
  .meta({ id: "ServiceConfig" });

/** How requests are served. */
export type ServiceConfig = Inferred<typeof service>;
