import { type FormatName, formatNames } from "@diglot/test-support/requests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPointer } from "../src/json/pointer.js";
import { translationTables } from "../src/translation/tables.js";
import { anyRequests } from "./arbitraries.js";
import { capabilitySets } from "./capability-sets.js";
import { maximalReplies } from "./maximal-replies.js";
import { maximalRequests } from "./maximal-requests.js";
import { type Observed, observeReply, observeRequest } from "./observe.js";

/** The places that are reported to a caller, refusals included. */
function placesOf({ receipt, problems }: Observed): readonly string[] {
  return [...receipt, ...problems].map(({ at }) => at);
}

/** Whether there is a value at a JSON pointer. Tools that are made from the history have no place. */
function stands(body: unknown, pointer: string): boolean {
  if (pointer === "/tools") return true;
  let value = body;
  for (const step of fromPointer(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string | number, unknown>)[step];
  }
  return true;
}

/** The name of a place in policies: its names, without indexes. */
function toField(pointer: string): string {
  return fromPointer(pointer)
    .filter((step) => typeof step === "string")
    .join(".");
}

/** The names that the tables have rows for; those of a row's members are among them. */
function rowsOf(format: FormatName): readonly string[] {
  const tables = translationTables.find((one) => one.format === format);
  return (tables?.requestFields ?? []).map(({ field }) => field);
}

/** Members in the maximal requests that no service knows. */
const unknownFields = ["unheard_of", "metadata.other", "output_config.format.grammar"];

describe.each(formatNames)("the receipt of a request in %s", (format) => {
  const sets = capabilitySets(format);

  it.each(sets)(
    "names only places that exist in the request, for $name",
    ({ name, ...options }) => {
      for (const { body } of maximalRequests[format]) {
        const places = placesOf(observeRequest(format, body, options));
        expect(places.filter((at) => !stands(body, at))).toEqual([]);
      }
    },
  );

  it("names only places that exist, for any request", () => {
    fc.assert(
      fc.property(anyRequests(format), fc.constantFrom(...sets), (body, { name, ...options }) => {
        const places = placesOf(observeRequest(format, body, options));
        expect(places.filter((at) => !stands(body, at))).toEqual([]);
      }),
    );
  });

  it.each(sets)("names only fields that the tables have, for $name", ({ name, ...options }) => {
    const rows = new Set([...rowsOf(format), ...unknownFields]);
    for (const { body } of maximalRequests[format]) {
      const fields = placesOf(observeRequest(format, body, options)).map(toField);
      expect(fields.filter((field) => !rows.has(field))).toEqual([]);
    }
  });
});

describe.each(formatNames)("the strict policy, for a request in %s", (format) => {
  it.each(capabilitySets(format))("refuses every loss, for $name", ({ name, ...options }) => {
    const unsupported = { default: "strict" } as const;
    for (const { body } of maximalRequests[format]) {
      const usual = observeRequest(format, body, options);
      const strict = observeRequest(format, body, { ...options, unsupported });
      const lost = usual.receipt.filter(({ code }) => code !== "reshaped");
      const refused = strict.problems.map(({ at }) => at);
      expect(strict.receipt.filter(({ code }) => code !== "reshaped")).toEqual([]);
      expect(refused).toEqual(expect.arrayContaining(lost.map(({ at }) => at)));
    }
  });
});

/** Receipts name the older form of a call, which is a single object, as the first of a list. */
const olderForm = "the older call of a function";

describe.each(formatNames)("the receipt of a reply in %s", (format) => {
  const replies = maximalReplies[format].filter(({ name }) => name !== olderForm);

  it.each(replies)("names only places that exist in the reply: $name", ({ body }) => {
    const places = placesOf(observeReply(format, body));
    expect(places.filter((at) => !stands(body, at))).toEqual([]);
  });
});
