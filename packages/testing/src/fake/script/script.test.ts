import { expect, it } from "vitest";
import type { ObservedRequest } from "./matcher.js";
import { createScript } from "./script.js";

const request = { lastUserText: "Hi", choices: 1 } as ObservedRequest;
const places = (entries: readonly { readonly place: string }[]) =>
  entries.map(({ place }) => place);

it("turns are called by their numbers in the whole script, however many were used before they came", () => {
  const script = createScript();
  script.add(["zero", "one"]);
  script.take(request);
  script.add(["two"]);
  expect(places(script.queued())).toEqual(["turn 1 of the script", "turn 2 of the script"]);
});

it("what is left are the turns of the queue, and what is for requests that have not come", () => {
  const script = createScript();
  script.add(["zero"]);
  script.when({ user: "Hi" }, "used");
  script.when({ user: "Ho" }, "unused");
  script.otherwise(async function* () {});
  expect(script.take(request)).toMatchObject({ kind: "entry", entry: { turn: "used" } });
  expect(places(script.left())).toEqual(["turn 0 of the script", "`when` entry 1"]);
});
