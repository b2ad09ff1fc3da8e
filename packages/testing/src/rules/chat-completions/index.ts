import type { Rule } from "../rule.js";
import { bodyRules } from "./body.js";
import { keyRules } from "./keys.js";
import { parameterTypeRules } from "./parameter-types.js";
import { parameterValueRules } from "./parameter-values.js";

/** What the Chat Completions service refuses, in the order of its checks. */
export const chatCompletionsRules: readonly Rule[] = [
  ...keyRules,
  ...bodyRules,
  ...parameterTypeRules,
  ...parameterValueRules,
];
