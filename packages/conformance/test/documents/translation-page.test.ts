import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { translationTables } from "@diglot/core/translation";
import { responsesTranslationTables } from "@diglot/responses/translation";
import { describe, expect, it } from "vitest";
import { leavesOf } from "../../../core/test/leaves.js";
import { maximalReplies } from "../../../core/test/maximal-replies.js";
import { maximalRequests } from "../../../core/test/maximal-requests.js";
import { replies, requests } from "../responses/leaves/maximal.js";
import { linksOf, readPage, root } from "./documents.js";

const tables = [...translationTables, responsesTranslationTables];
const pairs = tables.flatMap((caller) =>
  tables.filter((upstream) => upstream !== caller).map((upstream) => ({ caller, upstream })),
);
const pathOf = (caller: string, upstream: string) =>
  `docs/reference/translation/${caller}-to-${upstream}.md`;

/** What the maximal requests and replies of each format hold. */
const bodies: Readonly<Record<string, readonly { readonly body: unknown }[]>> = {
  messages: [...maximalRequests.messages, ...maximalReplies.messages],
  "chat-completions": [
    ...maximalRequests["chat-completions"],
    ...maximalReplies["chat-completions"],
  ],
  responses: [...requests, ...replies],
};
const unknownMembers = ["unheard_of", "client_metadata", "unknown_member"];

describe("the pages of translations", () => {
  const script = join(root, "scripts/translation-table.mjs");
  const made: Readonly<Record<string, string>> = JSON.parse(
    execFileSync(process.execPath, [script, "--print"], { encoding: "utf8" }),
  );

  it("are one for each pair of formats, to which the page on translation leads", () => {
    const paths = pairs.map(({ caller, upstream }) => pathOf(caller.format, upstream.format));
    expect(Object.keys(made).sort()).toEqual(paths.sort());
    const links = linksOf(readPage("docs/translation.md")).map((link) => `docs/${link}`);
    expect(paths.filter((path) => !links.includes(path))).toEqual([]);
  });

  it.each(pairs)(
    "from $caller.format to $upstream.format is the one that the tables make",
    (pair) => {
      const path = pathOf(pair.caller.format, pair.upstream.format);
      expect(readPage(path).text === made[path], "Run `npm run docs:translation`.").toBe(true);
    },
  );

  it.each(pairs)("from $caller.format to $upstream.format has a row for every field", (pair) => {
    const { caller, upstream } = pair;
    const page = made[pathOf(caller.format, upstream.format)] ?? "";
    const fields = [...caller.requestFields, ...upstream.replyFields].map(({ field }) => field);
    expect(fields.filter((field) => !page.includes(`| \`${field}\` |`))).toEqual([]);
  });
});

describe.each(tables)("the tables of $format", ({ format, requestFields, replyFields }) => {
  it("have a row for every top-level member in use", () => {
    const used = (bodies[format] ?? []).flatMap(({ body }) =>
      leavesOf(body).map(({ path }) => String(path[0])),
    );
    expect(used).not.toEqual([]);
    const rows = [...requestFields, ...replyFields].map(({ field }) => field.split(".", 1)[0]);
    const missing = new Set(used.filter((member) => !rows.includes(member)));
    expect([...missing].filter((member) => !unknownMembers.includes(member))).toEqual([]);
  });
});
