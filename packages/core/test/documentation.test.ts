import { resolve } from "node:path";
import type { FormatName } from "@diglot/test-support/requests";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import type { Rule } from "../src/conversation/receipt/rules.js";
import * as chatContent from "../src/formats/chat-completions/write-request/rules/content.js";
import * as chatParameters from "../src/formats/chat-completions/write-request/rules/parameters.js";
import * as chatTools from "../src/formats/chat-completions/write-request/rules/tools.js";
import * as messagesContent from "../src/formats/messages/write-request/rules/content.js";
import * as messagesParameters from "../src/formats/messages/write-request/rules/parameters.js";
import * as messagesTools from "../src/formats/messages/write-request/rules/tools.js";
import { translationTables } from "../src/translation/tables.js";

const rulesOf: Readonly<Record<FormatName, readonly object[]>> = {
  messages: [messagesContent, messagesParameters, messagesTools],
  "chat-completions": [chatContent, chatParameters, chatTools],
};

/** The files of core in the bundle of an entry. */
async function filesOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [resolve(import.meta.dirname, "../src", entry)],
    bundle: true,
    write: false,
    format: "esm",
    metafile: true,
  });
  return Object.keys(metafile.inputs).filter((file) => !file.includes("node_modules"));
}

describe("the documentation of translations", () => {
  it.each(translationTables)("lists every rule by which $format requests are written", (tables) => {
    const listed = new Set(tables.writeRequestRows.map(({ reason }) => reason));
    const rules = rulesOf[tables.format]
      .flatMap((file) => Object.values(file))
      .flatMap((cases) => Object.values<Rule>(cases));
    expect(rules.length).toBeGreaterThan(60);
    expect(rules.filter(({ reason }) => !listed.has(reason))).toEqual([]);
  });

  it("is in the bundle of the translation entry, and not in the main bundle", async () => {
    const isDocumentation = (file: string) => /\/documentation[./]/.test(file);
    expect((await filesOf("translation/index.ts")).filter(isDocumentation)).not.toEqual([]);
    expect((await filesOf("index.ts")).filter(isDocumentation)).toEqual([]);
  });
});
