import { ServiceError } from "../../../errors/service-error.js";
import { jsonTypeOf, type Problem } from "../../../schema/problem.js";
import { below, type Schema } from "../../../schema/schema.js";
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
    toFault(findLimitProblem(request, settings)) ??
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

function findLimitProblem(request: Fields, { sizeLimits }: FormatSettings): Problem | undefined {
  return (
    inMember("messages", findLengthProblem(request.messages, sizeLimits.messages)) ??
    inMember("tools", findLengthProblem(request.tools, sizeLimits.tools)) ??
    inMember("functions", findLengthProblem(request.functions, sizeLimits.tools)) ??
    inMember("stop", findLengthProblem(request.stop, sizeLimits.stopSequences))
  );
}

function findLengthProblem(value: unknown, maximum: number): Problem | undefined {
  if (!Array.isArray(value) || value.length <= maximum) return undefined;
  return { kind: "above", of: "array", path: [], maximum, received: value.length };
}

/** A problem of a member, seen from its object. Most values have none, so no path is built before. */
function inMember(name: string | number, problem: Problem | undefined): Problem | undefined {
  return problem && below(problem, name);
}

function findMessagesFault(request: Fields, settings: FormatSettings): ServiceError | undefined {
  const { messages } = request;
  if (!Array.isArray(messages)) {
    return toFault(inMember("messages", toListProblem(messages)));
  }
  if (messages.length === 0) {
    const path = ["messages"];
    return toServiceError({ kind: "below", of: "array", path, minimum: 1, received: 0 });
  }
  const tooMany = findTotalFault(messages, settings.sizeLimits.totalBlocks);
  if (tooMany) return tooMany;
  const strict = settings.strict?.requests;
  for (let index = 0; index < messages.length; index++) {
    const problem = findMessageProblem(messages[index], settings);
    if (problem) return toServiceError(below(problem, "messages", index));
    const fault = strict?.findMessageFault(messages[index] as RequestMessage, index);
    if (fault) return fault;
  }
  return strict?.findFault("messages", request as ChatCompletionRequest);
}

function toListProblem(value: unknown): Problem {
  const received = jsonTypeOf(value);
  return { kind: "type", path: [], expected: "an array of objects", received };
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

function findMessageProblem(message: unknown, settings: FormatSettings): Problem | undefined {
  const problem = messageSchema(message);
  if (problem) return problem;
  const { role, content, tool_calls } = message as Fields & { role: string };
  const schema = roleSchemas.get(role);
  if (!schema) return undefined;
  return (
    (rolesWithParts.has(role)
      ? inMember("content", findContentProblem(role, content, settings))
      : undefined) ??
    schema(message) ??
    (role === "assistant"
      ? inMember("tool_calls", findCallsProblem(tool_calls, settings))
      : undefined)
  );
}

function findContentProblem(
  role: string,
  content: unknown,
  settings: FormatSettings,
): Problem | undefined {
  if (typeof content === "string") return undefined;
  if (Array.isArray(content)) {
    return findListProblem(content, settings.sizeLimits.blocks, partSchemas);
  }
  if ((content === undefined || content === null) && !rolesWithContent.has(role)) return undefined;
  if (content === undefined) return { kind: "missing", path: [] };
  return { kind: "type", path: [], expected: contentNames, received: jsonTypeOf(content) };
}

function findCallsProblem(calls: unknown, settings: FormatSettings): Problem | undefined {
  if (calls === undefined || calls === null) return undefined;
  if (!Array.isArray(calls)) return toListProblem(calls);
  return findListProblem(calls, settings.sizeLimits.blocks, toolCallSchemas, "function");
}

/** Checks a list of objects that are distinguished by their `type`. */
function findListProblem(
  list: readonly unknown[],
  maximum: number,
  schemas: ReadonlyMap<string, Schema>,
  defaultType?: string,
): Problem | undefined {
  const tooLong = findLengthProblem(list, maximum);
  if (tooLong) return tooLong;
  for (let index = 0; index < list.length; index++) {
    const problem = findTaggedProblem(list[index], schemas, defaultType);
    if (problem) return below(problem, index);
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
    const problem = schema(value);
    if (problem) {
      return toServiceError(below(problem, name), problem.path.length === 0 ? expected : undefined);
    }
    const fault =
      toFault(inMember(name, findTypedFieldProblem(name, value, settings))) ??
      strict?.findFault(name, request as ChatCompletionRequest);
    if (fault) return fault;
  }
  return undefined;
}

/** The two members whose parts are distinguished by type. */
function findTypedFieldProblem(
  name: string,
  value: unknown,
  { sizeLimits }: FormatSettings,
): Problem | undefined {
  if (name === "tools") {
    return findListProblem(value as readonly unknown[], sizeLimits.tools, toolSchemas);
  }
  return name === "tool_choice" ? findToolChoiceProblem(value) : undefined;
}

function findToolChoiceProblem(choice: unknown): Problem | undefined {
  if (typeof choice !== "string") return findTaggedProblem(choice, toolChoiceSchemas);
  if ((toolChoiceNames as readonly string[]).includes(choice)) return undefined;
  return { kind: "value", path: [], allowed: toolChoiceNames, received: choice };
}

function toFault(problem: Problem | undefined): ServiceError | undefined {
  return problem && toServiceError(problem);
}
