import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  Capabilities,
  DrainLimits,
  LedgerTimes,
  ModelOptions,
  ServiceOptions,
  SizeLimits,
  Timeouts,
} from "@diglot/core";
import type { StrictModel, StrictOptions } from "@diglot/core/strict";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./documents.js";

const script = pathToFileURL(join(root, "scripts/options-pages.mjs")).href;
const folder = "docs/reference/options";
const names = readdirSync(join(root, folder));
const pages = new Map(names.map((name) => [name, readPage(`${folder}/${name}`).text]));
const rows = [...pages.values()].flatMap((text) =>
  text.split("\n").filter((line) => line.startsWith("| `")),
);

/** The members that the section of a type has on the page of core. */
function membersOf(type: string): readonly string[] {
  const [, section = ""] = pages.get("core.md")?.split(`\n## ${type}\n`) ?? [];
  const [own = ""] = section.split("\n## ");
  return [...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name).sort();
}

const everyMember: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  ServiceOptions: {
    allowAnonymous: true,
    allowedHosts: true,
    allowedOrigins: true,
    authenticate: true,
    basePath: true,
    chatCompletions: true,
    clock: true,
    cors: true,
    defaultMaxTokens: true,
    documents: true,
    drain: true,
    endpoints: true,
    formats: true,
    idempotency: true,
    idempotencyRetention: true,
    ids: true,
    keys: true,
    ledger: true,
    ledgerTimes: true,
    limits: true,
    messages: true,
    models: true,
    onCallerGone: true,
    pingInterval: true,
    random: true,
    reporter: true,
    requirePrices: true,
    secrets: true,
    sizeLimits: true,
    timeouts: true,
    unknownAccounts: true,
    unsupported: true,
    uploadTimeout: true,
    validation: true,
  } satisfies Record<keyof ServiceOptions, true>,
  SizeLimits: {
    blocks: true,
    bodyBytes: true,
    eventCharacters: true,
    jsonDepth: true,
    jsonValues: true,
    messages: true,
    objectMembers: true,
    replyBlocks: true,
    replyCharacters: true,
    stopSequences: true,
    tools: true,
    totalBlocks: true,
    uploadBytes: true,
  } satisfies Record<keyof SizeLimits, true>,
  Timeouts: { betweenEvents: true, firstEvent: true, total: true } satisfies Record<
    keyof Timeouts,
    true
  >,
  DrainLimits: { bytes: true, milliseconds: true } satisfies Record<keyof DrainLimits, true>,
  LedgerTimes: { lease: true, reserve: true } satisfies Record<keyof LedgerTimes, true>,
  ModelOptions: {
    aliases: true,
    capabilities: true,
    countInputTokens: true,
    countTokens: true,
    created: true,
    displayName: true,
    ownedBy: true,
    prices: true,
  } satisfies Record<keyof ModelOptions, true>,
  Capabilities: {
    audio: true,
    choices: true,
    contextWindow: true,
    documents: true,
    effort: true,
    extensions: true,
    images: true,
    logprobs: true,
    maxOutputTokens: true,
    outputFormats: true,
    prefill: true,
    sampling: true,
    stopSequences: true,
    systemTurns: true,
    thinking: true,
    toolChoice: true,
    tools: true,
    unknownContent: true,
    webSearch: true,
  } satisfies Record<keyof Capabilities, true>,
  StrictOptions: { models: true, modelsOnly: true, standIn: true } satisfies Record<
    keyof StrictOptions,
    true
  >,
  StrictModel: { oneSamplingParameter: true, refuses: true, whileReasoning: true } satisfies Record<
    keyof StrictModel,
    true
  >,
};

describe("the pages of options", () => {
  // The compiler reads the sources of all packages.
  it("are the pages that the types make, and no others", { timeout: 120_000 }, async () => {
    const { renderOptionsPages } = (await import(script)) as {
      renderOptionsPages: () => Readonly<Record<string, string>>;
    };
    const rendered = renderOptionsPages();
    expect(names.toSorted()).toEqual(Object.keys(rendered).toSorted());
    const stale = names.filter((name) => pages.get(name) !== rendered[name]);
    expect(stale, "Run `npm run docs:options`.").toEqual([]);
  });

  it("have a meaning for every option", () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
  });

  it("have no type in the words of the compiler", () => {
    expect(rows.filter((row) => /\breadonly\b|=>|\w<|\[\]\s\|\s/.test(row))).toEqual([]);
  });

  it.each(Object.keys(everyMember))("name every member of %s", (type) => {
    expect(membersOf(type)).toEqual(Object.keys(everyMember[type] ?? {}));
  });
});
