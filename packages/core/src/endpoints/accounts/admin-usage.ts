import { type RowFormat, rowMediaTypes, writeRows } from "../../accounts/export/write-rows.js";
import type { LedgerRecords } from "../../accounts/ledger/records.js";
import { createJsonAnswer } from "../../http/answers.js";
import type { Answer, HeaderLookup } from "../../http/exchange.js";
import type { AdminEndpoint, AdminRequest } from "./admin-request.js";
import { askPage } from "./call-store.js";
import { readQuery } from "./read.js";
import { allUsageQuery, rowsQuery } from "./schemas/queries.js";
import { answerUsage } from "./usage.js";

/** The endpoints that sum and export the rows of all accounts. */
export function usageEndpoints(ledger: LedgerRecords): readonly AdminEndpoint[] {
  return [
    { method: "GET", path: "/admin/usage", answer: (request) => sum(ledger, request) },
    { method: "GET", path: "/admin/usage/rows", answer: (request) => exportPage(ledger, request) },
  ];
}

async function sum(ledger: LedgerRecords, { exchange, now }: AdminRequest): Promise<Answer> {
  const { account_id: accountId, ...query } = readQuery(allUsageQuery, exchange);
  return createJsonAnswer(200, [], await answerUsage({ ledger, accountId, query, now }));
}

/** One page of final rows; the header `x-next-cursor` says where the next one begins. */
async function exportPage(ledger: LedgerRecords, { exchange }: AdminRequest): Promise<Answer> {
  const { after, limit, account_id: accountId, ...query } = readQuery(rowsQuery, exchange);
  const format = query.format ?? formatOf(exchange.headers);
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

function formatOf(headers: HeaderLookup): RowFormat {
  return /\btext\/csv\b/i.test(headers.get("accept") ?? "") ? "csv" : "ndjson";
}
