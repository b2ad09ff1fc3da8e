import type { Rule } from "../rule.js";
import { cacheRules } from "./cache.js";
import { contentRules } from "./content.js";
import { countTokensRules } from "./count-tokens.js";
import { fieldRules } from "./fields.js";
import { headerRules } from "./headers.js";
import { mediaRules } from "./media.js";
import { modelRules } from "./model-rules.js";
import { outputRules } from "./output.js";
import { pairingRules } from "./pairing.js";
import { parameterRules } from "./parameters.js";
import { thinkingRules } from "./thinking.js";
import { thinkingSamplingRules } from "./thinking-sampling.js";
import { toolRules } from "./tools.js";
import { transportRules } from "./transport.js";
import { turnRules } from "./turns.js";
import { unknownFieldRules } from "./unknown-fields.js";
import { versionRules } from "./versions.js";

/** What the Messages service refuses, in the order of its checks. */
export const messagesRules: readonly Rule[] = [
  ...transportRules,
  ...headerRules,
  ...versionRules,
  ...fieldRules,
  ...unknownFieldRules,
  ...toolRules,
  ...parameterRules,
  ...outputRules,
  ...thinkingSamplingRules,
  ...thinkingRules,
  ...contentRules,
  ...mediaRules,
  ...cacheRules,
  ...turnRules,
  ...pairingRules,
  ...modelRules,
  ...countTokensRules,
];
