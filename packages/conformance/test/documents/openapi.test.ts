import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { root } from "./documents.js";

const script = pathToFileURL(join(root, "scripts/openapi.mjs")).href;

interface Script {
  readonly renderDescriptions: () => readonly { readonly name: string; readonly text: string }[];
}

describe("the descriptions of a service in docs/openapi", () => {
  it("are those that the schemas make", async () => {
    const { renderDescriptions } = (await import(script)) as Script;
    for (const { name, text } of renderDescriptions()) {
      const written = readFileSync(join(root, "docs/openapi", name), "utf8");
      expect(written === text, `${name}: run \`npm run docs:openapi\`.`).toBe(true);
    }
  });
});
