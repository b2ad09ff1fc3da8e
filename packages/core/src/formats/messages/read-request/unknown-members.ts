import type { JsonObject } from "../../../json/value.js";
import type { MessagesRequest, ToolChoiceParam } from "../schemas/whole.js";
import { parseToolChoice } from "./tools.js";

/** Members of known objects that have no neutral field, each under its object's name. */
export function toUnknownMembers(body: MessagesRequest): JsonObject {
  const leftovers = {
    tool_choice: leave(body.tool_choice, toolChoiceMembers(body.tool_choice)),
    thinking: leave(body.thinking, ["type", "budget_tokens", "display"]),
    output_config: leaveOutputConfig(body),
    output_format: leaveFormat(body.output_config?.format ? undefined : body.output_format),
    metadata: leave(body.metadata, ["user_id"]),
  };
  return Object.fromEntries(Object.entries(leftovers).filter(([, value]) => value !== undefined));
}

function toolChoiceMembers(choice: ToolChoiceParam | null | undefined): readonly string[] {
  const isNative = choice ? parseToolChoice(choice).type === "native" : false;
  return isNative ? Object.keys(choice ?? {}) : ["type", "name", "disable_parallel_tool_use"];
}

function leaveOutputConfig({ output_config }: MessagesRequest): JsonObject | undefined {
  const rest = leave(output_config, ["effort", "format"]);
  const format = leaveFormat(output_config?.format);
  return rest || format ? { ...rest, ...(format && { format }) } : undefined;
}

function leaveFormat(format: JsonObject | null | undefined): JsonObject | undefined {
  return format?.type === "json_schema" ? leave(format, ["type", "schema"]) : (format ?? undefined);
}

function leave(
  object: JsonObject | null | undefined,
  known: readonly string[],
): JsonObject | undefined {
  const rest = Object.entries(object ?? {}).filter(([name]) => !known.includes(name));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}
