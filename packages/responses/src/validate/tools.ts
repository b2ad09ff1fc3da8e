import { below, findIssue, type Issue, jsonTypeOf, type Schema } from "@diglot/core/formats";
import { tagged } from "../schemas/common.js";
import {
  type RequestTool,
  toolChoiceName,
  toolChoiceSchemas,
  toolSchemas,
} from "../schemas/tools.js";
import type { FormatSettings } from "../settings.js";

/** Finds the first problem of a list of tools, those in namespaces included. */
export function findToolsIssue(
  tools: readonly unknown[],
  settings: FormatSettings,
): Issue | undefined {
  const maximum = settings.sizeLimits.tools;
  if (tools.length > maximum) {
    return { code: "too_big", origin: "array", maximum, input: tools };
  }
  for (const [index, tool] of tools.entries()) {
    const issue = findTaggedIssue(tool, toolSchemas) ?? findNamespaceIssue(tool, settings);
    if (issue) return below(issue, index);
  }
  return undefined;
}

function findNamespaceIssue(tool: unknown, settings: FormatSettings): Issue | undefined {
  const { type, tools } = tool as RequestTool;
  if (type !== "namespace" || !tools) return undefined;
  const issue = findToolsIssue(tools, settings);
  return issue && below(issue, "tools");
}

/** Checks an object that its `type` distinguishes; those of other types pass. */
function findTaggedIssue(value: unknown, schemas: ReadonlyMap<string, Schema>): Issue | undefined {
  const type = jsonTypeOf(value) === "object" ? (value as RequestTool).type : undefined;
  return findIssue((typeof type === "string" && schemas.get(type)) || tagged, value);
}

/** Checks a tool choice: a word, or an object by its type. */
export function findToolChoiceIssue(choice: unknown): Issue | undefined {
  return typeof choice === "string"
    ? findIssue(toolChoiceName, choice)
    : findTaggedIssue(choice, toolChoiceSchemas);
}
