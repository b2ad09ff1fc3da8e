import * as z from "zod/mini";
import type { Schema } from "../../../validation/issue.js";
import { otherThan } from "../../../validation/other-than.js";
import type { Inferred } from "../../../validation/read-only.js";
import { text } from "./common.js";
import { anyContent, type Content } from "./content.js";

const functionCall = z.looseObject({
  id: z.string(),
  type: z.nullish(z.literal("function")),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});
const customCall = z.looseObject({
  id: z.string(),
  type: z.literal("custom"),
  custom: z.looseObject({ name: z.string(), input: z.string() }),
});

/** Schemas of the calls of an assistant message by type; a call without a type is a function's. */
export const toolCallSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["function", functionCall],
  ["custom", customCall],
]);

const anyToolCall = z.union([
  functionCall,
  customCall,
  z.looseObject({ type: otherThan(toolCallSchemas.keys()) }),
]);

/** The members common to all messages. */
export const messageHead = z.looseObject({ role: z.string() });

const withName = z.extend(messageHead, { name: text });
const systemMessage = z.extend(withName, { role: z.literal("system") });
const developerMessage = z.extend(withName, { role: z.literal("developer") });
const userMessage = z.extend(withName, { role: z.literal("user") });
const assistantMessage = z.extend(withName, { role: z.literal("assistant"), refusal: text });
const toolMessage = z.extend(messageHead, {
  role: z.literal("tool"),
  tool_call_id: z.string(),
});
const functionMessage = z.extend(messageHead, { role: z.literal("function"), name: z.string() });

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

/** A message, whole. Messages of unknown roles are accepted. */
export const anyMessage = z.union([
  z.extend(systemMessage, { content: anyContent }),
  z.extend(developerMessage, { content: anyContent }),
  z.extend(userMessage, { content: z.nullish(anyContent) }),
  z.extend(assistantMessage, {
    content: z.nullish(anyContent),
    tool_calls: z.nullish(z.array(anyToolCall)),
  }),
  z.extend(toolMessage, { content: anyContent }),
  functionMessage,
  z.extend(messageHead, { role: otherThan(roleSchemas.keys()) }),
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
  content: z.custom<Content | null | undefined>(),
  refusal: text,
  reasoning_content: z.optional(z.unknown()),
  tool_calls: z.nullish(z.array(toolCall)),
  tool_call_id: text,
});

/** A call in the history. Exactly one of `function` and `custom` is there, by `type`. */
export type RequestToolCall = Inferred<typeof toolCall>;

/** One message of the request, of any role. */
export type RequestMessage = Inferred<typeof message>;
