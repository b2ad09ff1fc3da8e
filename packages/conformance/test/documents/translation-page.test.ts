import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { translationTables } from "@diglot/core/translation";
import { describe, expect, it } from "vitest";
import { leavesOf } from "../../../core/test/leaves.js";
import { maximalReplies } from "../../../core/test/maximal-replies.js";
import { maximalRequests } from "../../../core/test/maximal-requests.js";
import { readPage, root } from "./documents.js";

const page = readPage("docs/translation.md").text;

describe("the page of translations", () => {
  it("is the one that the tables make", () => {
    const script = join(root, "scripts/translation-table.mjs");
    const made = execFileSync(process.execPath, [script, "--print"], { encoding: "utf8" });
    expect(page === made, "Run `npm run docs:translation`.").toBe(true);
  });

  it.each(translationTables)("has a row for every field of $format", (tables) => {
    const fields = [...tables.requestFields, ...tables.replyFields].map(({ field }) => field);
    expect(fields.filter((field) => !page.includes(`| \`${field}\` |`))).toEqual([]);
  });

  it.each(translationTables)("has a row for every top-level member in use of $format", (tables) => {
    const { format } = tables;
    const bodies = [...maximalRequests[format], ...maximalReplies[format]];
    const members = new Set(
      bodies.flatMap(({ body }) => leavesOf(body).map(({ path }) => String(path[0]))),
    );
    members.delete("unheard_of");
    const rows = [...tables.requestFields, ...tables.replyFields].map(
      ({ field }) => field.split(".", 1)[0],
    );
    expect([...members].filter((member) => !rows.includes(member))).toEqual([]);
  });
});
