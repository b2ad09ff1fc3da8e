import type { Model, ModelRequest, Reply } from "./model.js";

/** What a function from models to models may change of what is known about a model. */
export type ModelChange = Partial<
  Pick<Model, "id" | "aliases" | "displayName" | "capabilities" | "validatesOwnRequests">
>;

/** A model that is known as another one is, but for the changes, and answers in its own way. */
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
    respond,
    countInputTokens: (conversation) => model.countInputTokens(conversation),
    ...(model.countTokens && { countTokens: model.countTokens.bind(model) }),
    ...change,
  } satisfies Model);
}

/** A request with changes. Its conversation is still parsed on first use only. */
export function deriveRequest(
  request: ModelRequest,
  change: Partial<Pick<ModelRequest, "receipt" | "signal">>,
): ModelRequest {
  const derived = Object.defineProperties(
    {} as ModelRequest,
    Object.getOwnPropertyDescriptors(request),
  );
  return Object.defineProperties(derived, Object.getOwnPropertyDescriptors(change));
}
