import * as z from "zod/mini";

/**
 * What a request must be like, in both profiles. Every object is open. Long lists are only known
 * as lists here; `validate.ts` holds their elements against the schemas one by one, so that a
 * million bad elements cost as much as one.
 */

const anyObject = z.looseObject({});
const anyList = z.array(z.unknown());
const cacheControl = z.nullish(z.looseObject({ type: z.string(), ttl: z.nullish(z.string()) }));

const commonFields = {
  stream: z.nullish(z.boolean()),
  stop_sequences: z.nullish(anyList),
  tools: z.nullish(anyList),
  tool_choice: z.nullish(
    z.looseObject({ type: z.string(), disable_parallel_tool_use: z.nullish(z.boolean()) }),
  ),
  thinking: z.nullish(z.looseObject({ type: z.string(), display: z.nullish(z.string()) })),
  output_config: z.nullish(
    z.looseObject({
      effort: z.nullish(z.string()),
      format: z.nullish(z.looseObject({ type: z.string() })),
    }),
  ),
  output_format: z.nullish(z.looseObject({ type: z.string() })),
  metadata: z.nullish(z.looseObject({ user_id: z.nullish(z.string()) })),
  service_tier: z.nullish(z.string()),
  cache_control: cacheControl,
  inference_geo: z.nullish(z.string()),
  temperature: z.nullish(z.number().check(z.gte(0), z.lte(1))),
  top_p: z.nullish(z.number().check(z.gte(0), z.lte(1))),
  top_k: z.nullish(z.int().check(z.gte(0))),
};

const messages = z.array(z.unknown()).check(z.minLength(1));

/** The body of a request, without the elements of its lists. */
export const requestSchema = z.looseObject({
  model: z.string(),
  messages,
  max_tokens: z.int().check(z.gte(0)),
  ...commonFields,
});

/** The body for the token counter, which reads no limit. */
export const countTokensSchema = z.looseObject({ model: z.string(), messages, ...commonFields });

/** `tool_choice` of type `tool`. */
export const toolChoiceToolSchema = z.looseObject({ name: z.string() });

/** `thinking` of type `enabled`. The smallest budget is 1,024 tokens. */
export const thinkingEnabledSchema = z.looseObject({
  budget_tokens: z.int().check(z.gte(1024)),
});

/** `output_config.format` of type `json_schema`. */
export const jsonSchemaFormatSchema = z.looseObject({ schema: anyObject });

/** One message, without its content. */
export const messageSchema = z.looseObject({ role: z.string() });

/** What every block has. */
export const blockSchema = z.looseObject({ type: z.string(), cache_control: cacheControl });

/** What every tool has. */
export const toolSchema = z.looseObject({
  type: z.nullish(z.string()),
  cache_control: cacheControl,
});

/** A tool that the caller runs. */
export const customToolSchema = z.looseObject({
  name: z.string().check(z.minLength(1)),
  description: z.nullish(z.string()),
  input_schema: anyObject,
  strict: z.nullish(z.boolean()),
});

const source = z.looseObject({ type: z.string() });

/** The block types whose members the service reads; all others are taken as they are. */
export const blockSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>([
  ["text", z.looseObject({ text: z.string(), citations: z.nullish(z.unknown()) })],
  ["image", z.looseObject({ source })],
  ["document", z.looseObject({ source, title: z.nullish(z.string()) })],
  ["search_result", z.looseObject({ content: anyList, source: z.string(), title: z.string() })],
  ["thinking", z.looseObject({ thinking: z.string(), signature: z.string() })],
  ["redacted_thinking", z.looseObject({ data: z.string() })],
  ["tool_use", z.looseObject({ id: z.string(), name: z.string(), input: anyObject })],
  ["tool_result", z.looseObject({ tool_use_id: z.string(), is_error: z.nullish(z.boolean()) })],
]);

/** The members of a source by its type; sources of other types are taken as they are. */
export const sourceSchemas: ReadonlyMap<string, z.ZodMiniType> = new Map<string, z.ZodMiniType>([
  ["base64", z.looseObject({ media_type: z.string(), data: z.string() })],
  ["text", z.looseObject({ media_type: z.string(), data: z.string() })],
  ["url", z.looseObject({ url: z.string() })],
  ["file", z.looseObject({ file_id: z.string() })],
]);
