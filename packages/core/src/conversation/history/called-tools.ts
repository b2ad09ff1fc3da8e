import type { JsonObject } from "../../json/value.js";
import type { Turn } from "../conversation.js";
import { callsOf } from "./results.js";

/** A definition of a tool of which only calls are known. */
export interface CalledTool {
  readonly name: string;
  /** A schema that every object matches: nothing is known about the arguments. */
  readonly parameters: JsonObject;
}

/** The tools that a history calls, each once, for targets that require definitions of them. */
export function calledTools(turns: readonly Turn[]): readonly CalledTool[] {
  const names = new Set(turns.flatMap(callsOf).map(({ name }) => name));
  return [...names].map((name) => ({ name, parameters: { type: "object", properties: {} } }));
}
