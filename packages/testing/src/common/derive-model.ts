import type { Model } from "@diglot/core";

/**
 * A model that is known as another one is, but for the changes. The other one may be an instance of
 * a class, whose members a spread would not see.
 */
export function deriveModel(
  model: Model,
  change: Pick<Model, "respond"> & Partial<Pick<Model, "aliases">>,
): Model {
  return Object.freeze({
    id: model.id,
    aliases: model.aliases,
    displayName: model.displayName,
    created: model.created,
    ownedBy: model.ownedBy,
    capabilities: model.capabilities,
    judgesRequests: model.judgesRequests,
    prices: model.prices,
    countInputTokens: (conversation) => model.countInputTokens(conversation),
    ...(model.countTokens && { countTokens: model.countTokens.bind(model) }),
    ...change,
  } satisfies Model);
}
