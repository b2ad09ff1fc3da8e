import type { OpenedBlock } from "../conversation/events.js";
import type { FoldedBlock } from "../conversation/fold.js";
import type { ChatCompletionRequest, ToolCall, ToolCallDelta } from "./types.js";

/** The names of the request's custom tools, whose calls carry free text instead of JSON. */
export function customToolNames(request: ChatCompletionRequest): ReadonlySet<string> {
  const names = new Set<string>();
  for (const tool of request.tools ?? []) {
    if (tool.type === "custom" && tool.custom) names.add(tool.custom.name);
  }
  return names;
}

/**
 * What a call's arguments are when nothing was written: an empty object, so that every client can
 * parse them. Free text stays empty, and a clipped call must not look complete.
 */
export const emptyArguments = "{}";

/** A whole call of a JSON reply. */
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

/** What the maker of a call wants back stands beside the members of the wire, never in their place. */
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
