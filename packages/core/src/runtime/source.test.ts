import { describe, expect, it, vi } from "vitest";
import { mapSource, type Source, withFirst } from "./source.js";

/** A source of these batches, which are there at once or come later. */
function sourceOf(batches: readonly string[], isLate = false): Source<string> {
  let next = 0;
  const read = () => batches[next++];
  return { read: isLate ? async () => read() : read, cancel: vi.fn(async () => undefined) };
}

async function readAll<T>(source: Source<T>): Promise<readonly (T | undefined)[]> {
  const all: (T | undefined)[] = [];
  for (let batch = await source.read(); ; batch = await source.read()) {
    all.push(batch);
    if (batch === undefined) return all;
  }
}

describe("withFirst", () => {
  it("gives what was read already, and then the rest", async () => {
    expect(await readAll(withFirst(["a", "b"], sourceOf(["c"])))).toEqual([
      "a",
      "b",
      "c",
      undefined,
    ]);
  });

  it("gives nothing more of what was read once it is cancelled, and cancels the source", async () => {
    const inner = sourceOf([]);
    const source = withFirst(["a"], inner);
    await source.cancel("gone");
    expect(inner.cancel).toHaveBeenCalledExactlyOnceWith("gone");
    expect(source.read()).toBeUndefined();
  });
});

describe("mapSource", () => {
  it.each([false, true])(
    "passes each batch and the end through a function, late: %s",
    async (late) => {
      const source = mapSource(sourceOf(["a", "b"], late), (batch) => batch?.toUpperCase());
      expect(await readAll(source)).toEqual(["A", "B", undefined]);
    },
  );

  it("waits for nothing that is there already, and cancels the source", async () => {
    const inner = sourceOf(["a"]);
    const source = mapSource(inner, (batch) => batch);
    expect(source.read()).toBe("a");
    await source.cancel("gone");
    expect(inner.cancel).toHaveBeenCalledExactlyOnceWith("gone");
  });
});
