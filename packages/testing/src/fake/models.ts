import { defineModel, deriveModel, type Model, type ModelRequest, type Reply } from "@diglot/core";
import type { KnownModel } from "../rules/known-model.js";
import { knownModels } from "../rules/models.js";
import type { FakeOptions } from "./fake.js";

/** The id of the model that takes every name. */
const anyModel = "any-model";

/**
 * What the vendors take and a script needs nothing of; what it has no way to say is refused in words
 * that tell whose lack it is.
 */
const standIn = {
  unheeded: [
    "functions",
    "function_call",
    "prediction",
    "moderation",
    "web_search_options",
    "audio",
    "file_id",
  ],
  advice: "The real service may take it; this fake has no way to answer it.",
} as const;

/** The way in which all models of a fake answer; `name` is the one that the answer gives. */
export type Respond = (name: string, request: ModelRequest) => Promise<Reply>;

/** The models of a fake: those that are known by name, and one for any other name; or only those named. */
export function toModels(
  { models, countTokens }: Pick<FakeOptions, "models" | "countTokens">,
  respond: Respond,
): readonly Model[] {
  const toKnown = (known: KnownModel) => toKnownModel(known, countTokens, respond);
  const toNamed = (name: string) => toNamedModel(name, countTokens, respond);
  if (models === undefined) {
    const takesAll = { ...toNamed(anyModel), aliases: ["*"] };
    return [...knownModels.map(toKnown), takesAll];
  }
  const known = new Set(models.flatMap((name) => findKnown(name) ?? []));
  const others = new Set(models.filter((name) => findKnown(name) === undefined));
  return [...[...known].map(toKnown), ...[...others].map(toNamed)];
}

function findKnown(name: string): KnownModel | undefined {
  return knownModels.find(({ id, aliases }) => id === name || aliases?.includes(name));
}

function toKnownModel(
  { id, capabilities, ...known }: KnownModel,
  countTokens: FakeOptions["countTokens"],
  respond: Respond,
): Model {
  const model = defineModel(id, saysNothing, {
    ...known,
    capabilities: { ...capabilities, standIn },
    countTokens,
  });
  return { ...model, respond: (request) => respond(id, request) };
}

/** A model of which only the name is known answers under the name that it was asked by. */
function toNamedModel(
  id: string,
  countTokens: FakeOptions["countTokens"],
  respond: Respond,
): Model {
  const model = defineModel(id, saysNothing, { capabilities: { standIn }, countTokens });
  return { ...model, respond: (request) => respond(request.conversation().model, request) };
}

/** Never asked: only what is known of the models is taken from them. */
async function* saysNothing() {}

/** A model of one's own behind a fake, under every name, or under those named beside its own. */
export function toModelBehind(
  model: Model,
  names: readonly string[] | undefined,
  respond: Model["respond"],
): Model {
  const own = [model.id, ...model.aliases];
  const more = (names ?? ["*"]).filter((name) => !own.includes(name));
  return deriveModel(model, respond, { aliases: [...model.aliases, ...more] });
}
