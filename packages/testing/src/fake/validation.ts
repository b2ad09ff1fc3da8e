import { createStrictProfile, type StrictProfile, strict } from "@diglot/core/strict";
import { createResponsesStrictRules, type ResponsesStrictOptions } from "@diglot/responses";
import { knownModels } from "../rules/models.js";
import type { FakeOptions } from "./fake.js";

/**
 * What the vendors' models accept and a scripted reply does not depend on is ignored. What no script
 * can answer is refused, and the refusal says that the fake is the cause.
 */
const standIn = {
  ignores: ["prediction", "moderation", "web_search_options", "audio", "file_id"],
  explanation: "The real service may take it; this fake has no way to answer it.",
} as const;

const models = Object.fromEntries(
  knownModels.flatMap(({ id, refusals }) => (refusals ? [[id, refusals]] : [])),
);

/** The known models that reason. */
const reasoningModels = Object.fromEntries(
  knownModels.flatMap(({ id, reasons }) => (reasons ? [[id, { reasons }]] : [])),
);

/**
 * What a fake refuses: in the strict profile whatever the real services refuse, in the lenient one
 * only what their models refuse. Of the caller's own model only its capabilities are known.
 */
export function toValidation({ model, profile }: FakeOptions): "open" | StrictProfile {
  const modelsOnly = profile === "lenient";
  if (model) return modelsOnly ? "open" : withResponses(strict);
  const rules = createStrictProfile({ models, standIn, modelsOnly });
  return withResponses(rules, { models: reasoningModels, modelsOnly });
}

/** A strict profile of all three formats. */
function withResponses(
  profile: StrictProfile,
  options: Pick<ResponsesStrictOptions, "models" | "modelsOnly"> = {},
): StrictProfile {
  const { chatCompletions } = profile;
  return { ...profile, responses: createResponsesStrictRules({ ...options, chatCompletions }) };
}
