import { type FieldPath, ServiceError } from "../../../errors/service-error.js";
import { jsonTypeOf, type Problem } from "../../../schema/problem.js";
import { findProblem, type Schema } from "../../../schema/schema.js";
import type { FormatSettings } from "../settings.js";
import type { ChatCompletionRequest, RequestMessage } from "../wire/types.js";
import { refuse, toServiceError } from "./problem.js";
import {
  fields,
  messageSchema,
  partSchemas,
  roleSchemas,
  taggedSchema,
  toolCallSchemas,
  toolChoiceNames,
  toolChoiceSchemas,
  toolSchemas,
} from "./schema.js";

type Fields = Readonly<Record<string, unknown>>;

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
    findLimitsFault(request, settings) ??
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
  return toServiceError({ kind: "missing", path: ["messages"] });
}

function findLimitsFault(
  request: Fields,
  { sizeLimits }: FormatSettings,
): ServiceError | undefined {
  return (
    findLengthFault(request.messages, sizeLimits.messages, ["messages"]) ??
    findLengthFault(request.tools, sizeLimits.tools, ["tools"]) ??
    findLengthFault(request.functions, sizeLimits.tools, ["functions"]) ??
    findLengthFault(request.stop, sizeLimits.stopSequences, ["stop"])
  );
}

function findLengthFault(
  value: unknown,
  maximum: number,
  path: FieldPath,
): ServiceError | undefined {
  if (!Array.isArray(value) || value.length <= maximum) return undefined;
  return toServiceError({ kind: "above", of: "array", path, maximum, received: value.length });
}

function findMessagesFault(request: Fields, settings: FormatSettings): ServiceError | undefined {
  const { messages } = request;
  const path = ["messages"];
  if (!Array.isArray(messages)) {
    const received = jsonTypeOf(messages);
    return toServiceError({ kind: "type", path, expected: "an array of objects", received });
  }
  if (messages.length === 0) {
    return toServiceError({ kind: "below", of: "array", path, minimum: 1, received: 0 });
  }
  const tooMany = findTotalFault(messages, settings.sizeLimits.totalBlocks);
  if (tooMany) return tooMany;
  const strict = settings.strict?.requests;
  for (const [index, message] of messages.entries()) {
    const fault =
      findMessageFault(message, ["messages", index], settings) ??
      strict?.findMessageFault(message as RequestMessage, index);
    if (fault) return fault;
  }
  return strict?.findFault("messages", request as ChatCompletionRequest);
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

function findMessageFault(
  message: unknown,
  path: FieldPath,
  settings: FormatSettings,
): ServiceError | undefined {
  const problem = findProblem(messageSchema, message, path);
  if (problem) return toServiceError(problem);
  const { role, content, tool_calls } = message as Fields & { role: string };
  const schema = roleSchemas.get(role);
  if (!schema) return undefined;
  return (
    (rolesWithParts.has(role) ? findContentFault(role, content, path, settings) : undefined) ??
    toFault(findProblem(schema, message, path)) ??
    (role === "assistant"
      ? findCallsFault(tool_calls, [...path, "tool_calls"], settings)
      : undefined)
  );
}

function findContentFault(
  role: string,
  content: unknown,
  message: FieldPath,
  settings: FormatSettings,
): ServiceError | undefined {
  const path = [...message, "content"];
  if (typeof content === "string") return undefined;
  if (Array.isArray(content)) {
    return findListFault(content, path, settings.sizeLimits.blocks, partSchemas);
  }
  if ((content === undefined || content === null) && !rolesWithContent.has(role)) return undefined;
  if (content === undefined) return toServiceError({ kind: "missing", path });
  return toServiceError({
    kind: "type",
    path,
    expected: contentNames,
    received: jsonTypeOf(content),
  });
}

function findCallsFault(
  calls: unknown,
  path: FieldPath,
  settings: FormatSettings,
): ServiceError | undefined {
  if (calls === undefined || calls === null) return undefined;
  if (!Array.isArray(calls)) {
    const received = jsonTypeOf(calls);
    return toServiceError({ kind: "type", path, expected: "an array of objects", received });
  }
  return findListFault(calls, path, settings.sizeLimits.blocks, toolCallSchemas, "function");
}

/** Checks a list of objects that are distinguished by their `type`. */
function findListFault(
  list: readonly unknown[],
  path: FieldPath,
  maximum: number,
  schemas: ReadonlyMap<string, Schema>,
  defaultType?: string,
): ServiceError | undefined {
  const tooLong = findLengthFault(list, maximum, path);
  if (tooLong) return tooLong;
  for (const [index, item] of list.entries()) {
    const problem = findTaggedProblem(item, schemas, defaultType);
    if (problem) return toServiceError({ ...problem, path: [...path, index, ...problem.path] });
  }
  return undefined;
}

function findTaggedProblem(
  value: unknown,
  schemas: ReadonlyMap<string, Schema>,
  defaultType?: string,
): Problem | undefined {
  const type = jsonTypeOf(value) === "object" ? ((value as Fields).type ?? defaultType) : undefined;
  if (typeof type !== "string") return taggedSchema(value);
  return schemas.get(type)?.(value);
}

function findFieldFault(request: Fields, settings: FormatSettings): ServiceError | undefined {
  const strict = settings.strict?.requests;
  for (const { name, schema, expected } of fields) {
    const value = request[name];
    if (value === undefined || value === null) continue;
    const problem = findProblem(schema, value, [name]);
    if (problem) return toServiceError(problem, problem.path.length === 1 ? expected : undefined);
    const fault =
      findTypedFieldFault(name, value, settings) ??
      strict?.findFault(name, request as ChatCompletionRequest);
    if (fault) return fault;
  }
  return undefined;
}

/** The two members whose parts are distinguished by type. */
function findTypedFieldFault(
  name: string,
  value: unknown,
  settings: FormatSettings,
): ServiceError | undefined {
  if (name === "tools") {
    return findListFault(
      value as readonly unknown[],
      [name],
      settings.sizeLimits.tools,
      toolSchemas,
    );
  }
  return name === "tool_choice" ? findToolChoiceFault(value) : undefined;
}

function findToolChoiceFault(choice: unknown): ServiceError | undefined {
  const path = ["tool_choice"];
  if (typeof choice !== "string")
    return toFault(
      findProblem((value) => findTaggedProblem(value, toolChoiceSchemas), choice, path),
    );
  if ((toolChoiceNames as readonly string[]).includes(choice)) return undefined;
  return toServiceError({ kind: "value", path, allowed: toolChoiceNames, received: choice });
}

function toFault(problem: Problem | undefined): ServiceError | undefined {
  return problem && toServiceError(problem);
}
