import type { Rule } from "../rule.js";
import { bodyRules } from "./body.js";
import { contentRules } from "./content.js";
import { keyRules } from "./keys.js";
import { messageRules } from "./messages.js";
import { modelRules } from "./model-rules.js";
import { orderRules } from "./order.js";
import { outputRules } from "./output.js";
import { parameterTypeRules } from "./parameter-types.js";
import { parameterValueRules } from "./parameter-values.js";
import { toolRules } from "./tools.js";

/** What the Chat Completions service refuses, in the order of its checks. */
export const chatCompletionsRules: readonly Rule[] = [
  ...keyRules,
  ...bodyRules,
  ...messageRules,
  ...contentRules,
  ...toolRules,
  ...parameterTypeRules,
  ...parameterValueRules,
  ...outputRules,
  ...orderRules,
  ...modelRules,
];
