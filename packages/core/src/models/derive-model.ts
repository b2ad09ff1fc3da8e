import type { Model, ModelRequest, Reply } from "./model.js";

/** What a model wrapper may change of a model's description. */
export type ModelChange = Partial<
  Pick<
    Model,
    | "id"
    | "aliases"
    | "displayName"
    | "capabilities"
    | "validatesOwnRequests"
    | "ownChoices"
    | "secrets"
  >
>;

/** A model with the description of another one, except for the changes, and its own `respond`. */
export function deriveModel(
  model: Model,
  respond: (request: ModelRequest) => Promise<Reply>,
  change: ModelChange = {},
): Model {
  return Object.freeze({
    id: model.id,
    aliases: model.aliases,
    displayName: model.displayName,
    created: model.created,
    ownedBy: model.ownedBy,
    capabilities: model.capabilities,
    validatesOwnRequests: model.validatesOwnRequests,
    prices: model.prices,
    ...(model.units && { units: model.units }),
    ...(model.ownChoices && { ownChoices: model.ownChoices }),
    respond,
    countInputTokens: (conversation) => model.countInputTokens(conversation),
    ...(model.countTokens && { countTokens: model.countTokens.bind(model) }),
    ...(model.secrets && { secrets: model.secrets.bind(model) }),
    ...change,
  } satisfies Model);
}
