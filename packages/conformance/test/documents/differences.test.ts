import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { differences } from "../../runtimes/differences.js";
import type { Runtime } from "../../runtimes/runtimes.js";
import {
  errorsBeforeEvents,
  errorsBeforeHead,
  errorsInBand,
  errorsOfJson,
} from "../upstreams/rows.js";
import { root } from "./documents.js";

const names: Readonly<Record<Runtime["platform"], string>> = {
  node: "Node",
  express: "Express",
  bun: "Bun",
  deno: "Deno",
  workerd: "Workers",
};

const introduction = `# Differences between runtimes

The known exceptions of the suite that runs on Node, Express, Bun, Deno and Workers. Everything else is the same everywhere. [Mounting](../mounting.md) shows how to run the service on each. A test writes this page from the table that the suite uses.

| What | Where |
|---|---|`;

describe("the differences between runtimes", () => {
  it("are those of the page that readers see", async () => {
    const rows = differences.map(
      ({ reason, platforms }) =>
        `| ${reason} | ${platforms.map((platform) => names[platform]).join(", ")} |`,
    );
    const page = [introduction, ...rows, ""].join("\n");
    await expect(page).toMatchFileSnapshot(join(root, "docs/reference/runtimes.md"));
  });

  it("name faults that there are", () => {
    const all = [...errorsBeforeHead, ...errorsOfJson, ...errorsBeforeEvents, ...errorsInBand];
    const titles = new Set(all.map(({ title }) => title));
    const named = differences.flatMap(({ faultsToldAs }) => Object.keys(faultsToldAs ?? {}));
    expect(named.filter((title) => !titles.has(title))).toEqual([]);
  });
});
