import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import type { MessagesRequest, ToolParam } from "../schemas/whole.js";
import {
  badField,
  badRequest,
  textFieldRequired,
  toChoiceText,
  toTagText,
} from "../validate/problem.js";
import type { MessagesHead } from "../wire/head.js";
import { betaToolKinds, type ToolKind, toolKinds } from "../wire/tool-kinds.js";
import { findExtraMember, hasBeta } from "./fields.js";

const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;
const longestName = 128;
const mostStrictTools = 20;

/** Checks the type, name and members of each tool, then all the tools together. */
export function findToolProblem(
  { tools }: MessagesRequest,
  head: MessagesHead,
): ServiceError | undefined {
  for (const [index, tool] of (tools ?? []).entries()) {
    const found = findInTool(tool, head, ["tools", index]);
    if (found) return found;
  }
  return findAmongTools(tools ?? []);
}

function findInTool(tool: ToolParam, head: MessagesHead, path: FieldPath) {
  const type = tool.type ?? "custom";
  const beta = betaToolKinds.get(type);
  if (beta !== undefined && hasBeta(head, beta)) return undefined;
  const kind = toolKinds.get(type);
  if (!kind) return badField(path, toTagText(type, [...toolKinds.keys()]));
  const tagged = [...path, type];
  return (
    (type === "custom" ? findInCustomTool(tool, tagged) : findInFixedName(tool, kind, tagged)) ??
    findInDomains(tool, tagged) ??
    findCacheControlOnDeferred(tool) ??
    findExtraMember(tool, kind.fields, tagged)
  );
}

function findInCustomTool(tool: ToolParam, path: FieldPath): ServiceError | undefined {
  const name = String(tool.name);
  if (name.length > longestName) {
    return badField([...path, "name"], `String should have at most ${longestName} characters`);
  }
  if (!namePattern.test(name)) {
    return badField([...path, "name"], `String should match pattern '${namePattern.source}'`);
  }
  const { type } = tool.input_schema as { readonly type?: unknown };
  const schemaPath = [...path, "input_schema", "type"];
  if (type === undefined) return badField(schemaPath, textFieldRequired);
  return type === "object" ? undefined : badField(schemaPath, toChoiceText(["object"]));
}

function findInFixedName(tool: ToolParam, { name }: ToolKind, path: FieldPath) {
  if (name === undefined || tool.name === name) return undefined;
  return badField(
    [...path, "name"],
    tool.name === undefined ? textFieldRequired : toChoiceText([name]),
  );
}

/** A search may have allowed domains or blocked domains, not both. */
function findInDomains(tool: ToolParam, path: FieldPath): ServiceError | undefined {
  if (tool.allowed_domains == null || tool.blocked_domains == null) return undefined;
  return badField(path, "`allowed_domains` and `blocked_domains` cannot both be given");
}

/** A tool that is loaded later is not at the start of the prompt, so it cannot be cached. */
function findCacheControlOnDeferred({ name, defer_loading, cache_control }: ToolParam) {
  if (defer_loading !== true || cache_control == null) return undefined;
  return badRequest(
    `Tool '${name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`,
    "tools",
  );
}

function findAmongTools(tools: readonly ToolParam[]): ServiceError | undefined {
  const names = tools.map(({ name }) => name).filter((name) => name !== undefined);
  if (new Set(names).size < names.length) {
    return badField(["tools"], "Tool names must be unique.");
  }
  if (tools.length > 0 && tools.every(({ defer_loading }) => defer_loading === true)) {
    return badRequest(
      "All tools have defer_loading: true. At least one tool must not be deferred.",
      "tools",
    );
  }
  if (tools.filter(({ strict }) => strict === true).length > mostStrictTools) {
    return badRequest("Schema is too complex for compilation.", "tools");
  }
  return undefined;
}
