import { createJsonAnswer } from "../../http/answers.js";
import type { Answer, HeaderLookup } from "../../http/exchange.js";
import { type RowFormat, rowMediaTypes, writeRows } from "../export/write-rows.js";
import type { LedgerRecords, UsageGroup } from "../ledger/records.js";
import type { AdminEndpoint, AdminRequest } from "./admin-request.js";
import { askPage } from "./ask-store.js";
import { badRequest } from "./bad-request.js";
import { readId, readLimit, readQuery } from "./read-query.js";
import { answerUsage, usageParameters } from "./usage.js";

const groups: readonly UsageGroup[] = ["day", "model", "key", "account"];

/** The endpoints that sum and export the rows of all accounts. */
export function usageEndpoints(ledger: LedgerRecords): readonly AdminEndpoint[] {
  return [
    { method: "GET", path: "/admin/usage", answer: (request) => sum(ledger, request) },
    { method: "GET", path: "/admin/usage/rows", answer: (request) => exportPage(ledger, request) },
  ];
}

async function sum(ledger: LedgerRecords, { exchange, now }: AdminRequest): Promise<Answer> {
  const query = readQuery(exchange, [...usageParameters, "account_id"]);
  const accountId = readId(query, "account_id");
  return createJsonAnswer(200, [], await answerUsage({ ledger, accountId, query, now, groups }));
}

/** One page of final rows; the header `x-next-cursor` says where the next one begins. */
async function exportPage(ledger: LedgerRecords, { exchange }: AdminRequest): Promise<Answer> {
  const query = readQuery(exchange, ["after", "limit", "account_id", "format"]);
  const format = readFormat(query, exchange.headers);
  const accountId = readId(query, "account_id");
  const after = readId(query, "after");
  const limit = readLimit(query, 1_000, 10_000);
  const page = await askPage(after, () => ledger.rows({ after, limit, accountId }));
  const body = new TextEncoder().encode(writeRows(page.rows, format, "with header"));
  return {
    status: 200,
    headers: [
      ["content-type", rowMediaTypes[format]],
      ["content-length", String(body.length)],
      ["x-next-cursor", page.next],
    ],
    body,
  };
}

function readFormat(query: URLSearchParams, headers: HeaderLookup): RowFormat {
  const format = query.get("format");
  if (format === null) return /\btext\/csv\b/i.test(headers.get("accept") ?? "") ? "csv" : "ndjson";
  if (format === "ndjson" || format === "csv") return format;
  throw badRequest("format", "format must be ndjson or csv.");
}
