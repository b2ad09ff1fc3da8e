import type {
  Block,
  Conversation,
  JsonObject,
  OutputFormat,
  Reasoning,
  ToolChoice,
  Turn,
} from "../conversation/conversation.js";
import { formatName } from "./message.js";
import { parseContent } from "./parse-blocks.js";
import { parseTools } from "./parse-tools.js";
import type { MessageParam, MessagesRequest, ToolChoiceParam } from "./types.js";

/**
 * A validated body in neutral words. Messages of one role in a row are one turn, since the wire
 * treats them so; system messages before the first other one join the instructions. Whatever has
 * no place stays: blocks and tools as `native`, members in `extra` and `extensions`.
 */
export function parseConversation(body: MessagesRequest): Conversation {
  const { model, max_tokens, messages, system, stream, ...options } = body;
  const { stop_sequences, tools, tool_choice, temperature, top_p, top_k, ...further } = options;
  const { thinking, output_config, output_format, metadata, ...unnamed } = further;
  const turns = messages.map(toTurn);
  const leading = turns.findIndex((turn) => turn.role !== "system" || turn.extra !== undefined);
  const instructions = leading === -1 ? turns.length : leading;
  return {
    model,
    system: [
      ...(system == null ? [] : parseContent(system)),
      ...turns.slice(0, instructions).flatMap((turn) => turn.blocks),
    ],
    turns: mergeTurns(turns.slice(instructions)),
    tools: parseTools(tools ?? []),
    toolChoice: tool_choice ? toToolChoice(tool_choice) : undefined,
    parallelToolCalls: toParallel(tool_choice),
    maxTokens: max_tokens,
    stopSequences: stop_sequences ?? [],
    temperature: temperature ?? undefined,
    topP: top_p ?? undefined,
    topK: top_k ?? undefined,
    seed: undefined,
    reasoning: toReasoning(body),
    output: toOutput(body),
    serviceTier: undefined,
    cache: undefined,
    userId: typeof metadata?.user_id === "string" ? metadata.user_id : undefined,
    extensions: { ...unnamed, ...toLeftovers(body) },
  };
}

function toTurn({ role, content, ...extra }: MessageParam): Turn {
  return {
    role,
    blocks: content == null ? [] : parseContent(content),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

/** Joins turns of one role. Members of its own keep a message apart, lest they bear on others. */
function mergeTurns(turns: readonly Turn[]): readonly Turn[] {
  const merged: { role: string; blocks: Block[]; extra?: JsonObject | undefined }[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last?.role === turn.role && !last.extra && !turn.extra) last.blocks.push(...turn.blocks);
    else merged.push({ ...turn, blocks: [...turn.blocks] });
  }
  return merged;
}

function toToolChoice(choice: ToolChoiceParam): ToolChoice {
  switch (choice.type) {
    case "auto":
    case "none":
    case "any":
      return { type: choice.type };
    case "tool":
      return { type: "tool", name: choice.name ?? "" };
    default:
      return { type: "native", format: formatName, value: choice };
  }
}

function toParallel(choice: ToolChoiceParam | null | undefined): boolean | undefined {
  const disabled = choice?.disable_parallel_tool_use;
  return disabled == null ? undefined : !disabled;
}

function toReasoning({ thinking, output_config }: MessagesRequest): Reasoning | undefined {
  const effort = output_config?.effort ?? undefined;
  if (!thinking && effort === undefined) return undefined;
  return {
    mode: thinking?.type,
    budgetTokens: thinking?.budget_tokens ?? undefined,
    effort,
    display: thinking?.display ?? undefined,
  };
}

/** `output_format` is the older name of `output_config.format`, which decides if both are there. */
function toOutput({ output_config, output_format }: MessagesRequest): OutputFormat | undefined {
  const format = output_config?.format ?? output_format;
  if (format?.type !== "json_schema") return undefined;
  return { type: "json_schema", schema: format.schema as JsonObject };
}

/** Members of the known objects that have no field of their own, each under its object's name. */
function toLeftovers(body: MessagesRequest): JsonObject {
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
  const isNative = choice ? toToolChoice(choice).type === "native" : false;
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
