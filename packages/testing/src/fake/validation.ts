import { createStrictProfile, type StrictProfile, strict } from "@diglot/core/strict";
import { knownModels } from "../rules/models.js";
import type { FakeOptions } from "./fake.js";

/**
 * What the vendors' models accept and a scripted reply does not depend on is ignored. What no script
 * can answer is refused, and the refusal says that the fake is the cause.
 */
const standIn = {
  ignores: [
    "functions",
    "function_call",
    "prediction",
    "moderation",
    "web_search_options",
    "audio",
    "file_id",
  ],
  explanation: "The real service may take it; this fake has no way to answer it.",
} as const;

const models = Object.fromEntries(
  knownModels.flatMap(({ id, refusals }) => (refusals ? [[id, refusals]] : [])),
);

/**
 * What a fake refuses: in the strict profile whatever the real services refuse, in the lenient one
 * only what their models refuse. Of the caller's own model only its capabilities are known.
 */
export function toValidation({ model, profile }: FakeOptions): "open" | StrictProfile {
  const modelsOnly = profile === "lenient";
  if (model) return modelsOnly ? "open" : strict;
  return createStrictProfile({ models, standIn, modelsOnly });
}
