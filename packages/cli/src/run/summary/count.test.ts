import { describe, expect, it } from "vitest";
import { createCounter } from "./count.js";

describe("createCounter", () => {
  it("counts things that are the same together, the most frequent first", () => {
    const counter = createCounter<{ readonly name: string }>();
    for (const name of ["a", "b", "b"]) counter.add({ name });
    expect(counter.list()).toEqual([
      { count: 2, name: "b" },
      { count: 1, name: "a" },
    ]);
  });

  it("keeps a limited number of kinds", () => {
    const counter = createCounter<{ readonly index: number }>();
    for (let index = 0; index < 1_000; index += 1) counter.add({ index });
    counter.add({ index: 0 });
    expect(counter.list()).toHaveLength(200);
    expect(counter.list()[0]).toEqual({ count: 2, index: 0 });
  });
});
