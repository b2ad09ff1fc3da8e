import type { FieldPath, ServiceError } from "../../errors/service-error.js";
import { badField, badRequest, toChoiceText, toTagText } from "../problem.js";
import type { MessagesHead, MessagesRequest } from "../types.js";
import { findExtraMember, hasBeta } from "./fields.js";

/** Members whose values are a closed list. */
const choices: readonly (readonly [path: readonly string[], allowed: readonly string[]])[] = [
  [["service_tier"], ["auto", "standard_only"]],
  [["speed"], ["standard", "fast"]],
  [
    ["output_config", "effort"],
    ["low", "medium", "high", "xhigh", "max"],
  ],
];

/** Members of objects that are told apart by their `type`, for each type. */
const unions: readonly (readonly [
  path: readonly string[],
  members: ReadonlyMap<string, ReadonlySet<string>>,
])[] = [
  [
    ["tool_choice"],
    new Map([
      ["any", new Set(["type", "disable_parallel_tool_use"])],
      ["auto", new Set(["type", "disable_parallel_tool_use"])],
      ["none", new Set(["type"])],
      ["tool", new Set(["type", "name", "disable_parallel_tool_use"])],
    ]),
  ],
  [
    ["thinking"],
    new Map([
      ["adaptive", new Set(["type", "display", "block_binding"])],
      ["between_tools", new Set(["type"])],
      ["disabled", new Set(["type"])],
      ["enabled", new Set(["type", "budget_tokens", "display", "block_binding"])],
    ]),
  ],
  [["output_config", "format"], new Map([["json_schema", new Set(["type", "schema"])]])],
  [["output_format"], new Map([["json_schema", new Set(["type", "schema"])]])],
];

/** Values and members of the parameters, and what they rule out together. */
export function findParameterProblem(
  request: MessagesRequest,
  head: MessagesHead,
): ServiceError | undefined {
  return (
    findChoiceProblem(request) ??
    findUnionProblem(request) ??
    findMemberProblem(request, head) ??
    findStopSequenceProblem(request) ??
    findThinkingProblem(request)
  );
}

function findChoiceProblem(request: MessagesRequest): ServiceError | undefined {
  for (const [path, allowed] of choices) {
    const value = valueAt(request, path);
    if (value != null && !allowed.includes(String(value))) {
      return badField(path, toChoiceText(allowed));
    }
  }
  return undefined;
}

function findUnionProblem(request: MessagesRequest): ServiceError | undefined {
  for (const [path, members] of unions) {
    const value = valueAt(request, path) as { readonly type?: unknown } | null | undefined;
    if (value == null) continue;
    const known = members.get(String(value.type));
    if (!known) return badField(path, toTagText(value.type, [...members.keys()]));
    const found = findExtraMember(value, known, [...path, String(value.type)]);
    if (found) return found;
  }
  return undefined;
}

function findMemberProblem({ output_config, metadata }: MessagesRequest, head: MessagesHead) {
  const outputFields = hasBeta(head, "task-budgets-")
    ? new Set(["effort", "format", "task_budget"])
    : new Set(["effort", "format"]);
  return (
    findExtraMember(output_config ?? {}, outputFields, ["output_config"]) ??
    findExtraMember(metadata ?? {}, new Set(["user_id"]), ["metadata"])
  );
}

function findStopSequenceProblem({ stop_sequences }: MessagesRequest): ServiceError | undefined {
  if (stop_sequences?.every((sequence) => /\S/.test(sequence)) ?? true) return undefined;
  return badField(["stop_sequences"], "each stop sequence must contain non-whitespace");
}

/** Manual thinking goes with neither sampling nor a forced tool. */
function findThinkingProblem(request: MessagesRequest): ServiceError | undefined {
  if (request.thinking?.type !== "enabled") return undefined;
  if (request.temperature != null && request.temperature !== 1) {
    return badRequest("`temperature` may only be set to 1 when thinking is enabled", "temperature");
  }
  const choice = request.tool_choice?.type;
  if (choice === "any" || choice === "tool") {
    return badRequest(
      "Thinking may not be enabled when tool_choice forces tool use.",
      "tool_choice",
    );
  }
  return undefined;
}

function valueAt(root: unknown, path: FieldPath): unknown {
  let value = root;
  for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}
