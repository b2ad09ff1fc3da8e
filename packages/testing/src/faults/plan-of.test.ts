import type { ModelRequest } from "@diglot/core";
import { expect, it } from "vitest";
import { faults } from "./faults.js";
import { planOf } from "./plan-of.js";

const request = {} as ModelRequest;
const cut = faults.cut({ bytes: 1 });
const end = faults.noTerminal();

it("a plan says for each request what goes wrong, in the order of its list, and nothing beyond it", () => {
  const plan = planOf([cut, undefined, [cut, end]]);
  const said = [0, 1, 2, 3].map((index) => plan({ index, request }));
  expect(said).toEqual([[cut], [], [cut, end], []]);
  expect(planOf(undefined)({ index: 0, request })).toEqual([]);
});

it("a plan that is a function is asked about each request", () => {
  const plan = planOf(({ index, request: asked }) =>
    asked === request && index === 1 ? cut : undefined,
  );
  expect([0, 1].map((index) => plan({ index, request }))).toEqual([[], [cut]]);
});
