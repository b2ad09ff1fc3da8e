import { describe, expect, it } from "vitest";
import { knownFields as chatFields } from "../formats/chat-completions/schemas/request.js";
import type { NeutralFieldRow } from "../formats/documentation.js";
import { requestHead } from "../formats/messages/schemas/request.js";
import { rowsOfNeutralField, translationTables } from "./tables.js";

const directions = translationTables.flatMap((source) =>
  translationTables
    .filter((target) => target !== source)
    .map((target) => ({ from: source.format, to: target.format, source, target })),
);

const isUnsaid = (rules: readonly NeutralFieldRow[], neutralField: string | undefined) =>
  neutralField !== undefined && rowsOfNeutralField(rules, neutralField).length === 0;

describe.each(directions)("the tables from $from to $to", ({ source, target }) => {
  it("state for every neutral field of a request how it is written", () => {
    const { requestFields } = source;
    expect(
      requestFields.filter(({ neutralField }) => isUnsaid(target.writeRequestRows, neutralField)),
    ).toEqual([]);
  });

  it("state for every neutral field of a reply how it is written", () => {
    const { replyFields } = source;
    expect(
      replyFields.filter(({ neutralField }) => isUnsaid(target.writeReplyRows, neutralField)),
    ).toEqual([]);
  });

  it("have a row for every field", () => {
    const fields = [...source.requestFields, ...source.replyFields];
    expect(
      fields.filter(
        ({ neutralField, native = [] }) => neutralField === undefined && native.length === 0,
      ),
    ).toEqual([]);
  });
});

describe("rowsOfNeutralField", () => {
  const rule = { outcome: "exact", reason: "It is the same." } as const;
  const rules = ["stop.reason", "stop.reason.pause", "usage"].map((neutralField) => ({
    neutralField,
    ...rule,
  }));

  it("finds the rows of a neutral field, of the cases below it, or of what it is a part of", () => {
    expect(
      rowsOfNeutralField(rules, "stop.reason").map(({ neutralField }) => neutralField),
    ).toEqual(["stop.reason", "stop.reason.pause"]);
    expect(
      rowsOfNeutralField(rules, "usage.input").map(({ neutralField }) => neutralField),
    ).toEqual(["usage"]);
    expect(rowsOfNeutralField(rules, "stops")).toEqual([]);
  });
});

describe("the tables", () => {
  it("have a row for every member that the schemas of a format name", () => {
    const named = {
      messages: Object.keys(requestHead.shape),
      "chat-completions": [...chatFields],
    };
    for (const { format, requestFields } of translationTables) {
      const rows = new Set(requestFields.map(({ field }) => field.split(".", 1)[0]));
      expect(named[format].filter((member) => !rows.has(member))).toEqual([]);
    }
  });

  it("exist for both formats", () => {
    expect(translationTables.map(({ format }) => format)).toEqual(["messages", "chat-completions"]);
  });
});
