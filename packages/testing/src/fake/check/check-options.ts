import type { FakeOptions } from "../fake.js";
import { type Check, either, is, listOf, members, oneOf, text } from "./check.js";
import { checkChunks, checkFaults } from "./check-fault.js";
import { checkTurns } from "./check-turn.js";

const isFunction = (value: unknown) => typeof value === "function";
const anything: Check = () => {};

/** An object with these functions, such as a port of core's. */
function having(what: string, ...names: readonly string[]): Check {
  return is(what, (value) => {
    const given = Object(value) as Readonly<Record<string, unknown>>;
    return names.every((name) => isFunction(given[name]));
  });
}

const checkPlan: Check = either(
  isFunction,
  anything,
  listOf(either((value) => value === undefined, anything, checkFaults)),
);

const checks: { readonly [K in keyof FakeOptions]-?: Check } = {
  script: (value, place) => void checkTurns(value, place),
  model: having("a model, such as replay(tape); names go into `models`", "respond"),
  profile: oneOf(["strict", "lenient"]),
  keys: listOf(text),
  models: listOf(text),
  faults: checkPlan,
  chunks: checkChunks,
  // Held against its form where texts are cut.
  pieces: anything,
  countTokens: is("a function", isFunction),
  clock: having("a clock", "now", "monotonic", "after"),
  ids: having("ids", "create"),
};

const checkMembers = members(checks);

/**
 * The options of a fake as they were given.
 * @throws TypeError that names the option that cannot be, or two that exclude each other
 */
export function checkOptions(options: FakeOptions): void {
  checkMembers(options, "options");
  const { script = [], model } = options;
  if (model && script.length > 0) {
    throw new TypeError("options may have a script or a model, not both.");
  }
}
