import { type MemberChecks, names } from "../../validation/objects.js";
import { name } from "../../validation/values.js";
import type { NonEmpty } from "../check-model.js";
import { deriveModel } from "../derive-model.js";
import type { Model, ModelRequest, Reply } from "../model.js";
import { narrowCapabilities } from "./narrow-capabilities.js";

/** The names of a group of models. */
export interface GroupOptions {
  /** The name of the group. @default the id of the first model */
  readonly id?: string | undefined;
  /**
   * Other names of the group. @default the aliases of the first model; none if `id` is set, so that both can be
   * served
   */
  readonly aliases?: readonly string[] | undefined;
}

/** The checks of the names of a group. */
export const groupChecks: MemberChecks<GroupOptions> = { id: name, aliases: names };

/**
 * One model in front of several. It has the prices, counters and names of the first one, unless it
 * gets its own names. It keeps the secrets of all. It validates its own requests only if all of them do; otherwise the service
 * checks requests against what all the others support. It gives several choices in one reply only where
 * all of them do.
 */
export function joinModels(
  models: NonEmpty<Model>,
  { id, aliases }: GroupOptions,
  respond: (request: ModelRequest) => Promise<Reply>,
): Model {
  const [first] = models;
  const named = id === undefined ? {} : { id, displayName: id, aliases: [] };
  return deriveModel(first, respond, {
    ...named,
    ...(aliases && { aliases }),
    capabilities: narrowCapabilities(models),
    validatesOwnRequests: models.every(({ validatesOwnRequests }) => validatesOwnRequests === true),
    ownChoices: first.ownChoices?.filter((format) =>
      models.every(({ ownChoices }) => ownChoices?.includes(format)),
    ),
    secrets: () => models.flatMap((model) => model.secrets?.() ?? []),
  });
}
