import { ruleOf } from "../../../conversation/native-fields.js";
import { serverToolLeftOut } from "../../../conversation/receipt/request-rules.js";
import type { NativeRules, Rule } from "../../../conversation/receipt/rules.js";
import { judgeBlock } from "./blocks.js";
import { nativeFields, unknownField, unknownInnerField } from "./fields.js";
import { isServerTool, serverTools } from "./server-tools.js";

/** A tool that the vendor defines. Its `type` decides that, not its name. */
export const vendorTool: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason:
    "The model behind this endpoint takes only tools that the caller defines with a schema, not tools of this type.",
};

/** A tool choice of an unknown type. */
export const unknownToolChoice: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not know this type of tool choice.",
};

/** The rules that other formats apply to what only this format knows. */
export const nativeRules: NativeRules = {
  member: ruleOfField,
  block: judgeBlock,
  tool: (tool) => (isServerTool(tool) ? serverToolLeftOut : vendorTool),
  toolChoice: () => unknownToolChoice,
  serverTools,
};

function ruleOfField(field: string, value: unknown): Rule {
  const unknown = field.includes(".") ? unknownInnerField : unknownField;
  return ruleOf(
    nativeFields.get(toKey(field)) ?? nativeFields.get(parentOf(field)) ?? unknown,
    value,
  );
}

/** Blocks have the same rules in instructions, messages, tool results and documents. */
const blockPrefix = /^(?:system|messages\.content)\.(?:content\.|source\.content\.)*/;

function toKey(field: string): string {
  if (blockPrefix.test(field)) return field.replace(blockPrefix, "block.");
  return field.replace(/^messages\./, "message.").replace(/^tools\./, "tool.");
}

/** The member of the body that contains a nested member. */
function parentOf(field: string): string {
  return field.split(".", 1)[0] ?? field;
}
