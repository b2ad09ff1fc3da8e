import { resolve } from "node:path";
import { rowsOfNeutralField, rulesOf, translationTables } from "@diglot/core/translation";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { nativeFields } from "../native/fields.js";
import { hostedToolRules, itemRules } from "../native/rules.js";
import { losses } from "../read-reply/rules.js";
import { knownFields } from "../schemas/request.js";
import { response } from "../schemas/response.js";
import { responsesTranslationTables as own } from "../translation.js";
import * as replyRules from "../write-reply/rules.js";
import { parameterRules, turnRules } from "../write-request/rules.js";

const pairs = translationTables.flatMap((other) => [
  { from: own.format, to: other.format, source: own, target: other },
  { from: other.format, to: own.format, source: other, target: own },
]);

/** The fields whose neutral field has no row among these. */
function unwritten(
  fields: (typeof own)["requestFields"],
  rows: (typeof own)["writeRequestRows"],
): readonly string[] {
  return fields
    .filter(
      ({ neutralField }) =>
        neutralField !== undefined && rowsOfNeutralField(rows, neutralField).length === 0,
    )
    .map(({ field }) => field);
}

describe.each(pairs)("the tables from $from to $to", ({ source, target }) => {
  it("state for every neutral field of a request how it is written", () => {
    expect(unwritten(source.requestFields, target.writeRequestRows)).toEqual([]);
  });

  it("state for every neutral field of a reply how it is written", () => {
    expect(unwritten(source.replyFields, target.writeReplyRows)).toEqual([]);
  });
});

/** The sentences of all rows. */
const listed = new Set([
  ...[own.writeRequestRows, own.writeReplyRows].flatMap((rows) => rows.map(({ reason }) => reason)),
  ...[...own.requestFields, ...own.replyFields].flatMap(({ native = [] }) =>
    native.map(({ reason }) => reason),
  ),
]);

describe("the tables", () => {
  it("list every rule of this package", () => {
    const tables = [turnRules, parameterRules, itemRules, hostedToolRules, losses, replyRules];
    const rules = [
      ...tables.flatMap((rulesOfRoom) => Object.values(rulesOfRoom)),
      ...[...nativeFields.values()].flatMap(rulesOf),
    ];
    expect(rules.length).toBeGreaterThan(40);
    expect(rules.filter(({ reason }) => !listed.has(reason))).toEqual([]);
  });

  it("have one row for each field, with a neutral field or a rule", () => {
    for (const fields of [own.requestFields, own.replyFields]) {
      expect(new Set(fields.map(({ field }) => field)).size).toBe(fields.length);
      const empty = fields.filter(({ neutralField, native }) => !neutralField && !native);
      expect(empty).toEqual([]);
    }
  });

  it("have a row for every member that the schemas of requests and responses name", () => {
    const asked = new Set(own.requestFields.map(({ field }) => field.split(".", 1)[0]));
    expect([...knownFields].filter((member) => !asked.has(member))).toEqual([]);
    const answered = new Set(own.replyFields.map(({ field }) => field));
    expect(Object.keys(response.shape).filter((member) => !answered.has(member))).toEqual([]);
  });

  it("speak in whole sentences, and in the words of this format", () => {
    for (const reason of listed) expect(reason).toMatch(/^[A-Z`0-9].*\.$/);
    for (const { to = "" } of [...own.writeRequestRows, ...own.writeReplyRows]) {
      expect(to).not.toMatch(/messages|response_format|max_completion|choices|function/);
    }
  });

  it("are not in the bundle of the main entry", async () => {
    const { metafile } = await build({
      entryPoints: [resolve(import.meta.dirname, "../index.ts")],
      bundle: true,
      write: false,
      format: "esm",
      metafile: true,
      external: ["@diglot/*"],
    });
    const files = Object.keys(metafile.inputs);
    expect(files.filter((file) => /read-request\/body/.test(file))).not.toEqual([]);
    expect(files.filter((file) => /\/documentation\/|\/translation\.ts/.test(file))).toEqual([]);
  });
});
