import { responses, responsesUpstreamFormat } from "@diglot/responses";
import { responsesTranslationTables } from "@diglot/responses/translation";
import { describe, expect, it } from "vitest";
import { fromPointer } from "../../../../core/src/json/pointer.js";
import type { AnyFormat } from "../../../../core/src/translation/parties.js";
import { observeRequest } from "../../../../core/test/observe.js";
import { requests } from "./maximal.js";

const wire = {
  format: responses(),
  upstream: responsesUpstreamFormat,
} as unknown as AnyFormat;
const others = ["messages", "chat-completions"] as const;

/** The name of a place in policies and tables: its names, without indexes. */
const toField = (pointer: string) =>
  fromPointer(pointer)
    .filter((step) => typeof step === "string")
    .join(".");

/** The names that the tables have rows for, and those that no service knows. */
const rows = new Set([
  ...responsesTranslationTables.requestFields.map(({ field }) => field),
  "client_metadata",
  "unknown_member",
]);

describe.each(others)("what is reported of a translation from Responses to %s", (to) => {
  it.each(requests)("names only fields that the tables have, for $name", ({ body }) => {
    const { receipt, problems } = observeRequest(wire, body, {}, to);
    const fields = [...receipt, ...problems].map(({ at }) => toField(at));
    const hasRow = (field: string) => rows.has(field) || rows.has(field.replace(/[^.]+$/, "*"));
    expect(fields.filter((field) => !hasRow(field))).toEqual([]);
  });
});

it("something is reported of most of these requests", () => {
  const reported = requests.filter(
    ({ body }) => observeRequest(wire, body, {}, "messages").receipt.length > 0,
  );
  expect(reported.length).toBeGreaterThan(1);
});
