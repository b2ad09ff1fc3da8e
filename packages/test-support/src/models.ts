import {
  defineModel,
  type InProcessRequest,
  type ModelOptions,
  type ModelYield,
} from "@diglot/core";

/** What a scripted model does: a list of yields, or a generator. */
export type Script =
  | readonly ModelYield[]
  | ((request: InProcessRequest) => AsyncIterable<ModelYield>);

/** A model that follows a script; it is called `scripted` unless it has a name. */
export function modelOf(script: Script, options: ModelOptions = {}, id = "scripted") {
  const respond =
    typeof script === "function"
      ? script
      : async function* () {
          yield* script;
        };
  return defineModel(id, respond, options);
}
