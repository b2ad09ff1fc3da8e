import { validPrices } from "../accounts/prices/check-prices.js";
import { all, type Check, deferred } from "../validation/check.js";
import { checkOptions } from "../validation/check-options.js";
import { listOf, object, port, shape } from "../validation/objects.js";
import { callback, name } from "../validation/values.js";
import type { Model } from "./model.js";

/** A list that is not empty. */
export type NonEmpty<T> = readonly [T, ...T[]];

/**
 * A model. Its prices are checked too, because a service sees only the models that it is given, not
 * those inside them.
 */
export const validModel: Check = /* @__PURE__ */ deferred(() => {
  const what = "a model, such as defineModel() returns";
  const parts = shape(what, {
    id: { required: name },
    aliases: { required: listOf(name) },
    capabilities: { required: object },
    countInputTokens: { required: callback },
    prices: validPrices,
    units: listOf(name),
    secrets: callback,
  });
  return all(port(what, "respond"), parts);
});

/**
 * Checks a model that is passed to a wrapper.
 * @throws TypeError if the value is not a model, so that a mistake shows where it was made
 */
export function checkModel(user: string, value: Model): Model {
  checkOptions(user, value, validModel, "model");
  return value;
}

/** A list of models, copied. @throws TypeError unless it has an entry and all fit */
export function checkList<T>(user: string, values: readonly T[], check: Check): NonEmpty<T> {
  checkOptions(user, values, listOf(check, 1), "models");
  const [first, ...others] = values as unknown as NonEmpty<T>;
  return [first, ...others];
}
