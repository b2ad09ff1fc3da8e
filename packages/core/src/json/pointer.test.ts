import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPointer, toPointer } from "../json/pointer.js";

const step = fc.oneof(
  fc.nat(),
  fc.string().filter((name) => !/^\d+$/.test(name)),
);

describe("toPointer", () => {
  it("writes a path as RFC 6901 specifies", () => {
    expect(toPointer(["messages", 0, "a/b", "c~d"])).toBe("/messages/0/a~1b/c~0d");
    expect(toPointer([])).toBe("");
  });

  it("is reversed by fromPointer", () => {
    fc.assert(
      fc.property(fc.array(step), (path) => {
        expect(fromPointer(toPointer(path))).toEqual(path);
      }),
    );
  });
});
