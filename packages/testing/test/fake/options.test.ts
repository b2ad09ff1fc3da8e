import { defineModel } from "@diglot/core";
import { expect, it } from "vitest";
import { createFake, createTape, faults, record, replay, withFaults } from "../../src/index.js";

it.each([
  [
    "an option that there is not",
    { scripts: ["Hi"] },
    'createFake: "scripts" is not an option; did you mean "script"?',
  ],
  [
    "a profile that there is not",
    { profile: "strikt" },
    'createFake: "profile" must be one of strict',
  ],
  ["one key that is no list", { keys: "sk-abc" }, 'createFake: "keys" must be a list'],
  ["one name that is no list", { models: "small" }, 'createFake: "models" must be a list'],
  ["the name of a model as the model", { model: "small" }, 'createFake: "model" must be a model'],
  [
    "one fault that is no list",
    { faults: faults.overloaded() },
    'createFake: "faults" must be a list',
  ],
  ["a fault by its name", { faults: ["overloaded"] }, 'createFake: "faults[0]" must be an object'],
  ["a script beside a model", { script: ["Hi"], model: replay(createTape()) }, "not both"],
  [
    "a turn that is still on its way",
    { script: [Promise.resolve("Hi")] },
    'createFake: "script[0]"',
  ],
  ["a turn that is no JSON", { script: [5n] }, "not 5."],
])("refuses %s", (_, options, message) => {
  expect(() => createFake(options as never)).toThrow(TypeError);
  expect(() => createFake(options as never)).toThrow(message);
});

it("refuses one fault as the plan of a model", () => {
  const model = defineModel("small", async function* () {
    yield "Hi";
  });
  expect(() => withFaults(model, faults.overloaded() as never)).toThrow("must be a list");
});

it.each([
  ["withFaults", () => withFaults("small" as never, []), 'withFaults: "model" must be a model'],
  ["record", () => record(undefined as never, createTape()), 'record: "model" must be a model'],
  [
    "record",
    () => record(replay(createTape()), "tapes" as never),
    'record: "tape" must be a tape, ',
  ],
  ["replay", () => replay("tapes" as never), 'replay: "tape" must be a tape, '],
])("%s says at once what it needs", (_, make, message) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});
