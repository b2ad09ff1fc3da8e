import { nearestName } from "../../errors/nearest-name.js";
import type { Keys } from "./keys.js";

/**
 * Checks that a service has every model that its keys of the code name.
 * @throws TypeError that names the key, the model and the nearest id
 */
export function checkGivenModels({ given = [] }: Keys, known: readonly string[]): void {
  for (const { id, models } of given) {
    if (models === "all") continue;
    const unknown = models.find((model) => !known.includes(model));
    if (unknown === undefined) continue;
    const nearest = nearestName(unknown, known);
    const hint = nearest === undefined ? "An alias is not an id." : `Did you mean "${nearest}"?`;
    throw new TypeError(
      `The key "${id}" may use the model "${unknown}", but no model of this service has that id. ${hint}`,
    );
  }
}
