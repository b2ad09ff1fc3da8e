import { describe, expect, it } from "vitest";
import { differences } from "../../runtimes/differences.js";
import type { Runtime } from "../../runtimes/runtimes.js";
import {
  errorsBeforeEvents,
  errorsBeforeHead,
  errorsInBand,
  errorsOfJson,
} from "../upstreams/rows.js";
import { readPage } from "./documents.js";

const names: Readonly<Record<Runtime["platform"], string>> = {
  node: "Node",
  express: "Express",
  bun: "Bun",
  deno: "Deno",
  workerd: "Workers",
};

describe("the differences between runtimes", () => {
  it("are those of the table that readers see", () => {
    const { text } = readPage("docs/mounting.md");
    const [, table = ""] = /\| What \| Where \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? [];
    const told = differences.map(
      ({ reason, platforms }) =>
        `| ${reason} | ${platforms.map((platform) => names[platform]).join(", ")} |`,
    );
    expect(table.trim().split("\n")).toEqual(told);
  });

  it("name faults that there are", () => {
    const all = [...errorsBeforeHead, ...errorsOfJson, ...errorsBeforeEvents, ...errorsInBand];
    const titles = new Set(all.map(({ title }) => title));
    const named = differences.flatMap(({ faultsToldAs }) => Object.keys(faultsToldAs ?? {}));
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
  });
});
