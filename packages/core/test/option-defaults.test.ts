import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultTranslation } from "../src/conversation/capabilities.js";
import { defaultPolicy } from "../src/conversation/receipt/receipt.js";
import { defaultUpstreamCapabilities } from "../src/formats/chat-completions/wire/capabilities.js";
import { defaultSizeLimits } from "../src/http/size-limits.js";
import { defaultCapabilities } from "../src/models/in-process/capabilities.js";
import { defaultTimeouts } from "../src/models/reply/timeouts.js";
import { defaultDrain, defaultLedgerTimes } from "../src/options.js";

const page = readFileSync(
  new URL("../../../docs/reference/options/core.md", import.meta.url),
  "utf8",
);

/** The defaults in the table of a type, by the names of its members. */
function defaultsOf(type: string): ReadonlyMap<string, string> {
  const [, section = ""] = page.split(`\n## ${type}\n`);
  const [own = ""] = section.split("\n## ");
  const rows = own.matchAll(/^\| `(\w+)` \| .+? \| (.+?) \| /gm);
  return new Map([...rows].map(([, name = "", text = ""]) => [name, text]));
}

/** A value as the table shows it. */
function toCell(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString("en-US");
  return `\`${JSON.stringify(value).replaceAll(",", ", ")}\``;
}

const tables: Readonly<Record<string, object>> = {
  Capabilities: defaultCapabilities,
  DrainLimits: defaultDrain,
  LedgerTimes: defaultLedgerTimes,
  SizeLimits: defaultSizeLimits,
  Timeouts: defaultTimeouts,
  TranslationOptions: defaultTranslation,
  UnsupportedPolicy: defaultPolicy,
};

describe("the defaults in the comments of options", () => {
  it.each(Object.entries(tables))("are what the service applies for %s", (type, values) => {
    const told = defaultsOf(type);
    const wrong = Object.entries(values).filter(
      ([name, value]) => told.get(name)?.replace(/ \(.*\)$/, "") !== toCell(value),
    );
    expect(wrong).toEqual([]);
  });

  it("are what an upstream of Chat Completions gets, where they are literals", () => {
    const told = [...defaultsOf("ChatCompletionsUpstreamCapabilities")];
    const literal = told.filter(([, text]) => text.startsWith("`") && text.endsWith("`"));
    const values = new Map(Object.entries(defaultUpstreamCapabilities));
    const plain = literal.filter(([name]) => values.has(name) && name !== "finishReasons");
    expect(plain.length).toBeGreaterThan(10);
    expect(plain.filter(([name, text]) => text !== toCell(values.get(name)))).toEqual([]);
  });
});
