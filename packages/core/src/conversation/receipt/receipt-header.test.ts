import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReceiptEntry } from "./receipt.js";
import { receiptHeaders } from "./receipt-header.js";

function entryOf(at: string, change: Partial<ReceiptEntry> = {}): ReceiptEntry {
  return { code: "dropped", direction: "request", at, reason: "It has no place.", ...change };
}

function headerOf(entries: readonly ReceiptEntry[]): string | undefined {
  return receiptHeaders(entries)[0]?.[1];
}

describe("receiptHeaders", () => {
  it("names what was dropped or approximated, and where", () => {
    const entries = [
      entryOf("/seed"),
      entryOf("/temperature", { code: "approximated" }),
      entryOf("/content/1", { direction: "reply" }),
    ];
    expect(receiptHeaders(entries)).toEqual([
      [
        "x-diglot-receipt",
        'dropped;p="/seed", approximated;p="/temperature", dropped;p="/content/1";reply',
      ],
    ]);
  });

  it("is absent if nothing was lost", () => {
    expect(receiptHeaders([])).toEqual([]);
    expect(receiptHeaders([entryOf("/stop", { code: "reshaped" })])).toEqual([]);
  });

  it("counts what does not fit", () => {
    const value = headerOf(Array.from({ length: 100 }, (_, index) => entryOf(`/tools/${index}/x`)));
    expect(value?.length).toBeLessThanOrEqual(1024);
    const [, rest] = /, more;n=(\d+)$/.exec(value ?? "") ?? [];
    expect((value?.match(/dropped/g) ?? []).length + Number(rest)).toBe(100);
  });

  it("is a legal header whatever a member is called", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (names) => {
        const value = headerOf(names.map((name) => entryOf(`/${name}`))) ?? "";
        expect(value).toMatch(/^[\x20-\x7e]*$/);
        expect(value.length).toBeLessThanOrEqual(1024);
      }),
    );
  });
});
