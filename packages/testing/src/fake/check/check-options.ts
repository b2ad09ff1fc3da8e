import { type Check, type Clock, checks, type Ids, type Model } from "@diglot/core";
import { isFunction } from "../../common/kinds.js";
import { validChunks, validPlan } from "../../faults/check-faults.js";
import type { FakeOptions } from "../fake.js";
import { validTurns } from "./check-turn.js";

const { all, callback, checkOptions, finds, is, listOf, members, oneOf, port, text } = checks;

const ways: readonly unknown[] = ["words", "whole"];

const validMembers = members<FakeOptions>({
  script: validTurns,
  model: port<Model>('a model, such as replay(tape); names go into "models"', "respond"),
  profile: oneOf("strict", "lenient"),
  keys: listOf(text),
  models: listOf(text),
  faults: validPlan,
  chunks: validChunks,
  pieces: is(
    '"words", "whole", a whole number above 0 or a function',
    (value) => ways.includes(value) || isFunction(value) || isSize(value),
  ),
  countTokens: callback,
  clock: port<Clock>("a clock", "now", "monotonic", "after"),
  ids: port<Ids>("ids", "create"),
});

const hasOneSource: Check = finds((value) => {
  const { script = [], model } = value as FakeOptions;
  return model && script.length > 0 ? 'give "script" or "model", not both' : undefined;
});

const validOptions = all(validMembers, hasOneSource);

/**
 * Checks the options of a fake.
 * @throws TypeError that names the option that cannot be, or two that exclude each other
 */
export function checkFakeOptions(options: FakeOptions): void {
  checkOptions("createFake", options, validOptions);
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
