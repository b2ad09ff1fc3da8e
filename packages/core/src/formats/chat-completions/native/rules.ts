import { ruleOf } from "../../../conversation/native-fields.js";
import type { NativeRules, Rule } from "../../../conversation/receipt/rules.js";
import type { JsonObject } from "../../../json/value.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import { nativeFields, unknownField, unknownInnerField } from "./fields.js";
import { serverTools } from "./server-tools.js";

/** Content parts and calls that only this format knows. */
export const partRule: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take content of this type.",
};

/** Files with neither data nor an address. */
export const emptyFileRule: Rule = {
  outcome: "refused",
  reason: "The model behind this endpoint takes no file without data.",
};

/** Custom tools, whose calls carry free text. */
export const customToolRule: Rule = {
  outcome: "refused",
  reason: "The model behind this endpoint takes no custom tools; describe it as a function.",
};

/** Tools of an unknown type. */
export const toolRule: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take tools of this type.",
};

/** A tool choice of an unknown type. */
export const toolChoiceRule: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not take this tool choice.",
};

/** The rules that other formats apply to what only this format knows. */
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
  serverTools,
};
