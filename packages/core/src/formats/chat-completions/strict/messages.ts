import * as z from "zod/mini";
import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import { findIssue } from "../../../validation/first-issue.js";
import { below, type Schema } from "../../../validation/issue.js";
import type { RequestMessage } from "../schemas/messages.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { quote, refuse, refuseWord, toParam, toServiceError } from "../validate/problem.js";
import { roles } from "../wire/names.js";

/** The characters that the vendor allows in the names of authors and tools. */
export const namePattern = /^[a-zA-Z0-9_-]+$/;

/** The types of parts that a message may have, by role. */
const partTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ["system", ["text"]],
  ["developer", ["text"]],
  ["user", ["text", "image_url", "input_audio", "file"]],
  ["assistant", ["text", "refusal"]],
  ["tool", ["text"]],
]);

/** Narrower forms of parts and calls; the open profile accepts them in any form. */
const partSchema = z.object({
  prompt_cache_breakpoint: z.nullish(z.object({ mode: z.enum(["explicit"]) })),
  image_url: z.nullish(
    z.object({ detail: z.nullish(z.enum(["auto", "low", "high", "original"])) }),
  ),
  input_audio: z.nullish(z.object({ format: z.enum(["wav", "mp3"]) })),
});
const name = z.string().check(z.regex(namePattern));
const callSchema = z.object({
  type: z.enum(["function", "custom"]),
  function: z.nullish(z.object({ name })),
});

const nameSchema = z.nullish(name);

type MessageRule = (message: RequestMessage, path: FieldPath) => ServiceError | undefined;

/** What the vendor refuses in a message and the open profile accepts, in the order of checks. */
const messageRules: readonly MessageRule[] = [
  ({ role }, path) =>
    roles.includes(role) ? undefined : refuseWord(toParam([...path, "role"]), role, roles),
  ({ role, content }, path) => {
    const allowed = partTypes.get(role);
    if (!allowed || !Array.isArray(content)) return undefined;
    const index = content.findIndex((part) => !allowed.includes(part.type));
    if (index >= 0) {
      return refuseWord(toParam([...path, "content", index, "type"]), content[index].type, allowed);
    }
    if (content.length === 0) return toEmptyFault([...path, "content"]);
    return findItemFault(partSchema, content, [...path, "content"]);
  },
  ({ name }, path) => {
    const issue = findIssue(nameSchema, name);
    return issue && toServiceError(below(issue, ...path, "name"));
  },
  (message, path) => findCallsFault(message, [...path, "tool_calls"]),
];

/** The first thing in one message that the vendor refuses and the open profile does not. */
export function findMessageFault(message: RequestMessage, index: number): ServiceError | undefined {
  for (const rule of messageRules) {
    const fault = rule(message, ["messages", index]);
    if (fault) return fault;
  }
  return undefined;
}

function findCallsFault(
  { role, tool_calls: calls }: RequestMessage,
  path: FieldPath,
): ServiceError | undefined {
  if (role !== "assistant" || !calls) return undefined;
  if (calls.length === 0) return toEmptyFault(path);
  return findItemFault(callSchema, calls, path);
}

/** Checks items one by one, so that a million bad items cost as much as one. */
function findItemFault(
  schema: Schema,
  items: readonly unknown[],
  path: FieldPath,
): ServiceError | undefined {
  for (const [index, item] of items.entries()) {
    const issue = findIssue(schema, item);
    if (issue) return toServiceError(below(issue, ...path, index));
  }
  return undefined;
}

function toEmptyFault(path: FieldPath): ServiceError {
  return toServiceError({
    code: "too_small",
    origin: "array",
    minimum: 1,
    input: [],
    path: [...path],
  });
}

/**
 * Checks the order of calls and results against the vendor's rules: after a message with calls come
 * the tool messages for all of them, in any order, before anything else.
 */
export function findSequenceFault(request: ChatCompletionRequest): ServiceError | undefined {
  let open = new Set<string>();
  let called: ReadonlySet<string> = new Set();
  let caller = -1;
  for (const [index, message] of request.messages.entries()) {
    if (message.role === "tool") {
      const id = message.tool_call_id ?? "";
      if (called.size === 0) return toStrayFault(index);
      if (!called.has(id)) return toUnknownCallFault(index, id);
      open.delete(id);
      continue;
    }
    if (open.size > 0) return toMissingFault(index, open);
    open = new Set(message.role === "assistant" ? message.tool_calls?.map(({ id }) => id) : []);
    called = new Set(open);
    caller = index;
  }
  return open.size > 0 ? toMissingFault(caller, open) : undefined;
}

/** These params have a dot before the index; the vendor writes them so. */
function toRoleParam(index: number): string {
  return `messages.[${index}].role`;
}

function toStrayFault(index: number): ServiceError {
  return refuse(
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    toRoleParam(index),
  );
}

function toUnknownCallFault(index: number, id: string): ServiceError {
  return refuse(
    `Invalid parameter: 'tool_call_id' of ${quote(id)} not found in 'tool_calls' of previous message.`,
    `messages.[${index}].tool_call_id`,
  );
}

function toMissingFault(index: number, missing: ReadonlySet<string>): ServiceError {
  return refuse(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...missing].join(", ")}`,
    toRoleParam(index),
  );
}
