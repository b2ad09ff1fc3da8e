import type { NativeRules, Rule } from "@diglot/core";
import { forcedServerTool, type JsonObject, ruleOf, serverToolLeftOut } from "@diglot/core/formats";
import { nativeFields, unknownField } from "./fields.js";
import { isSearch, serverTools } from "./server-tools.js";

/** What happens to items that only this format knows. */
export const itemRules = {
  hostedCall: {
    outcome: "dropped",
    reason: "It tells of a tool that the vendor ran; other models have no such record.",
  },
  /** Its text is not known here. */
  foreignReasoning: {
    outcome: "dropped",
    reason: "Only the model that has sealed this reasoning can read it.",
  },
  /** The model cannot be told in any other way. */
  notTaken: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take content of this type.",
  },
  /** Earlier turns in a form that only their maker can read. What is left would be another conversation. */
  compaction: {
    outcome: "refused",
    reason: "Only the service that has compacted these turns can read them.",
  },
} as const satisfies Readonly<Record<string, Rule>>;

const { hostedCall, foreignReasoning, notTaken, compaction } = itemRules;

const blocks: ReadonlyMap<unknown, Rule> = new Map<unknown, Rule>([
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

/** What happens to tools that the vendor runs, and to choices of one. */
export const hostedToolRules = {
  /** Coding tools offer the vendor's search with every request, so it is left out and not refused. */
  leftOut: serverToolLeftOut,
  forced: forcedServerTool,
  tool: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint has no tools that its vendor runs.",
  },
  choice: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The model behind this endpoint does not take this tool choice.",
  },
} as const satisfies Readonly<Record<string, Rule>>;

/** The rules that other formats apply to what only this format knows. */
export const nativeRules: NativeRules = {
  member: (field, value) => ruleOf(nativeFields.get(field) ?? unknownField, value),
  block: ({ type }: JsonObject) => ({ rule: blocks.get(type) ?? notTaken }),
  tool: ({ type }) => (isServerTool(type) ? hostedToolRules.leftOut : hostedToolRules.tool),
  toolChoice: ({ type }) => (isServerTool(type) ? hostedToolRules.forced : hostedToolRules.choice),
  serverTools,
};

/** Tools that coding tools offer with every request, and whose results only add to a reply. */
function isServerTool(type: unknown): boolean {
  return isSearch(type) || type === "code_interpreter";
}
