import type { NativeRules, Rule } from "@diglot/core";
import { forcedServerTool, type JsonObject, ruleOf, serverToolLeftOut } from "@diglot/core/formats";
import { nativeFields, unknownField } from "./fields.js";
import { isSearch, serverTools } from "./server-tools.js";

/** Records of what the vendor has run in an earlier turn. */
const hostedCall: Rule = {
  outcome: "dropped",
  reason: "It tells of a tool that the vendor ran; other models have no such record.",
};

/** Reasoning whose text is not known here. */
const foreignReasoning: Rule = {
  outcome: "dropped",
  reason: "Only the model that has sealed this reasoning can read it.",
};

/** What the model cannot be told in any other way. */
const notTaken: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take content of this type.",
};

/** Earlier turns in a form that only their maker can read. What is left would be another conversation. */
const compaction: Rule = {
  outcome: "refused",
  reason: "Only the service that has compacted these turns can read them.",
};

const blocks: ReadonlyMap<unknown, Rule> = new Map([
  ["reasoning", foreignReasoning],
  ["compaction", compaction],
  ["web_search_call", hostedCall],
  ["file_search_call", hostedCall],
  ["code_interpreter_call", hostedCall],
  ["image_generation_call", hostedCall],
  ["mcp_list_tools", hostedCall],
  ["mcp_call", hostedCall],
  ["tool_search_call", hostedCall],
  ["tool_search_output", hostedCall],
]);

const hostedTool: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint has no tools that its vendor runs.",
};

const toolChoice: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take this tool choice.",
};

/** The rules that other formats apply to what only this format knows. */
export const nativeRules: NativeRules = {
  member: (field, value) => ruleOf(nativeFields.get(field) ?? unknownField, value),
  block: ({ type }: JsonObject) => ({ rule: blocks.get(type) ?? notTaken }),
  tool: ({ type }) => (isServerTool(type) ? serverToolLeftOut : hostedTool),
  toolChoice: ({ type }) => (isServerTool(type) ? forcedServerTool : toolChoice),
  serverTools,
};

/** Tools that coding tools offer with every request, and whose results only add to a reply. */
function isServerTool(type: unknown): boolean {
  return isSearch(type) || type === "code_interpreter";
}
