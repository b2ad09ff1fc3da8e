import * as json from "../../../schema/schema.js";

/**
 * What both profiles require of a request. Objects may have other members. The schemas of long lists
 * do not cover the elements; `body.ts` checks those one by one, so that a million bad elements
 * cost as much as one.
 */

const anyObject = json.object();
const anyList = json.array(json.anything);
const cacheControl = json.nullish(
  json.object({ type: json.string(), ttl: json.nullish(json.string()) }),
);

const commonFields = {
  stream: json.nullish(json.boolean),
  stop_sequences: json.nullish(anyList),
  tools: json.nullish(anyList),
  tool_choice: json.nullish(
    json.object({ type: json.string(), disable_parallel_tool_use: json.nullish(json.boolean) }),
  ),
  thinking: json.nullish(
    json.object({ type: json.string(), display: json.nullish(json.string()) }),
  ),
  output_config: json.nullish(
    json.object({
      effort: json.nullish(json.string()),
      format: json.nullish(json.object({ type: json.string() })),
    }),
  ),
  output_format: json.nullish(json.object({ type: json.string() })),
  metadata: json.nullish(json.object({ user_id: json.nullish(json.string()) })),
  service_tier: json.nullish(json.string()),
  cache_control: cacheControl,
  inference_geo: json.nullish(json.string()),
  temperature: json.nullish(json.number({ minimum: 0, maximum: 1 })),
  top_p: json.nullish(json.number({ minimum: 0, maximum: 1 })),
  top_k: json.nullish(json.integer({ minimum: 0 })),
};

const model = json.string({ minimum: 1 });
const messages = json.array(json.anything, { minimum: 1 });

const requestFields = {
  model,
  messages,
  max_tokens: json.integer({ minimum: 0 }),
  ...commonFields,
};

/** The members of a body that the service reads. */
export const knownFields: readonly string[] = Object.keys(requestFields);

/** The body of a request, without the elements of its lists. */
export const requestSchema = json.object(requestFields);

/** The body for the token counter, which ignores `max_tokens`. */
export const countTokensSchema = json.object({ model, messages, ...commonFields });

/** `tool_choice` of type `tool`. */
export const toolChoiceToolSchema = json.object({ name: json.string() });

/** `thinking` of type `enabled`. The smallest budget is 1,024 tokens. */
export const thinkingEnabledSchema = json.object({
  budget_tokens: json.integer({ minimum: 1024 }),
});

/** `output_config.format` of type `json_schema`. */
export const jsonSchemaFormatSchema = json.object({ schema: anyObject });

/** One message, without its content. */
export const messageSchema = json.object({ role: json.string() });

/** The members common to all blocks. */
export const blockSchema = json.object({ type: json.string(), cache_control: cacheControl });

/** The members common to all tools. */
export const toolSchema = json.object({
  type: json.nullish(json.string()),
  cache_control: cacheControl,
});

/** A tool that the caller runs. */
export const customToolSchema = json.object({
  name: json.string({ minimum: 1 }),
  description: json.nullish(json.string()),
  input_schema: anyObject,
  strict: json.nullish(json.boolean),
});

const source = json.object({ type: json.string() });

/** The block types whose members the service reads; all others are accepted unchecked. */
export const blockSchemas: ReadonlyMap<string, json.Schema> = new Map<string, json.Schema>([
  ["text", json.object({ text: json.string(), citations: json.nullish(json.anything) })],
  ["image", json.object({ source })],
  ["document", json.object({ source, title: json.nullish(json.string()) })],
  ["search_result", json.object({ content: anyList, source: json.string(), title: json.string() })],
  ["thinking", json.object({ thinking: json.string(), signature: json.string() })],
  ["redacted_thinking", json.object({ data: json.string() })],
  ["tool_use", json.object({ id: json.string(), name: json.string(), input: anyObject })],
  [
    "tool_result",
    json.object({ tool_use_id: json.string(), is_error: json.nullish(json.boolean) }),
  ],
]);

/** The members of a source by its type; sources of other types are accepted unchecked. */
export const sourceSchemas: ReadonlyMap<string, json.Schema> = new Map<string, json.Schema>([
  ["base64", json.object({ media_type: json.string(), data: json.string() })],
  ["text", json.object({ media_type: json.string(), data: json.string() })],
  ["url", json.object({ url: json.string() })],
  ["file", json.object({ file_id: json.string() })],
]);
