import { validPrices } from "../../accounts/prices/check-prices.js";
import { type Check, isHidden } from "../../checks/check.js";
import { members, names } from "../../checks/objects.js";
import { amount, callback, isFunction, text } from "../../checks/values.js";
import { validCapabilities } from "./capabilities.js";
import type { ModelOptions } from "./define-model.js";

/** What an in-process model is made of. */
export const validGenerator: Check = /* @__PURE__ */ isHidden(
  "an async generator function",
  isFunction,
);

/** The options of an in-process model. */
export const validModelOptions: Check = (value, path) =>
  members<ModelOptions>({
    displayName: text,
    created: amount,
    ownedBy: text,
    aliases: names,
    capabilities: { given: validCapabilities },
    prices: { given: validPrices },
    countTokens: callback,
    countInputTokens: callback,
  })(value, path);
