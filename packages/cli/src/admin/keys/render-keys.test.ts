import { describe, expect, it } from "vitest";
import type { KeyBody, UsageBody } from "../wire/bodies.js";
import { renderKeys } from "./render-keys.js";

const now = new Date("2026-11-27T12:00:00Z");

const keyOf = (id: string, created: string): KeyBody => ({
  ...{ object: "key", id, account_id: "shop", name: null, prefix: "sk-dg-1" },
  ...{ models: "all", limits: null, state: "valid" },
  ...{ created_at: created, expires_at: null, revoked_at: null },
});

const sum: UsageBody = {
  ...{ object: "usage", attempts: 1_234, cost_nano_dollars: 12_500_000_000, cost_usd: "12.5" },
  ...{ input_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, cache_write_long_tokens: 0 },
  ...{ output_tokens: 0, reasoning_tokens: 0 },
};

describe("renderKeys", () => {
  it("shows the last use and this month's, and tells what is new from what nobody uses", () => {
    const rows = [
      { id: "busy", created: "2025-01-01", used: "2026-11-27T11:59:30.000Z", month: sum },
      { id: "resting", created: "2025-01-01", used: "2026-10-31T23:59:59.999Z", month: null },
      { id: "new", created: "2025-11-27", used: null, month: null },
      { id: "forgotten", created: "2025-11-26", used: null, month: null },
    ].map(({ id, created, used, month }) => ({
      ...keyOf(id, `${created}T00:00:00.000Z`),
      ...{ last_used_at: used, month_to_date: month },
    }));
    expect(renderKeys(rows, now, undefined)).toMatchInlineSnapshot(`
      "Id         Account  State  Models  Last use          Attempts    USD
      busy       shop     valid  all     2026-11-27 11:59     1,234  12.50
      resting    shop     valid  all     2026-10-31 23:59
      new        shop     valid  all     never
      forgotten  shop     valid  all     not for a year

      Attempts and USD: November 2026, in UTC.
      "
    `);
  });

  it("says of no month when nothing was used in it", () => {
    const key = { ...keyOf("new", "2026-11-01"), last_used_at: null, month_to_date: null };
    expect(renderKeys([key], now, undefined)).not.toContain("November");
    expect(renderKeys([], now, undefined)).toBe("There are no keys.\n");
  });
});
