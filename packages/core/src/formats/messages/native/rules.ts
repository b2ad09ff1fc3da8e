import { ruleOf } from "../../../conversation/native-fields.js";
import type { NativeRules, Rule } from "../../../conversation/rules.js";
import { judgeBlock } from "./blocks.js";
import { nativeFields, unknownField, unknownInnerField } from "./fields.js";

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
  member: ruleOfField,
  block: judgeBlock,
  tool: () => serverTool,
  toolChoice: () => unknownToolChoice,
};

function ruleOfField(field: string, value: unknown): Rule {
  const unknown = field.includes(".") ? unknownInnerField : unknownField;
  return ruleOf(
    nativeFields.get(toKey(field)) ?? nativeFields.get(parentOf(field)) ?? unknown,
    value,
  );
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
