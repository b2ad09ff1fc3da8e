import type { OpenedBlock } from "../../../conversation/events.js";
import type { FoldedBlock } from "../../../conversation/fold.js";
import type { Delta, ToolCallDelta } from "../schemas/events.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import type { CompletionMessage, ToolCall } from "../schemas/response.js";

/** The names of the request's custom tools, whose calls carry free text instead of JSON. */
export function customToolNames(request: ChatCompletionRequest): ReadonlySet<string> {
  const names = new Set<string>();
  for (const tool of request.tools ?? []) {
    if (tool.type === "custom" && tool.custom) names.add(tool.custom.name);
  }
  return names;
}

/** The calls in the message of a reply; only one if the request uses `functions`. */
export function toCallMembers(
  calls: readonly ToolCall[],
  asFunction: boolean,
): Pick<CompletionMessage, "tool_calls" | "function_call"> {
  const [first] = calls;
  if (!first) return {};
  return asFunction && first.type === "function"
    ? { function_call: first.function }
    : { tool_calls: calls };
}

/** A piece of a call in a delta; nothing for a second call of `functions`. */
export function toCallDelta(piece: ToolCallDelta, asFunction: boolean): Delta | undefined {
  if (!asFunction) return { tool_calls: [piece] };
  return piece.index === 0 ? { function_call: piece.function } : undefined;
}

/**
 * The arguments of a call for which nothing was written: an empty object, so that every client can
 * parse them. Free text stays empty, and a clipped call must not look complete.
 */
export const emptyArguments = "{}";

/** A complete call of a JSON reply. */
export function toToolCall(
  block: FoldedBlock,
  customNames: ReadonlySet<string>,
): ToolCall | undefined {
  const { opened, text, closed } = block;
  if (opened.type !== "tool_call") return undefined;
  const { id, name, extra } = opened;
  if (customNames.has(name)) {
    return addExtra({ id, type: "custom", custom: { name, input: text } }, extra);
  }
  const written = text === "" && closed ? emptyArguments : text;
  return addExtra({ id, type: "function", function: { name, arguments: written } }, extra);
}

/** Native members of a call are written beside the members of the wire, never in their place. */
function addExtra<const T extends object>(call: T, extra: OpenedCall["extra"]): T {
  return { ...call, ...extra, ...call };
}

/** A tool call that opens. */
export type OpenedCall = Extract<OpenedBlock, { readonly type: "tool_call" }>;

/** The first piece of a call: the only one with id, type and name. */
export function toCallHead(
  index: number,
  { id, name, extra }: OpenedCall,
  custom: boolean,
): ToolCallDelta {
  return custom
    ? addExtra({ index, id, type: "custom", custom: { name, input: "" } }, extra)
    : addExtra({ index, id, type: "function", function: { name, arguments: "" } }, extra);
}

/** A later piece of a call. */
export function toCallPiece(index: number, text: string, custom: boolean): ToolCallDelta {
  return custom ? { index, custom: { input: text } } : { index, function: { arguments: text } };
}
