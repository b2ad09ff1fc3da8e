import { defineModel, deriveModel, type Model, type ModelRequest, type Reply } from "@diglot/core";
import type { KnownModel } from "../rules/known-model.js";
import { knownModels } from "../rules/models.js";
import type { FakeOptions } from "./fake.js";

/** The id of the model that answers to every name. */
const anyModel = "any-model";

/** The most choices that the vendor's specification allows in one request. */
export const mostChoices = 128;

/** A fake is asked for all choices of a request at once, since they use up one turn. */
const ownChoices = ["chat-completions"];

/** How all models of a fake answer; `name` is the model name in the answer. */
export type Respond = (name: string, request: ModelRequest) => Promise<Reply>;

/** The models of a fake: only those of the option `models`, or all known ones and one for any other name. */
export function toModels(
  { models, countTokens }: Pick<FakeOptions, "models" | "countTokens">,
  respond: Respond,
): readonly Model[] {
  const scripted = defineModel(anyModel, saysNothing, { capabilities: scriptable, countTokens });
  const toKnown = (known: KnownModel) => toKnownModel(known, scripted, respond);
  const toNamed = (name: string) => toNamedModel(name, scripted, respond);
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

/** Derived, not defined: every fake has all known models, and their options need no check. */
function toKnownModel(
  { refusals: _refusals, reasons: _reasons, aliases = [], capabilities, ...known }: KnownModel,
  scripted: Model,
  respond: Respond,
): Model {
  return {
    ...scripted,
    ...known,
    aliases,
    capabilities: { ...scripted.capabilities, ...capabilities },
    ownChoices,
    respond: (request) => respond(known.id, request),
  };
}

/** A model of which only the name is known. Its answers have the name that the caller asked for. */
function toNamedModel(id: string, scripted: Model, respond: Respond): Model {
  return {
    ...scripted,
    id,
    displayName: id,
    ownChoices,
    respond: (request) => respond(request.conversation().model, request),
  };
}

/** What only the strict profile refuses: content that a format does not know, too many choices, log probabilities. */
const scriptable = { unknownContent: true, choices: mostChoices, logprobs: true } as const;

/** Never called: the fake replaces `respond`, and uses the rest of the model. */
async function* saysNothing() {}

/** The caller's own model behind a fake: under every name, or under its own and `names`. */
export function toModelBehind(
  model: Model,
  names: readonly string[] | undefined,
  respond: Model["respond"],
): Model {
  const own = [model.id, ...model.aliases];
  const more = (names ?? ["*"]).filter((name) => !own.includes(name));
  return deriveModel(model, respond, { aliases: [...model.aliases, ...more], ownChoices });
}
