import type { ModelConfig } from "../../config/types.js";
import { requireCallerKey } from "../draft/callers.js";
import { createDraft, type Draft } from "../draft/draft.js";
import { readGroup } from "./group.js";
import { toSnakeCase } from "./options.js";
import { readTarget, type TargetOptions } from "./target.js";

/** Makes a config of a config object of Portkey. @param model the model of targets that name none */
export function readPortkey(value: unknown, model: string | undefined): Draft {
  // A config object has no references to the environment.
  const draft = createDraft(value, (text) => ({ text, names: [] }));
  const options: TargetOptions = { id: "main", inherited: model === undefined ? {} : { model } };
  const isGroup = Array.isArray(toSnakeCase(value).targets);
  const id = isGroup ? readGroup(value, [], options, draft) : readTarget(value, [], options, draft);
  if (id !== undefined) serveAllNames(id, draft.models);
  requireCallerKey(draft, "Portkey's gateway");
  return draft;
}

/** A config object answers whatever name a request has. The models in it are no names for callers. */
function serveAllNames(id: string, models: ModelConfig[]): void {
  for (const [index, model] of models.entries()) {
    models[index] = model.id === id ? { ...model, aliases: ["*"] } : { ...model, hidden: true };
  }
}
