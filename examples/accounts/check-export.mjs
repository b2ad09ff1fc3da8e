// All rows, page by page.
import assert from "node:assert/strict";

/** @typedef {import("./harness.mjs").Running} Running */

/**
 * Every row comes once, in both formats, and an export that continues from a cursor has only new rows.
 *
 * @param {Running} running
 */
export async function checkExport({ administer }) {
  const { lines, cursor } = await readPages(administer, "ndjson");
  const rows = lines.map((line) => JSON.parse(line));
  assert.equal(new Set(rows.map(({ attemptId }) => attemptId)).size, rows.length);

  const { data } = await (await administer("GET", "/usage?group_by=")).json();
  const sum = rows.reduce((nanoDollars, { costNanoDollars }) => nanoDollars + costNanoDollars, 0);
  assert.equal(sum, data[0].cost_nano_dollars);

  const csv = await readPages(administer, "csv");
  assert.equal(csv.lines.length, rows.length);
  assert.deepEqual((await readPages(administer, "ndjson", cursor)).lines, []);
  console.log(`accounts: ${rows.length} rows exported, as NDJSON and as CSV`);
  return cursor;
}

/**
 * @param {Running["administer"]} administer
 * @param {"ndjson" | "csv"} format
 * @param {string} [after]
 */
export async function readPages(administer, format, after) {
  const lines = [];
  let cursor = after;
  for (;;) {
    const query = new URLSearchParams({ format, limit: "5", ...(cursor && { after: cursor }) });
    const page = await administer("GET", `/usage/rows?${query}`);
    const text = await page.text();
    // Each page of CSV has the header.
    const rows = text
      .split(/\r?\n/)
      .filter((line) => line !== "")
      .slice(format === "csv" ? 1 : 0);
    if (rows.length === 0) return { lines, cursor };
    lines.push(...rows);
    cursor = page.headers.get("x-next-cursor") ?? undefined;
  }
}
