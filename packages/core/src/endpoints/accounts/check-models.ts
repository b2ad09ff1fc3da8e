import { nearestName } from "../../errors/nearest-name.js";
import { badRequest } from "./bad-request.js";

/**
 * Refuses a list of models with an id that the service does not have. An alias is not an id.
 * @throws ServiceError `bad_request` that names the entry
 */
export function checkKnownModels(
  models: "all" | readonly string[] | null | undefined,
  known: readonly string[],
): void {
  if (!Array.isArray(models)) return;
  for (const [index, model] of models.entries()) {
    if (known.includes(model)) continue;
    const nearest = nearestName(model, known);
    const hint =
      nearest === undefined ? "GET /v1/models lists the ids" : `use ${JSON.stringify(nearest)}`;
    const path = `models[${index}]`;
    throw badRequest(path, `${path}: no model has the id ${JSON.stringify(model)}; ${hint}.`);
  }
}
