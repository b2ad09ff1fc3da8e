import type { Rule } from "../rule.js";
import { bodyRules } from "./body.js";
import { inputRules } from "./input.js";
import { keyRules } from "./keys.js";
import { modelRules } from "./model-rules.js";
import { parameterRules } from "./parameters.js";
import { stateRules } from "./state.js";
import { toolRules } from "./tools.js";

/** What the Responses service refuses, in the order of its checks. */
export const responsesRules: readonly Rule[] = [
  ...keyRules,
  ...bodyRules,
  ...inputRules,
  ...toolRules,
  ...parameterRules,
  ...stateRules,
  ...modelRules,
];
