import { type ModelYield, thinking, toolCallArguments, toolCallStart, usage } from "@diglot/core";
import { splitWords } from "./words.js";

/** Tokens yielded so far. */
export interface Tally {
  output: number;
  reasoning: number;
}

/** A call that a model has decided on. */
export interface PlannedCall {
  readonly name: string;
  /** JSON text of an object. */
  readonly json: string;
}

/** An empty tally. */
export function createTally(): Tally {
  return { output: 0, reasoning: 0 };
}

/** Yields a text word by word. */
export function* say(text: string, tally: Tally): Generator<ModelYield> {
  for (const word of splitWords(text)) {
    tally.output += 1;
    yield word;
  }
}

/** Yields reasoning word by word. It has no signature; the service gives it one where one is needed. */
export function* think(text: string, tally: Tally): Generator<ModelYield> {
  for (const word of splitWords(text)) {
    tally.output += 1;
    tally.reasoning += 1;
    yield thinking(word);
  }
}

/** Yields a tool call with its arguments in fragments. */
export function* callTool(call: PlannedCall, tally: Tally): Generator<ModelYield> {
  yield toolCallStart({ name: call.name });
  for (const fragment of splitWords(call.json)) {
    tally.output += 1;
    yield toolCallArguments(fragment);
  }
}

/** Yields the counts of a whole reply. */
export function report(tally: Tally): ModelYield {
  return usage({ output: tally.output, reasoning: tally.reasoning });
}
