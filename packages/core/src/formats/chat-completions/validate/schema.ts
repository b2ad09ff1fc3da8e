import * as z from "zod/mini";

/** A member of the body: its schema, and what it takes, in the words of the error texts. */
export interface Field {
  readonly name: string;
  readonly schema: z.ZodMiniType;
  readonly expected: string;
}

const object = z.looseObject({});
const text = z.nullish(z.string());
const decimal = (minimum: number, maximum: number) =>
  z.number().check(z.minimum(minimum), z.maximum(maximum));
const integer = (minimum: number, maximum?: number) =>
  z.int().check(z.minimum(minimum), ...(maximum === undefined ? [] : [z.maximum(maximum)]));

const named = z.looseObject({ name: z.string().check(z.minLength(1)) });

/** Schemas of tools by type. A type that is not here travels on untouched. */
export const toolSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>([
  [
    "function",
    z.looseObject({
      function: z.looseObject({
        name: z.string().check(z.minLength(1)),
        description: text,
        parameters: z.nullish(object),
        strict: z.nullish(z.boolean()),
      }),
    }),
  ],
  ["custom", z.looseObject({ custom: named })],
]);

/** Schemas of tool choices by type. A type that is not here travels on untouched. */
export const toolChoiceSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>(
  [
    ["function", z.looseObject({ function: named })],
    ["custom", z.looseObject({ custom: named })],
    [
      "allowed_tools",
      z.looseObject({
        allowed_tools: z.looseObject({
          mode: z.enum(["auto", "required"]),
          tools: z.array(z.looseObject({ type: z.string() })),
        }),
      }),
    ],
  ],
);

/** The tool choices that are strings. */
export const toolChoiceNames = ["none", "auto", "required"] as const;

/** Schemas of content parts by type. A type that is not here travels on untouched. */
export const partSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>([
  ["text", z.looseObject({ text: z.string() })],
  ["refusal", z.looseObject({ refusal: z.string() })],
  ["image_url", z.looseObject({ image_url: z.looseObject({ url: z.string(), detail: text }) })],
  [
    "input_audio",
    z.looseObject({ input_audio: z.looseObject({ data: z.string(), format: z.string() }) }),
  ],
  [
    "file",
    z.looseObject({ file: z.looseObject({ file_data: text, file_id: text, filename: text }) }),
  ],
]);

/** Schemas of the calls of an assistant message by type; a call without a type is a function's. */
export const toolCallSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>([
  [
    "function",
    z.looseObject({
      id: z.string(),
      function: z.looseObject({ name: z.string(), arguments: z.string() }),
    }),
  ],
  [
    "custom",
    z.looseObject({
      id: z.string(),
      custom: z.looseObject({ name: z.string(), input: z.string() }),
    }),
  ],
]);

/** What every tagged object of the wire has. */
export const taggedSchema = z.looseObject({ type: z.string() });
/** What every message has. */
export const messageSchema = z.looseObject({ role: z.string() });

/** What a message has beyond its content, by role. A role that is not here travels on untouched. */
export const roleSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>([
  ["system", z.looseObject({ name: text })],
  ["developer", z.looseObject({ name: text })],
  ["user", z.looseObject({ name: text })],
  ["assistant", z.looseObject({ name: text, refusal: text })],
  ["tool", z.looseObject({ tool_call_id: z.string() })],
  ["function", z.looseObject({ name: z.string() })],
]);

/**
 * The members of the body after `model` and `messages`, in the order in which the vendor checks
 * them; what the vendor's list leaves out stands at its end. `tools` and `tool_choice` are checked
 * further by type.
 */
export const fields: readonly Field[] = [
  { name: "functions", schema: z.array(named), expected: "an array of objects" },
  {
    name: "function_call",
    schema: z.union([z.string(), object]),
    expected: "one of a string or object",
  },
  { name: "tools", schema: z.array(z.unknown()), expected: "an array of objects" },
  {
    name: "tool_choice",
    schema: z.union([z.string(), object]),
    expected: "one of a string or object",
  },
  { name: "parallel_tool_calls", schema: z.boolean(), expected: "a boolean" },
  { name: "max_completion_tokens", schema: integer(1), expected: "an integer" },
  { name: "n", schema: integer(1, 128), expected: "an integer" },
  { name: "temperature", schema: decimal(0, 2), expected: "a decimal" },
  { name: "top_p", schema: decimal(0, 1), expected: "a decimal" },
  { name: "presence_penalty", schema: decimal(-2, 2), expected: "a decimal" },
  { name: "frequency_penalty", schema: decimal(-2, 2), expected: "a decimal" },
  { name: "logprobs", schema: z.boolean(), expected: "a boolean" },
  { name: "top_logprobs", schema: integer(0, 20), expected: "an integer" },
  { name: "user", schema: z.string(), expected: "a string" },
  // An int64: numbers beyond the safe range are legal, though they arrive rounded.
  { name: "seed", schema: z.number().check(z.refine(Number.isInteger)), expected: "an integer" },
  { name: "moderation", schema: object, expected: "an object" },
  { name: "safety_identifier", schema: z.string(), expected: "a string" },
  { name: "prompt_cache_options", schema: object, expected: "an object" },
  { name: "prompt_cache_key", schema: z.string(), expected: "a string" },
  { name: "prompt_cache_retention", schema: z.string(), expected: "a string" },
  {
    name: "response_format",
    schema: z.looseObject({
      type: z.string(),
      json_schema: z.optional(
        z.looseObject({
          name: z.string(),
          schema: z.nullish(object),
          strict: z.nullish(z.boolean()),
        }),
      ),
    }),
    expected: "an object",
  },
  { name: "service_tier", schema: z.string(), expected: "a string" },
  { name: "max_tokens", schema: integer(1), expected: "an integer" },
  { name: "reasoning_effort", schema: z.string(), expected: "a string" },
  { name: "logit_bias", schema: z.record(z.string(), decimal(-100, 100)), expected: "an object" },
  {
    name: "stop",
    schema: z.union([z.string(), z.array(z.string())]),
    expected: "one of a string or array of strings",
  },
  { name: "stream", schema: z.boolean(), expected: "a boolean" },
  {
    name: "stream_options",
    schema: z.looseObject({
      include_usage: z.nullish(z.boolean()),
      include_obfuscation: z.nullish(z.boolean()),
    }),
    expected: "an object",
  },
  { name: "store", schema: z.boolean(), expected: "a boolean" },
  { name: "metadata", schema: z.record(z.string(), z.unknown()), expected: "an object" },
  { name: "prediction", schema: object, expected: "an object" },
  { name: "verbosity", schema: z.string(), expected: "a string" },
  { name: "modalities", schema: z.array(z.string()), expected: "an array of strings" },
  { name: "audio", schema: object, expected: "an object" },
  { name: "web_search_options", schema: object, expected: "an object" },
];

/** Every member of the body that the format itself knows. */
export const knownFields: ReadonlySet<string> = new Set([
  "model",
  "messages",
  ...fields.map((field) => field.name),
]);
