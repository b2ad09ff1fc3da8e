import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseCsv } from "../../../test/parse-csv.js";
import { noon, rowOf } from "../../../test/row-of.js";
import { withoutGuards } from "../../../test/split-csv.js";
import { usageKinds } from "../../conversation/usage/usage.js";
import { errorKinds } from "../../errors/fault.js";
import type { FinalRow } from "../ledger/ledger.js";
import { createMemoryLedger } from "../ledger/memory-ledger.js";
import { type ExportOptions, exportRows } from "./export-rows.js";

async function ledgerOf(rows: readonly FinalRow[]) {
  const ledger = createMemoryLedger();
  for (const row of rows) await ledger.record(row);
  return ledger;
}

async function exported(ledger: Awaited<ReturnType<typeof ledgerOf>>, options: ExportOptions) {
  let [text, next] = ["", ""];
  for await (const chunk of exportRows(ledger, options)) {
    text += chunk.text;
    next = chunk.next;
  }
  return { text, next };
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `att_${index}`);

describe("exportRows", () => {
  it("writes each row unchanged on a line of its own, whatever the size of its chunks", async () => {
    const rows = ids(7).map((id) => rowOf(id));
    const ledger = await ledgerOf(rows);
    for (const batch of [1, 3, 7, 100]) {
      const { text } = await exported(ledger, { format: "ndjson", batch });
      expect(
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toEqual(rows);
    }
  });

  it("continues where an export has ended, without a gap or a repetition", async () => {
    const ledger = await ledgerOf([rowOf("a"), rowOf("b")]);
    const first = await exported(ledger, { format: "ndjson", batch: 1 });
    await ledger.record(rowOf("c"));
    const second = await exported(ledger, { format: "ndjson", batch: 1, after: first.next });
    const third = await exported(ledger, { format: "ndjson", after: second.next });
    expect(JSON.parse(second.text)).toEqual(rowOf("c"));
    expect(third).toEqual({ text: "", next: second.next });
  });

  it("ends although rows are added while it reads", async () => {
    const ledger = await ledgerOf([rowOf("a"), rowOf("b"), rowOf("c")]);
    const read = vi.fn();
    for await (const chunk of exportRows(ledger, { format: "ndjson", batch: 2 })) {
      read(chunk);
      await ledger.record(rowOf(`later ${read.mock.calls.length}`));
    }
    expect(read).toHaveBeenCalledTimes(3);
  });

  it("writes the rows of one account", async () => {
    const ledger = await ledgerOf([rowOf("a"), rowOf("b", { accountId: "other" }), rowOf("c")]);
    const { text } = await exported(ledger, { format: "csv", accountId: "team", batch: 1 });
    expect(parseCsv(text).map(([id]) => id)).toEqual(["attempt_id", "a", "c"]);
  });

  it("writes one header of CSV, also if there is no row", async () => {
    const empty = await exported(await ledgerOf([]), { format: "csv" });
    expect(parseCsv(empty.text)).toHaveLength(1);
    const ledger = await ledgerOf(ids(3).map((id) => rowOf(id)));
    const full = await exported(ledger, { format: "csv", batch: 1 });
    expect(full.text.split("attempt_id")).toHaveLength(2);
  });

  it("has a column for every number and one for its source", async () => {
    const rawUsage = { input_tokens: 10, note: 'a "quoted", text' };
    const failure = { errorKind: "overloaded", upstreamStatus: 529 } as const;
    const usage = { ...rowOf("a").usage, units: { seconds: 1.5 } };
    const row = rowOf("a", {
      usage,
      rawUsage,
      requestedModel: "alias",
      endUser: "ada",
      sessionId: "s-1",
      ...failure,
    });
    const { text } = await exported(await ledgerOf([row]), { format: "csv" });
    const [names = [], cells = []] = parseCsv(text);
    expect(Object.fromEntries(names.map((name, index) => [name, cells[index]]))).toEqual({
      attempt_id: "a",
      request_id: "req_a",
      account_id: "team",
      key_id: "key-1",
      model: "scripted",
      format: "messages",
      idempotency_key: "",
      state: "settled",
      end: "completed",
      on_caller_gone: "bill-observed",
      opened_at: "2026-11-20T12:00:00.000Z",
      settled_at: "2026-11-20T12:00:00.250Z",
      reserved_input_tokens: "100",
      reserved_output_tokens: "50",
      reserved_nano_dollars: "2000000",
      input_tokens: "10",
      input_source: "reported",
      cache_read_tokens: "4",
      cache_read_source: "reported",
      cache_write_tokens: "3",
      cache_write_source: "none",
      cache_write_long_tokens: "2",
      cache_write_long_source: "none",
      output_tokens: "5",
      output_source: "observed",
      reasoning_tokens: "1",
      reasoning_source: "estimated",
      cost_nano_dollars: "1234567",
      prices: '{"input":3,"output":15}',
      raw_usage: JSON.stringify(rawUsage),
      requested_model: "alias",
      error_kind: "overloaded",
      upstream_status: "529",
      end_user: "ada",
      session_id: "s-1",
      units: '{"seconds":1.5}',
    });
  });

  it("writes CSV from which every row can be read again", async () => {
    const text = fc.string({ minLength: 1, unit: "binary" });
    const count = fc.nat(Number.MAX_SAFE_INTEGER);
    const counts = fc.record({
      input: count,
      cacheRead: count,
      cacheWrite: count,
      cacheWriteLong: count,
      output: count,
      reasoning: count,
    });
    const source = fc.constantFrom("reported", "observed", "estimated", "none");
    const change = fc.record({
      requestId: text,
      accountId: text,
      keyId: text,
      model: text,
      idempotencyKey: fc.option(text, { nil: undefined }),
      costNanoDollars: count,
      openedAt: fc.nat(noon),
      usage: fc
        .tuple(counts, source)
        .map(([usage, from]) => ({ ...rowOf("a").usage, ...usage, sources: sourcesOf(from) })),
      rawUsage: fc.option(fc.dictionary(text, text), { nil: undefined }),
      requestedModel: fc.option(text, { nil: undefined }),
      endUser: fc.option(text, { nil: undefined }),
      sessionId: fc.option(text, { nil: undefined }),
      errorKind: fc.option(fc.constantFrom(...errorKinds), { nil: undefined }),
      upstreamStatus: fc.option(fc.nat(999), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
        const rows = changes.map((each, index) => rowOf(`att_${index}`, each));
        const { text: csv } = await exported(await ledgerOf(rows), { format: "csv", batch: 2 });
        expect(rowsOf(csv)).toEqual(JSON.parse(JSON.stringify(rows)));
      }),
      { numRuns: repeats(50, 1_000) },
    );
  });
});

function sourcesOf(source: "reported" | "observed" | "estimated" | "none") {
  return { ...rowOf("a").usage.sources, input: source, output: source };
}

/** Reads rows as the documentation of the export describes. */
function rowsOf(csv: string): unknown[] {
  const [names = [], ...records] = parseCsv(csv);
  return records.map((cells) => {
    const text = (name: string) => withoutGuards(cells[names.indexOf(name)] ?? "");
    const json = (name: string) => (text(name) === "" ? undefined : JSON.parse(text(name)));
    const wireName = (kind: string) =>
      kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const ofKinds = <T>(read: (name: string) => T) =>
      Object.fromEntries(usageKinds.map((kind) => [kind, read(wireName(kind))]));
    return JSON.parse(
      JSON.stringify({
        attemptId: text("attempt_id"),
        requestId: text("request_id"),
        accountId: text("account_id"),
        keyId: text("key_id"),
        model: text("model"),
        requestedModel: text("requested_model") || undefined,
        endUser: text("end_user") || undefined,
        sessionId: text("session_id") || undefined,
        format: text("format"),
        idempotencyKey: text("idempotency_key") || undefined,
        openedAt: Date.parse(text("opened_at")),
        reservedTokens: {
          input: Number(text("reserved_input_tokens")),
          output: Number(text("reserved_output_tokens")),
        },
        reservedNanoDollars: Number(text("reserved_nano_dollars")),
        prices: json("prices"),
        onCallerGone: text("on_caller_gone"),
        usage: {
          ...ofKinds((name) => Number(text(`${name}_tokens`))),
          sources: ofKinds((name) => text(`${name}_source`)),
          units: json("units"),
        },
        rawUsage: json("raw_usage"),
        costNanoDollars: Number(text("cost_nano_dollars")),
        end: text("end"),
        errorKind: text("error_kind") || undefined,
        upstreamStatus: json("upstream_status"),
        settledAt: Date.parse(text("settled_at")),
        state: text("state"),
      }),
    );
  });
}
