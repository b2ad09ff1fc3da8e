import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { findCycles, readImportGraph } from "./import-cycles.js";

const packages = resolve(import.meta.dirname, "../..");

describe("the files of a package", () => {
  it.each(readdirSync(packages))("have no import cycle, type imports included: %s", (name) => {
    const graph = readImportGraph(resolve(packages, name));
    expect(graph.size).toBeGreaterThan(1);
    const cycles = findCycles(graph).map((files) => files.join(" > "));
    expect(cycles).toEqual([]);
  });
});

describe("the search for import cycles", () => {
  it("reads imports of values and of types, of one line and of many", () => {
    const graph = readImportGraph(packages);
    expect(graph.get("conformance/test/import-cycles.test.ts")).toEqual([
      "conformance/test/import-cycles.ts",
    ]);
    expect(graph.get("conformance/test/wire/client-types.ts")).toEqual([
      "core/src/formats/chat-completions/schemas/events.ts",
      "core/src/formats/chat-completions/schemas/request.ts",
      "core/src/formats/chat-completions/schemas/response.ts",
      "core/src/formats/messages/schemas/errors.ts",
      "core/src/formats/messages/schemas/events.ts",
      "core/src/formats/messages/schemas/response.ts",
      "core/src/formats/messages/schemas/whole.ts",
    ]);
  });

  it("finds cycles of any length, and covers each file that is part of one", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "elsewhere"]],
      ["c", ["a", "d"]],
      ["d", ["d"]],
      ["e", ["a"]],
    ]);
    expect(findCycles(graph)).toEqual([
      ["a", "b", "c", "a"],
      ["d", "d"],
    ]);
  });
});
