import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { badField, badRequest, toChoiceText, toTagText } from "../validate/problem.js";
import type { MessagesHead } from "../wire/head.js";
import { findExtraMember, hasBeta } from "./fields.js";
import { findThinkingProblem } from "./thinking-parameters.js";

/** Members with a fixed list of values. */
const choices: readonly (readonly [path: readonly string[], allowed: readonly string[]])[] = [
  [["service_tier"], ["auto", "standard_only"]],
  [["speed"], ["standard", "fast"]],
  [
    ["output_config", "effort"],
    ["low", "medium", "high", "xhigh", "max"],
  ],
];

/** Objects with a `type`, and the allowed members of each type. */
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
      ["adaptive", new Set(["type", "display"])],
      ["between_tools", new Set(["type"])],
      ["disabled", new Set(["type"])],
      ["enabled", new Set(["type", "budget_tokens", "display"])],
    ]),
  ],
  [["output_config", "format"], new Map([["json_schema", new Set(["type", "schema"])]])],
  [["output_format"], new Map([["json_schema", new Set(["type", "schema"])]])],
];

/** The most characters of a model's name. */
const longestModel = 256;

/** Checks the values and members of the parameters, and which may not be used together. */
export function findParameterProblem(
  request: MessagesRequest,
  head: MessagesHead,
): ServiceError | undefined {
  return (
    findModelProblem(request) ??
    findChoiceProblem(request) ??
    findUnionProblem(request, head) ??
    findMemberProblem(request, head) ??
    findDisplayProblem(request, head) ??
    findStopSequenceProblem(request) ??
    findThinkingProblem(request) ??
    findChosenToolProblem(request)
  );
}

function findModelProblem({ model }: MessagesRequest): ServiceError | undefined {
  if (model.length <= longestModel) return undefined;
  return badField(["model"], `String should have at most ${longestModel} characters`);
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

function findUnionProblem(request: MessagesRequest, head: MessagesHead) {
  for (const [path, kinds] of unions) {
    const value = valueAt(request, path) as { readonly type?: unknown } | null | undefined;
    if (value == null) continue;
    const known = kinds.get(String(value.type));
    if (!known) return badField(path, toTagText(value.type, [...kinds.keys()]));
    // With this beta, every type of thinking that has a `display` also has `block_binding`.
    const hasBinding = known.has("display") && hasBeta(head, "thinking-binding-controls-");
    const members = hasBinding ? new Set([...known, "block_binding"]) : known;
    const found = findExtraMember(value, members, [...path, String(value.type)]);
    if (found) return found;
  }
  return undefined;
}

function findMemberProblem(request: MessagesRequest, head: MessagesHead) {
  const { output_config, metadata, diagnostics } = request;
  const outputFields = hasBeta(head, "task-budgets-")
    ? new Set(["effort", "format", "task_budget"])
    : new Set(["effort", "format"]);
  return (
    findExtraMember(output_config ?? {}, outputFields, ["output_config"]) ??
    findExtraMember(metadata ?? {}, new Set(["user_id"]), ["metadata"]) ??
    findExtraMember(diagnostics ?? {}, new Set(["previous_message_id"]), ["diagnostics"])
  );
}

function findDisplayProblem({ thinking }: MessagesRequest, head: MessagesHead) {
  if (thinking?.display == null) return undefined;
  const updates = hasBeta(head, "thinking-display-updates-") ? ["updates"] : [];
  const allowed = ["summarized", "omitted", ...updates];
  if (allowed.includes(thinking.display)) return undefined;
  return badField(["thinking", thinking.type, "display"], toChoiceText(allowed));
}

function findStopSequenceProblem({ stop_sequences }: MessagesRequest): ServiceError | undefined {
  if (stop_sequences?.every((sequence) => /\S/.test(sequence)) ?? true) return undefined;
  return badField(["stop_sequences"], "each stop sequence must contain non-whitespace");
}

/** Toolsets add tool names that are not in the request. */
function findChosenToolProblem({ tool_choice, tools }: MessagesRequest): ServiceError | undefined {
  if (!tool_choice) return undefined;
  const known = tools ?? [];
  if (known.length === 0) {
    return badRequest(
      `tool_choice.${tool_choice.type} may only be specified while providing tools`,
      "tool_choice",
    );
  }
  if (tool_choice.type !== "tool") return undefined;
  if (known.some(({ name }) => name === undefined || name === tool_choice.name)) return undefined;
  return badRequest(`Tool '${tool_choice.name}' not found in provided tools`, "tool_choice");
}

function valueAt(root: unknown, path: FieldPath): unknown {
  let value = root;
  for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}
