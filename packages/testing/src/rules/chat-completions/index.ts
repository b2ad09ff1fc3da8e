import type { Rule } from "../rule.js";
import { bodyRules } from "./body.js";
import { callRules } from "./calls.js";
import { contentRules } from "./content.js";
import { keyRules } from "./keys.js";
import { messageRules } from "./messages.js";
import { modelRules } from "./model-rules.js";
import { orderRules } from "./order.js";
import { outputRules } from "./output.js";
import { parameterTypeRules } from "./parameter-types.js";
import { parameterValueRules } from "./parameter-values.js";
import { resultRules } from "./results.js";
import { toolChoiceRules } from "./tool-choice.js";
import { toolNameRules } from "./tool-names.js";
import { toolParameterRules } from "./tool-parameters.js";
import { toolRules } from "./tools.js";

/** What the Chat Completions service refuses, in the order of its checks. */
export const chatCompletionsRules: readonly Rule[] = [
  ...keyRules,
  ...bodyRules,
  ...messageRules,
  ...callRules,
  ...resultRules,
  ...contentRules,
  ...toolRules,
  ...toolNameRules,
  ...toolParameterRules,
  ...toolChoiceRules,
  ...parameterTypeRules,
  ...parameterValueRules,
  ...outputRules,
  ...orderRules,
  ...modelRules,
];
