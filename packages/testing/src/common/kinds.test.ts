import { checks } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { byMember, byType, textOrNull } from "./kinds.js";

type Shape =
  | { readonly type: "circle"; readonly size: number }
  | { readonly type: "point"; readonly name?: string };

const shape = byType<Shape>({
  circle: { size: { required: checks.count } },
  point: { name: checks.text },
});
const place = byMember({
  bytes: checks.members<{ bytes: number }>({ bytes: { required: checks.count } }),
  events: checks.members<{ events: number }>({ events: { required: checks.count } }),
});

/** What is wrong with a value. */
function wrong(check: typeof shape, value: unknown): string {
  try {
    checks.checkOptions("draw", value, check, "value");
    return "nothing";
  } catch (error) {
    return error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`;
  }
}

describe("a value whose type says which members it has", () => {
  it.each([{ type: "circle", size: 3 }, { type: "point" }, { type: "point", name: "a" }])(
    "may be %j",
    (value) => {
      expect(wrong(shape, value)).toBe("nothing");
    },
  );

  it.each<[unknown, RegExp]>([
    ["circle", /"value" must be an object/],
    [[], /"value" must be an object/],
    [{ type: "square" }, /"value\.type" must be one of circle, point/],
    [{ type: "constructor" }, /"value\.type" must be one of circle, point/],
    [{ size: 3 }, /"value\.type"/],
    [{ type: "circle" }, /"value\.size"/],
    [{ type: "point", size: 3 }, /"value\.size" is not an option/],
  ])("cannot be %j", (value, message) => {
    expect(wrong(shape, value)).toMatch(message);
  });
});

describe("a value that has one of some members", () => {
  it.each([{ bytes: 0 }, { events: 2 }])("may be %j", (value) => {
    expect(wrong(place, value)).toBe("nothing");
  });

  it.each<[unknown, RegExp]>([
    [{}, /"value" must have one of the members bytes, events/],
    [{ words: 3 }, /"value\.words" is not an option/],
    [{ bytes: 1, events: 1 }, /"value\.events" is not an option/],
    [{ events: -1 }, /"value\.events"/],
    [3, /"value" must be an object/],
  ])("cannot be %j", (value, message) => {
    expect(wrong(place, value)).toMatch(message);
  });
});

it("a text may be null where the wire has null, and not absent", () => {
  const fits = (value: unknown) => checks.fits(textOrNull, value);
  expect(["", null].map(fits)).toEqual([true, true]);
  expect([0, {}, []].map(fits)).toEqual([false, false, false]);
});
