import type { NativeRules, Rule } from "../../../conversation/rules.js";
import { judgeBlock } from "./blocks.js";
import { nothingSaid } from "./field-kinds.js";
import { ownMembers, unknownField, unknownMember } from "./fields.js";

/** A tool that the vendor runs or defines. Its `type` says so, whatever its name is. */
export const serverTool: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason:
    "The model behind this endpoint has only tools that the caller defines by a schema, none of this type.",
};

/** A choice of a type that nobody has described. */
export const unknownToolChoice: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not know this type of tool choice.",
};

/** What this format says to others about what only it knows. */
export const nativeRules: NativeRules = {
  member: judgeMember,
  block: judgeBlock,
  tool: () => serverTool,
  toolChoice: () => unknownToolChoice,
};

function judgeMember(field: string, value: unknown): Rule {
  if (value === null || value === undefined) return nothingSaid;
  const own = ownMembers.get(toKey(field)) ?? ownMembers.get(parentOf(field));
  if (!own) return field.includes(".") ? unknownMember : unknownField;
  return own.choose?.(value) ?? own.rules[0];
}

/** Blocks look alike wherever they stand: in instructions, messages, tool results and documents. */
const blockPrefix = /^(?:system|messages\.content)\.(?:content\.|source\.content\.)*/;

function toKey(field: string): string {
  if (blockPrefix.test(field)) return field.replace(blockPrefix, "block.");
  return field.replace(/^messages\./, "message.").replace(/^tools\./, "tool.");
}

/** The object that a member of the body's own objects is of; blocks have none. */
function parentOf(field: string): string {
  return field.split(".", 1)[0] ?? field;
}
