import { growthOf, linear } from "@diglot/test-support/growth";
import { expect, it } from "vitest";
import { createToolArguments } from "./tool-arguments.js";

it("returns each character once, and holds back what may not be an object", () => {
  const some = createToolArguments();
  some.add(" ");
  expect([some.take(), some.begun(), some.unfinished()]).toEqual(["", false, true]);
  some.add('{"a":');
  expect([some.take(), some.take(), some.begun()]).toEqual(['{"a":', "", true]);
  some.add("1");
  some.add("}\n");
  expect([some.complete(), some.unfinished()]).toEqual([true, false]);
  expect(some.finish()).toEqual({ json: "1}" });
  const other = createToolArguments();
  other.add("x");
  expect([other.take(), other.finish()]).toEqual([
    "",
    { json: '{"_raw_arguments":"x"}', loss: "wrapped" },
  ]);
});

it("reads a megabyte in small pieces in linear time", async () => {
  const readInPieces = (size: number) => {
    const text = `{"a":"${"x".repeat(size)}"}`;
    const some = createToolArguments();
    const pieces: string[] = [];
    for (let from = 0; from < text.length; from += 4) {
      some.add(text.slice(from, from + 4));
      pieces.push(some.take());
    }
    expect(pieces.join("") + some.finish().json === text).toBe(true);
  };
  expect(await growthOf(readInPieces, 1_000_000)).toBeLessThan(linear);
});
