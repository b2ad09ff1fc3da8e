import type { OpenedBlock } from "../../../conversation/events.js";
import type { ToolNames } from "../../../conversation/legal-names.js";
import { badReply } from "../../../errors/bad-reply.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import { readText } from "../wire/value.js";

/** What is needed to read a block. */
export interface ReplyBlockContext {
  readonly names: ToolNames;
  createToolCallId(): string;
}

/**
 * The opened block; `undefined` for a native block, which opens when it is complete.
 * @throws ServiceError `upstream_bad_response` for a block without a type or a call without a name
 */
export function toOpened(value: JsonObject, context: ReplyBlockContext): OpenedBlock | undefined {
  switch (value.type) {
    case "text":
    case "thinking":
      return { type: value.type };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: readText(value.data) };
    case "tool_use":
      return toCall(value, context);
    default:
      if (typeof value.type !== "string") throw badReply("A block has no type.");
      return undefined;
  }
}

function toCall(value: JsonObject, { names, createToolCallId }: ReplyBlockContext): OpenedBlock {
  const name = readText(value.name);
  if (name === "") throw badReply("A tool call has no name.");
  const id = readText(value.id) || createToolCallId();
  const extra = Object.keys(value).filter((member) => isExtra(member, value[member]));
  return {
    type: "tool_call",
    id,
    name: names.fromUpstream(name),
    ...(extra.length > 0 && {
      extra: Object.fromEntries(extra.map((member) => [member, value[member]])),
    }),
  };
}

const callMembers: ReadonlySet<string> = new Set(["type", "id", "name", "input"]);

/**
 * Members of a call that the provider wants back. A caller of the type `direct` is the default and
 * is left out.
 */
function isExtra(name: string, value: unknown): boolean {
  if (callMembers.has(name) || value === null) return false;
  return name !== "caller" || !isObject(value) || value.type !== "direct";
}
