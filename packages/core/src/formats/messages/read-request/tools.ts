import type { CacheControl, Tool, ToolChoice } from "../../../conversation/conversation.js";
import type { JsonObject } from "../../../json/value.js";
import type { ToolChoiceParam, ToolParam } from "../schemas/whole.js";
import { isCustomTool } from "../validate/body.js";
import { formatName } from "../wire/names.js";

/** The tools of a validated request. Tools that the vendor runs or defines are native. */
export function parseTools(tools: readonly ToolParam[]): readonly Tool[] {
  return tools.map((tool, index) => {
    const at = `/tools/${index}`;
    return isCustomTool(tool) ? parseCustomTool(tool, at) : toNativeTool(tool, at);
  });
}

function parseCustomTool(tool: ToolParam, at: string): Tool {
  const { type, name, description, input_schema, strict, cache_control, ...extra } = tool;
  return {
    type: "function",
    at,
    places: { parameters: `${at}/input_schema`, cache: `${at}/cache_control` },
    name: String(name),
    parameters: input_schema as JsonObject,
    ...(typeof description === "string" && { description }),
    ...(typeof strict === "boolean" && { strict }),
    ...(cache_control != null && { cache: cache_control as CacheControl }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function toNativeTool(tool: ToolParam, at: string): Tool {
  const name = typeof tool.name === "string" ? tool.name : undefined;
  return { type: "native", at, format: formatName, name, value: tool };
}

/** The tool choice; a choice of an unknown type is native. */
export function parseToolChoice(choice: ToolChoiceParam): ToolChoice {
  switch (choice.type) {
    case "auto":
    case "none":
    case "any":
      return { type: choice.type };
    case "tool":
      return { type: "tool", name: String(choice.name ?? "") };
    default:
      return { type: "native", format: formatName, value: choice };
  }
}
