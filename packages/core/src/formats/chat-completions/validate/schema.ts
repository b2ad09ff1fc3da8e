import { jsonTypeOf } from "../../../schema/problem.js";
import * as json from "../../../schema/schema.js";

/** A member of the body: its schema, and what it accepts, in the words of the error texts. */
export interface Field {
  readonly name: string;
  readonly schema: json.Schema;
  readonly expected: string;
}

const object = json.object();
const text = json.nullish(json.string());
const decimal = (minimum: number, maximum: number) => json.number({ minimum, maximum });
/** Integers beyond the safe range are accepted, although they arrive rounded. */
const int64: json.Schema = (value) =>
  Number.isInteger(value)
    ? undefined
    : { kind: "type", path: [], expected: "int", received: jsonTypeOf(value) };

const named = json.object({ name: json.string({ minimum: 1 }) });

/** Schemas of tools by type. Any other type is passed on unchecked. */
export const toolSchemas: ReadonlyMap<string, json.Schema> = new Map<string, json.Schema>([
  [
    "function",
    json.object({
      function: json.object({
        name: json.string({ minimum: 1 }),
        description: text,
        parameters: json.nullish(object),
        strict: json.nullish(json.boolean),
      }),
    }),
  ],
  ["custom", json.object({ custom: named })],
]);

/** Schemas of tool choices by type. Any other type is passed on unchecked. */
export const toolChoiceSchemas: ReadonlyMap<string, json.Schema> = new Map<string, json.Schema>([
  ["function", json.object({ function: named })],
  ["custom", json.object({ custom: named })],
  [
    "allowed_tools",
    json.object({
      allowed_tools: json.object({
        mode: json.oneOf("auto", "required"),
        tools: json.array(json.object({ type: json.string() })),
      }),
    }),
  ],
]);

/** The tool choices that are strings. */
export const toolChoiceNames = ["none", "auto", "required"] as const;

/** Schemas of content parts by type. Any other type is passed on unchecked. */
export const partSchemas: ReadonlyMap<string, json.Schema> = new Map<string, json.Schema>([
  ["text", json.object({ text: json.string() })],
  ["refusal", json.object({ refusal: json.string() })],
  ["image_url", json.object({ image_url: json.object({ url: json.string(), detail: text }) })],
  [
    "input_audio",
    json.object({ input_audio: json.object({ data: json.string(), format: json.string() }) }),
  ],
  ["file", json.object({ file: json.object({ file_data: text, file_id: text, filename: text }) })],
]);

/** Schemas of the calls of an assistant message by type; a call without a type is a function's. */
export const toolCallSchemas: ReadonlyMap<string, json.Schema> = new Map<string, json.Schema>([
  [
    "function",
    json.object({
      id: json.string(),
      function: json.object({ name: json.string(), arguments: json.string() }),
    }),
  ],
  [
    "custom",
    json.object({
      id: json.string(),
      custom: json.object({ name: json.string(), input: json.string() }),
    }),
  ],
]);

/** The members common to all objects with a `type`. */
export const taggedSchema = json.object({ type: json.string() });
/** The members common to all messages. */
export const messageSchema = json.object({ role: json.string() });

/** The members of a message other than its content, by role. Any other role is passed on unchecked. */
export const roleSchemas: ReadonlyMap<string, json.Schema> = new Map<string, json.Schema>([
  ["system", json.object({ name: text })],
  ["developer", json.object({ name: text })],
  ["user", json.object({ name: text })],
  ["assistant", json.object({ name: text, refusal: text })],
  ["tool", json.object({ tool_call_id: json.string() })],
  ["function", json.object({ name: json.string() })],
]);

/**
 * The members of the body after `model` and `messages`, in the order in which the vendor checks
 * them; members that are not in the vendor's list come last. `tools` and `tool_choice` are checked
 * further by type.
 */
export const fields: readonly Field[] = [
  { name: "functions", schema: json.array(named), expected: "an array of objects" },
  {
    name: "function_call",
    schema: json.either(json.string(), object),
    expected: "one of a string or object",
  },
  { name: "tools", schema: json.array(json.anything), expected: "an array of objects" },
  {
    name: "tool_choice",
    schema: json.either(json.string(), object),
    expected: "one of a string or object",
  },
  { name: "parallel_tool_calls", schema: json.boolean, expected: "a boolean" },
  { name: "max_completion_tokens", schema: json.integer({ minimum: 1 }), expected: "an integer" },
  { name: "n", schema: json.integer({ minimum: 1, maximum: 128 }), expected: "an integer" },
  { name: "temperature", schema: decimal(0, 2), expected: "a decimal" },
  { name: "top_p", schema: decimal(0, 1), expected: "a decimal" },
  { name: "presence_penalty", schema: decimal(-2, 2), expected: "a decimal" },
  { name: "frequency_penalty", schema: decimal(-2, 2), expected: "a decimal" },
  { name: "logprobs", schema: json.boolean, expected: "a boolean" },
  {
    name: "top_logprobs",
    schema: json.integer({ minimum: 0, maximum: 20 }),
    expected: "an integer",
  },
  { name: "user", schema: json.string(), expected: "a string" },
  { name: "seed", schema: int64, expected: "an integer" },
  { name: "moderation", schema: object, expected: "an object" },
  { name: "safety_identifier", schema: json.string(), expected: "a string" },
  { name: "prompt_cache_options", schema: object, expected: "an object" },
  { name: "prompt_cache_key", schema: json.string(), expected: "a string" },
  { name: "prompt_cache_retention", schema: json.string(), expected: "a string" },
  {
    name: "response_format",
    schema: json.object({
      type: json.string(),
      json_schema: json.optional(
        json.object({
          name: json.string(),
          schema: json.nullish(object),
          strict: json.nullish(json.boolean),
        }),
      ),
    }),
    expected: "an object",
  },
  { name: "service_tier", schema: json.string(), expected: "a string" },
  { name: "max_tokens", schema: json.integer({ minimum: 1 }), expected: "an integer" },
  { name: "reasoning_effort", schema: json.string(), expected: "a string" },
  { name: "logit_bias", schema: json.record(decimal(-100, 100)), expected: "an object" },
  {
    name: "stop",
    schema: json.either(json.string(), json.array(json.string())),
    expected: "one of a string or array of strings",
  },
  { name: "stream", schema: json.boolean, expected: "a boolean" },
  {
    name: "stream_options",
    schema: json.object({
      include_usage: json.nullish(json.boolean),
      include_obfuscation: json.nullish(json.boolean),
    }),
    expected: "an object",
  },
  { name: "store", schema: json.boolean, expected: "a boolean" },
  { name: "metadata", schema: json.record(json.anything), expected: "an object" },
  { name: "prediction", schema: object, expected: "an object" },
  { name: "verbosity", schema: json.string(), expected: "a string" },
  { name: "modalities", schema: json.array(json.string()), expected: "an array of strings" },
  { name: "audio", schema: object, expected: "an object" },
  { name: "web_search_options", schema: object, expected: "an object" },
];

/** Every member of the body that the format itself knows. */
export const knownFields: ReadonlySet<string> = new Set([
  "model",
  "messages",
  ...fields.map((field) => field.name),
]);
