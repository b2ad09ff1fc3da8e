import type { NonEmpty } from "../check-options.js";
import { deriveModel } from "../derive-model.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import { narrowCapabilities } from "./narrow-capabilities.js";

/** What a group of models is known by. */
export interface GroupOptions {
  /** @default that of the first model */
  readonly id?: string | undefined;
  /** @default those of the first model; none if `id` is set, so that both may be served */
  readonly aliases?: readonly string[] | undefined;
}

/**
 * One model in front of several. It has the first one's prices, counters and names, unless it gets
 * its own. It judges requests itself only if all of them do; otherwise the service checks what all
 * those that do not can take.
 * @throws TypeError for an id that is empty
 */
export function joinModels(
  models: NonEmpty<Model>,
  { id, aliases }: GroupOptions,
  respond: (request: ModelRequest) => Promise<Reply>,
): Model {
  if (id !== undefined && (typeof id !== "string" || id === "")) {
    throw new TypeError("id must be a text that is not empty.");
  }
  const [first] = models;
  const named = id === undefined ? {} : { id, displayName: id, aliases: [] };
  return deriveModel(first, respond, {
    ...named,
    ...(aliases && { aliases }),
    capabilities: narrowCapabilities(models),
    validatesOwnRequests: models.every(({ validatesOwnRequests }) => validatesOwnRequests === true),
  });
}
