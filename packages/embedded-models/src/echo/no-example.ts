import { ServiceError } from "@diglot/core";
import { exampleLimits } from "./example-room.js";

/**
 * The refusal of a schema that has no example of a limited size.
 * @param at the place of the schema in the caller's body, as a JSON pointer
 */
export function noExample(at: string): ServiceError {
  const { values, levels, characters } = exampleLimits;
  const message = `This model answers with an example of the schema, and finds none of at most ${values} values, ${levels} levels and ${characters} characters.`;
  return new ServiceError({ kind: "bad_request", message, problems: [{ at, message }] });
}
