import { checks } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { findRefusals, type Part } from "./find-refusals.js";

const { listOf, mapOf, members, name, size } = checks;
const item = members<{ size: number; name?: string }>({ size: { required: size }, name });
const options = members<object>({ items: listOf(item, 1), sizes: mapOf(size), size } as never);

/** Part of a config at `a.b`, for a function of the library. */
const part = (value: unknown, change: Partial<Part> = {}): Part => ({
  path: ["a", "b"],
  value,
  ask: (left) => checks.checkOptions("createThing", left, options),
  ...change,
});

/** The mistakes as they are found, with their paths joined. */
async function refusalsOf(one: Part, known: readonly (readonly PropertyKey[])[] = []) {
  const problems = await findRefusals(one, known);
  return problems.map(({ path, message }) => `${path.join("/")} ${message}`);
}

describe("findRefusals", () => {
  it("finds nothing in what the library takes", async () => {
    expect(await refusalsOf(part({ size: 1, items: [{ size: 2 }] }))).toEqual([]);
  });

  it("finds every mistake at its place, also in lists and under names with dots", async () => {
    const items = [{ size: 0 }, { size: 1 }, { size: 1, name: "" }, { size: "big" }];
    const found = await refusalsOf(part({ size: -1, items, sizes: { "x.y": 0, x: { y: 1 } } }));
    const whole = "must be a whole number of at least 1, not";
    expect(found.sort()).toEqual([
      `a/b/items/0/size ${whole} 0`,
      'a/b/items/2/name must be a string that is not empty, not ""',
      `a/b/items/3/size ${whole} "big"`,
      `a/b/size ${whole} -1`,
      `a/b/sizes/x ${whole} an object`,
      `a/b/sizes/x.y ${whole} 0`,
    ]);
  });

  it("finds the mistakes of an object that is no plain data", async () => {
    class Sizes {
      readonly small = 0;
    }
    expect(await refusalsOf(part({ sizes: new Sizes(), size: 0 }))).toEqual([
      "a/b/sizes/small must be a whole number of at least 1, not 0",
      "a/b/size must be a whole number of at least 1, not 0",
    ]);
  });

  it("finds what is missing once, and no consequence of it", async () => {
    expect(await refusalsOf(part({ items: [{ name: "one" }] }))).toEqual([
      "a/b/items/0/size must be a whole number of at least 1, not undefined",
    ]);
  });

  it("leaves out what is known to be wrong, and what is no object", async () => {
    const value = { size: -1, items: [{ size: 0 }, { size: "big" }] };
    expect(await refusalsOf(part(value), [["a", "b", "items", 0, "size"]])).toEqual([
      'a/b/items/1/size must be a whole number of at least 1, not "big"',
      "a/b/size must be a whole number of at least 1, not -1",
    ]);
    expect(await refusalsOf(part(value), [["a", "b"]])).toHaveLength(3);
    expect(await refusalsOf(part("one"), [["a", "b"]])).toEqual([]);
  });

  it("knows what the library calls a part, and a member of it", async () => {
    const other = members<{ bytes?: number }>({ bytes: size });
    const ask = () => checks.checkOptions("createThing", { bytes: 0 }, other, "one[0]");
    const called = part({ size: 0 }, { ask, roots: ["one[0]"], names: { bytes: "size" } });
    expect(await refusalsOf(called)).toEqual([
      "a/b/size must be a whole number of at least 1, not 0",
    ]);
  });

  it("says at the part what the library refuses without a place", async () => {
    const ask = async () => {
      throw new TypeError("createThing: there is one already.");
    };
    expect(await refusalsOf(part({}, { ask }))).toEqual(["a/b is refused: there is one already."]);
  });

  it("passes defects on", async () => {
    const ask = () => {
      throw new RangeError("It is broken.");
    };
    await expect(refusalsOf(part({}, { ask }))).rejects.toThrow(RangeError);
  });
});
