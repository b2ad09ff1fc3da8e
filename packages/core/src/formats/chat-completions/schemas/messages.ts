import * as z from "zod/mini";
import type { Schema } from "../../../validation/issue.js";
import type { Inferred } from "../../../validation/read-only.js";
import { text } from "./common.js";
import type { Content } from "./content.js";

export const functionCall = z.looseObject({
  id: z.string(),
  type: z.nullish(z.literal("function")),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
export const customCall = z.looseObject({
  id: z.string(),
  type: z.literal("custom"),
  custom: z.looseObject({ name: z.string(), input: z.string() }),
});

/** Schemas of the calls of an assistant message by type; a call without a type is a function's. */
export const toolCallSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["function", functionCall],
  ["custom", customCall],
]);

/** The call of a function in an assistant message, as it was before there were tools. */
export const legacyCall = z.looseObject({ name: z.string(), arguments: z.string() });

/** The members common to all messages. */
export const messageHead = z.looseObject({ role: z.string() });

const withName = z.extend(messageHead, { name: text });
export const systemMessage = z.extend(withName, { role: z.literal("system") });
export const developerMessage = z.extend(withName, { role: z.literal("developer") });
export const userMessage = z.extend(withName, { role: z.literal("user") });
export const assistantMessage = z.extend(withName, { role: z.literal("assistant"), refusal: text });
export const toolMessage = z.extend(messageHead, {
  role: z.literal("tool"),
  tool_call_id: z.string(),
});
export const functionMessage = z.extend(messageHead, {
  role: z.literal("function"),
  name: z.string(),
});

/**
 * The members of a message by role, without its content and its calls. Any other role is passed on
 * unchecked.
 */
export const roleSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["system", systemMessage],
  ["developer", developerMessage],
  ["user", userMessage],
  ["assistant", assistantMessage],
  ["tool", toolMessage],
  ["function", functionMessage],
]);

/** A call with the members of all types. */
const toolCall = z.looseObject({
  id: z.string(),
  type: text,
  function: z.optional(functionCall.shape.function),
  custom: z.optional(customCall.shape.custom),
});

/** A message with the members of all roles. */
const message = z.extend(withName, {
  content: z.optional(z.custom<Content | null>()),
  refusal: text,
  reasoning_content: z.optional(z.unknown()),
  tool_calls: z.nullish(z.array(toolCall)),
  function_call: z.nullish(legacyCall),
  tool_call_id: text,
});

/** The call of a function in the history. */
export type LegacyCall = Inferred<typeof legacyCall>;

/** A call in the history. Exactly one of `function` and `custom` is there, by `type`. */
export type RequestToolCall = Inferred<typeof toolCall>;

/** One message of the request, of any role. */
export type RequestMessage = Inferred<typeof message>;
