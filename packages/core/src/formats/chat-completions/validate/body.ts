import { ServiceError } from "../../../errors/service-error.js";
import { findIssue } from "../../../validation/first-issue.js";
import { below, type Issue, type Schema } from "../../../validation/issue.js";
import { jsonTypeOf } from "../../../validation/json-type.js";
import { tagged } from "../schemas/common.js";
import { partSchemas } from "../schemas/content.js";
import {
  legacyCall,
  messageHead,
  type RequestMessage,
  roleSchemas,
  toolCallSchemas,
} from "../schemas/messages.js";
import { type ChatCompletionRequest, requestHead } from "../schemas/request.js";
import { toolChoiceName, toolChoiceSchemas, toolSchemas } from "../schemas/tools.js";
import type { FormatSettings } from "../settings.js";
import { refuse, refuseMissing, toServiceError } from "./problem.js";

type Fields = Readonly<Record<string, unknown>>;

/** The members after `model` and `messages`. */
const fields = Object.entries(requestHead.shape).slice(2);

const tooShort = { code: "too_small", origin: "array", minimum: 1 } as const;
const contentNames = "one of a string or array of objects";

/** Roles whose messages must have content. */
const rolesWithContent: ReadonlySet<string> = new Set(["system", "developer", "tool"]);
/** Roles whose content is checked. */
const rolesWithParts: ReadonlySet<string> = new Set([...rolesWithContent, "user", "assistant"]);

/**
 * Checks a body in the vendor's order: model, messages, unknown members (strict profile only), then
 * member by member. The size limits are checked first, so that many faults cost no more than one.
 * @throws ServiceError `bad_request` with the first fault
 */
export function validateRequest(body: unknown, settings: FormatSettings): ChatCompletionRequest {
  if (jsonTypeOf(body) !== "object") throw notParsed("The body must be a JSON object.");
  const request = body as Fields;
  const fault =
    findModelFault(request.model) ??
    findPresenceFault(request.messages) ??
    toFault(findLimitIssue(request, settings)) ??
    settings.strict?.requests?.findUnknownField(request) ??
    findMessagesFault(request, settings) ??
    findFieldFault(request, settings);
  if (fault) throw fault;
  return request as ChatCompletionRequest;
}

function findModelFault(model: unknown): ServiceError | undefined {
  if (model === undefined || model === null || model === "") {
    return refuse("you must provide a model parameter");
  }
  // The vendor answers a model of another type as if the body were not JSON.
  return typeof model === "string" ? undefined : notParsed("The model must be a string.");
}

function notParsed(message: string): ServiceError {
  return new ServiceError({ kind: "invalid_json", message });
}

function findPresenceFault(messages: unknown): ServiceError | undefined {
  if (messages !== undefined && messages !== null) return undefined;
  return refuseMissing(["messages"]);
}

function findLimitIssue(request: Fields, { sizeLimits }: FormatSettings): Issue | undefined {
  return (
    inMember("messages", findLengthIssue(request.messages, sizeLimits.messages)) ??
    inMember("tools", findLengthIssue(request.tools, sizeLimits.tools)) ??
    inMember("functions", findLengthIssue(request.functions, sizeLimits.tools)) ??
    inMember("stop", findLengthIssue(request.stop, sizeLimits.stopSequences))
  );
}

function findLengthIssue(value: unknown, maximum: number): Issue | undefined {
  if (!Array.isArray(value) || value.length <= maximum) return undefined;
  return { code: "too_big", origin: "array", maximum, input: value };
}

/** A issue of a member, seen from its object. Most values have none, so no path is built before. */
function inMember(name: string | number, issue: Issue | undefined): Issue | undefined {
  return issue && below(issue, name);
}

function findMessagesFault(request: Fields, settings: FormatSettings): ServiceError | undefined {
  const { messages } = request;
  if (!Array.isArray(messages)) {
    return toFault(inMember("messages", toListIssue(messages)));
  }
  if (messages.length === 0) {
    return toServiceError({ ...tooShort, input: messages, path: ["messages"] });
  }
  const tooMany = findTotalFault(messages, settings.sizeLimits.totalBlocks);
  if (tooMany) return tooMany;
  const strict = settings.strict?.requests;
  for (let index = 0; index < messages.length; index++) {
    const issue = findMessageIssue(messages[index], settings);
    if (issue) return toServiceError(below(issue, "messages", index));
    const fault = strict?.findMessageFault(messages[index] as RequestMessage, index);
    if (fault) return fault;
  }
  return strict?.findFault("messages", request as ChatCompletionRequest);
}

function toListIssue(input: unknown): Issue {
  return { code: "invalid_type", expected: "an array of objects", input };
}

/** Counted before the messages themselves are checked, so that a refusal costs little. */
function findTotalFault(messages: readonly unknown[], maximum: number): ServiceError | undefined {
  let total = 0;
  for (const message of messages) {
    const { content, tool_calls } = (message ?? {}) as Fields;
    if (Array.isArray(content)) total += content.length;
    if (Array.isArray(tool_calls)) total += tool_calls.length;
  }
  if (total <= maximum) return undefined;
  return refuse(
    `Invalid 'messages': too many parts and tool calls. Expected at most ${maximum} in all messages together.`,
    "messages",
  );
}

function findMessageIssue(message: unknown, settings: FormatSettings): Issue | undefined {
  const issue = findIssue(messageHead, message);
  if (issue) return issue;
  const { role, content, tool_calls, function_call } = message as Fields & { role: string };
  const schema = roleSchemas.get(role);
  if (!schema) return undefined;
  return (
    (rolesWithParts.has(role)
      ? inMember("content", findContentIssue(role, content, settings))
      : undefined) ??
    findIssue(schema, message) ??
    (role === "assistant"
      ? (inMember("tool_calls", findCallsIssue(tool_calls, settings)) ??
        (function_call === undefined || function_call === null
          ? undefined
          : inMember("function_call", findIssue(legacyCall, function_call))))
      : undefined)
  );
}

function findContentIssue(
  role: string,
  content: unknown,
  settings: FormatSettings,
): Issue | undefined {
  if (typeof content === "string") return undefined;
  if (Array.isArray(content)) {
    return findListIssue(content, settings.sizeLimits.blocks, partSchemas);
  }
  if ((content === undefined || content === null) && !rolesWithContent.has(role)) return undefined;
  return { code: "invalid_type", expected: contentNames, input: content };
}

function findCallsIssue(calls: unknown, settings: FormatSettings): Issue | undefined {
  if (calls === undefined || calls === null) return undefined;
  if (!Array.isArray(calls)) return toListIssue(calls);
  return findListIssue(calls, settings.sizeLimits.blocks, toolCallSchemas, "function");
}

/** Checks a list of objects that are distinguished by their `type`. */
function findListIssue(
  list: readonly unknown[],
  maximum: number,
  schemas: ReadonlyMap<string, Schema>,
  defaultType?: string,
): Issue | undefined {
  const tooLong = findLengthIssue(list, maximum);
  if (tooLong) return tooLong;
  for (let index = 0; index < list.length; index++) {
    const issue = findTaggedIssue(list[index], schemas, defaultType);
    if (issue) return below(issue, index);
  }
  return undefined;
}

function findTaggedIssue(
  value: unknown,
  schemas: ReadonlyMap<string, Schema>,
  defaultType?: string,
): Issue | undefined {
  const type = jsonTypeOf(value) === "object" ? ((value as Fields).type ?? defaultType) : undefined;
  const schema = typeof type === "string" ? schemas.get(type) : tagged;
  return schema && findIssue(schema, value);
}

function findFieldFault(request: Fields, settings: FormatSettings): ServiceError | undefined {
  const strict = settings.strict?.requests;
  for (const [name, schema] of fields) {
    const value = request[name];
    if (value === undefined || value === null) continue;
    const issue = findIssue(schema, value) ?? findTypedFieldIssue(name, value, settings);
    const fault = issue
      ? toServiceError(below(issue, name))
      : strict?.findFault(name, request as ChatCompletionRequest);
    if (fault) return fault;
  }
  return undefined;
}

/** The two members whose parts are distinguished by type. */
function findTypedFieldIssue(
  name: string,
  value: unknown,
  { sizeLimits }: FormatSettings,
): Issue | undefined {
  if (name === "tools") {
    return findListIssue(value as readonly unknown[], sizeLimits.tools, toolSchemas);
  }
  return name === "tool_choice" ? findToolChoiceIssue(value) : undefined;
}

function findToolChoiceIssue(choice: unknown): Issue | undefined {
  return typeof choice === "string"
    ? findIssue(toolChoiceName, choice)
    : findTaggedIssue(choice, toolChoiceSchemas);
}

function toFault(issue: Issue | undefined): ServiceError | undefined {
  return issue && toServiceError(issue);
}
