import type { Model } from "../../../models/model.js";
import type { ModelObject, ModelsList } from "../schemas/models.js";

/** One model of the list. */
export function toModel(model: Model): ModelObject {
  return { id: model.id, object: "model", created: model.created, owned_by: model.ownedBy };
}

/** All models at once: the list of this format has no pages. */
export function toModelsList(models: readonly Model[]): ModelsList {
  return { object: "list", data: models.map(toModel) };
}
