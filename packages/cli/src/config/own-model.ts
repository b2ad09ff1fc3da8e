import type { Model } from "@diglot/core";

/** Whether a model of a config is code, such as `defineModel` returns. */
export function isOwnModel(model: unknown): model is Model {
  return typeof model === "object" && model !== null && "respond" in model;
}
