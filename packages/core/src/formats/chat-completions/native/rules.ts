import type { JsonObject } from "../../../conversation/conversation.js";
import { ruleOf } from "../../../conversation/native-fields.js";
import type { NativeRules, Rule } from "../../../conversation/rules.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import { nativeFields, unknownField, unknownInnerField } from "./fields.js";

/** What is said of content parts and calls that only this format knows. */
export const partRule: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take content of this type.",
};

/** What is said of files that name neither bytes nor an address. */
export const emptyFileRule: Rule = {
  outcome: "refused",
  reason: "The model behind this endpoint takes no file without data.",
};

/** What is said of custom tools, whose calls carry free text. */
export const customToolRule: Rule = {
  outcome: "refused",
  reason: "The model behind this endpoint takes no custom tools; describe it as a function.",
};

/** What is said of tools of an unknown type. */
export const toolRule: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take tools of this type.",
};

/** What is said of tool choices of an unknown type. */
export const toolChoiceRule: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take this choice of tools.",
};

/** What this format says to others about what only it knows. */
export const nativeRules: NativeRules = {
  member(field, value) {
    const unknown = field.includes(".") ? unknownInnerField : unknownField;
    return ruleOf(nativeFields.get(field) ?? unknown, value);
  },
  block(value: JsonObject) {
    const rule = value.type === "file" ? emptyFileRule : partRule;
    return { rule, ...(cacheNameOf(value) ? cacheOf(value) : {}) };
  },
  tool: (value) => (value.type === "custom" ? customToolRule : toolRule),
  toolChoice: () => toolChoiceRule,
};
