import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { createMemoryDocuments } from "./memory-documents.js";

const day = 86_400_000;

function storeOf(options: Parameters<typeof createMemoryDocuments>[0] = {}) {
  const clock = createFakeClock();
  const store = createMemoryDocuments({ clock, ...options });
  const write = (id: string, text: string) => store.write("account", [{ id, text }], day);
  const idsOf = async (...ids: string[]) => [...(await store.read("account", ids)).keys()];
  return { store, clock, write, idsOf };
}

describe("the in-memory documents", () => {
  it("drop the oldest when there are too many", async () => {
    const { write, idsOf } = storeOf({ keepDocuments: 2 });
    for (const id of ["one", "two", "three"]) await write(id, "");
    expect(await idsOf("one", "two", "three")).toEqual(["two", "three"]);
  });

  it("drop the oldest when their texts are too long together", async () => {
    const { write, idsOf } = storeOf({ keepCharacters: 10 });
    for (const id of ["one", "two", "three"]) await write(id, "12345");
    expect(await idsOf("one", "two", "three")).toEqual(["two", "three"]);
    await write("long", "12345678901");
    expect(await idsOf("one", "two", "three", "long")).toEqual([]);
  });

  it("count a document once that is written twice, and not at all once it is deleted or expired", async () => {
    const { store, clock, write, idsOf } = storeOf({ keepCharacters: 10 });
    await write("one", "12345");
    await write("one", "12345");
    await write("two", "12345");
    expect(await idsOf("one", "two")).toEqual(["one", "two"]);
    await store.delete("account", ["one", "unknown"]);
    await write("three", "12345");
    expect(await idsOf("two", "three")).toEqual(["two", "three"]);
    clock.advance(day);
    expect(await idsOf("two", "three")).toEqual([]);
    await write("four", "1234567890");
    expect(await idsOf("four")).toEqual(["four"]);
    expect(clock.pending).toBe(0);
  });

  it("refuse an option that is no limit", () => {
    expect(() => createMemoryDocuments({ keepDocuments: -1 })).toThrow(
      'createMemoryDocuments: "keepDocuments" must be',
    );
  });
});
