import { isObject, type JsonObject } from "../../../json/value.js";

/** The arguments of a call as an object; `undefined` if they are not a JSON object. Empty arguments are an empty object. */
export function parseArguments(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json === "" ? "{}" : json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
