import { createFakeClock } from "@diglot/test-support/clock";
import { modelOf } from "@diglot/test-support/models";
import { describe, expect, it } from "vitest";
import { accountEndpoints } from "../src/endpoints/accounts/index.js";
import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type FinalRow,
  type LedgerRecords,
  type ReporterEvent,
  type ServiceOptions,
} from "../src/index.js";
import { checkAnswer } from "./endpoint-answers.js";
import { noon, rowOf } from "./row-of.js";

const secrets = { team: "sk-canary-of-the-team", other: "sk-canary-of-another" };
const callers = {
  messages: { "x-api-key": secrets.team, "anthropic-version": "2023-06-01" },
  "chat-completions": { authorization: `Bearer ${secrets.team}` },
} as const;
const callerNames = ["messages", "chat-completions"] as const;

const rows: readonly FinalRow[] = [
  rowOf("a"),
  rowOf("b", { openedAt: noon - 86_400_000, model: "large", keyId: "key-2" }),
  rowOf("c", { accountId: "other", costNanoDollars: 7_000_000_000 }),
];

async function serviceOf(
  options: Partial<ServiceOptions> & { records?: LedgerRecords; filled?: readonly FinalRow[] } = {},
) {
  const { records, filled = rows, ...rest } = options;
  const clock = createFakeClock(noon);
  const ledger = createMemoryLedger({ budgets: { team: 10_000_000_000 }, clock });
  for (const row of filled) await ledger.record(row);
  const events: ReporterEvent[] = [];
  const keys = createMemoryKeys([
    { key: secrets.team, accountId: "team" },
    { key: secrets.other, accountId: "other" },
  ]);
  const service = createService({
    models: [modelOf(["hello"])],
    keys,
    ledger,
    clock,
    endpoints: accountEndpoints({ ledger: records ?? ledger }),
    reporter: (event) => events.push(event),
    ...rest,
  });
  const get = async (path: string, headers: HeadersInit = callers["chat-completions"]) => {
    const response = await service.request(path, { headers });
    const text = await response.text();
    if (response.ok) checkAnswer("GET", path, JSON.parse(text));
    return { status: response.status, headers: response.headers, text };
  };
  const read = async (path: string, headers?: HeadersInit) =>
    JSON.parse((await get(path, headers)).text);
  return { service, ledger, keys, events, get, read };
}

describe("GET /v1/usage", () => {
  it.each(callerNames)("sums the last 30 days by day, for a caller of %s", async (caller) => {
    const { get } = await serviceOf();
    const { status, headers, text } = await get("/v1/usage", callers[caller]);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(headers.get("request-id")).toMatch(/^req_/);
    const sum = {
      object: "usage",
      attempts: 1,
      input_tokens: 10,
      cache_read_tokens: 4,
      cache_write_tokens: 3,
      cache_write_long_tokens: 2,
      output_tokens: 5,
      reasoning_tokens: 1,
      cost_nano_dollars: 1_234_567,
      cost_usd: "0.001234567",
    };
    expect(JSON.parse(text)).toEqual({
      object: "list",
      data: [
        { ...sum, day: "2026-11-19", last_used_at: "2026-11-19T12:00:00.000Z" },
        { ...sum, day: "2026-11-20", last_used_at: "2026-11-20T12:00:00.000Z" },
      ],
      start: "2026-10-22",
      end: "2026-11-20",
    });
  });

  it("groups by day, model and key, or not at all", async () => {
    const { read } = await serviceOf();
    const grouped = await read("/v1/usage?group_by=day,model,key");
    expect(grouped.data).toMatchObject([
      { day: "2026-11-19", model: "large", key_id: "key-2" },
      { day: "2026-11-20", model: "scripted", key_id: "key-1" },
    ]);
    const total = await read("/v1/usage?group_by=");
    expect(total.data).toMatchObject([{ attempts: 2, cost_nano_dollars: 2_469_134 }]);
    expect(total.data[0]).not.toHaveProperty("day");
  });

  it("sums the requested days, the first and the last included", async () => {
    const { read } = await serviceOf();
    const attemptsOf = async (query: string) =>
      (await read(`/v1/usage?group_by=&${query}`)).data.map(
        ({ attempts }: { attempts: number }) => attempts,
      );
    expect(await attemptsOf("start=2026-11-19&end=2026-11-20")).toEqual([2]);
    expect(await attemptsOf("start=2026-11-20&end=2026-11-20")).toEqual([1]);
    expect(await attemptsOf("start=2026-11-20")).toEqual([1]);
    expect(await attemptsOf("end=2026-11-19")).toEqual([1]);
    expect(await attemptsOf("end=2026-11-18")).toEqual([]);
  });

  it.each([
    ["start", "start=yesterday"],
    ["start", "start=2026-02-30"],
    ["end", "end=2026-11-1"],
    ["start", "start=2026-11-20&end=2026-11-19"],
    ["start", "start=2020-01-01"],
    ["group_by", "group_by=account"],
    ["group_by", "group_by=day,__proto__"],
  ])("names %s when the query is %s", async (param, query) => {
    const { get } = await serviceOf();
    const chat = await get(`/v1/usage?${query}`);
    expect(chat.status).toBe(400);
    expect(JSON.parse(chat.text)).toMatchObject({
      error: { type: "invalid_request_error", param, message: expect.stringContaining(param) },
    });
    const messages = await get(`/v1/usage?${query}`, callers.messages);
    expect(messages.status).toBe(400);
    expect(JSON.parse(messages.text)).toMatchObject({
      type: "error",
      error: { type: "invalid_request_error", message: expect.stringContaining(param) },
    });
  });

  it("T16 never shows a key the usage of another account, whatever it asks for", async () => {
    const { get, read } = await serviceOf();
    const own = { authorization: `Bearer ${secrets.other}` };
    const { data } = await read("/v1/usage?group_by=model", own);
    expect(data).toMatchObject([{ attempts: 1, cost_nano_dollars: 7_000_000_000 }]);
    expect(await read("/v1/balance", own)).toMatchObject({
      account_id: "other",
      spent_nano_dollars: 7_000_000_000,
    });
    for (const path of ["/v1/usage", "/v1/balance"]) {
      for (const name of ["account_id", "accountId", "account"]) {
        expect((await get(`${path}?${name}=team`, own)).status).toBe(400);
      }
    }
  });

  it("refuses a parameter that it does not know, and names the nearest one", async () => {
    const { get } = await serviceOf();
    const { status, text } = await get("/v1/usage?start_date=2026-11-01");
    expect([status, JSON.parse(text).error]).toEqual([
      400,
      expect.objectContaining({
        param: "start_date",
        message: '"start_date" is not a parameter of this path. Known are start, end, group_by.',
      }),
    ]);
    expect((await get("/v1/usage?groupby=day")).text).toContain("Did you mean group_by?");
  });
});

describe("GET /v1/balance", () => {
  it("returns the remaining balance, in nano-dollars and in dollars", async () => {
    const { ledger, read } = await serviceOf();
    const { state: _, usage: __, ...reservation } = rowOf("open");
    await ledger.reserve(reservation, 60_000);
    expect(await read("/v1/balance")).toEqual({
      object: "balance",
      account_id: "team",
      currency: "usd",
      limit_nano_dollars: 10_000_000_000,
      spent_nano_dollars: 2_469_134,
      reserved_nano_dollars: 2_000_000,
      available_nano_dollars: 9_995_530_866,
      limit_usd: "10.000000000",
      spent_usd: "0.002469134",
      reserved_usd: "0.002000000",
      available_usd: "9.995530866",
      budgets: [],
      next_request: {
        outcome: "limited",
        limited_by: "credit",
        available_usd: "9.995530866",
      },
    });
  });

  it("returns null for an account without a limit", async () => {
    const { read } = await serviceOf();
    const balance = await read("/v1/balance", { authorization: `Bearer ${secrets.other}` });
    expect(balance).toMatchObject({
      limit_nano_dollars: null,
      available_nano_dollars: null,
      limit_usd: null,
      available_usd: null,
      spent_usd: "7.000000000",
    });
  });
});

describe("the billing endpoints that other tools read", () => {
  it.each(["", "/v1"])("is answered at %s/dashboard/billing", async (path) => {
    const { read } = await serviceOf();
    expect(await read(`${path}/dashboard/billing/subscription`)).toEqual({
      object: "billing_subscription",
      has_payment_method: true,
      soft_limit_usd: 10,
      hard_limit_usd: 10,
      system_hard_limit_usd: 10,
      access_until: 0,
    });
    const usage = `${path}/dashboard/billing/usage`;
    const used = { object: "list", total_usage: 0.2469134 };
    expect(await read(usage)).toEqual(used);
    expect(await read(`${usage}?start_date=2026-11-01&end_date=2026-12-01`)).toEqual(used);
    expect(await read(`${usage}?start_date=2026-11-20&end_date=2026-11-20`)).toEqual({
      ...used,
      total_usage: 0.1234567,
    });
  });

  it("returns the credits, and a huge number for an account without a limit", async () => {
    const { read } = await serviceOf();
    expect(await read("/v1/credits")).toEqual({
      data: { total_credits: 10, total_usage: 0.002469134 },
    });
    const unlimited = { authorization: `Bearer ${secrets.other}` };
    expect(await read("/v1/credits", unlimited)).toEqual({
      data: { total_credits: 100_000_000, total_usage: 7 },
    });
    expect(await read("/dashboard/billing/subscription", unlimited)).toMatchObject({
      hard_limit_usd: 100_000_000,
    });
  });

  it("names a parameter that is not a day", async () => {
    const { get } = await serviceOf();
    const { status, text } = await get("/dashboard/billing/usage?start_date=today");
    expect([status, JSON.parse(text).error.param]).toEqual([400, "start_date"]);
  });
});

describe("the endpoints of accounts", () => {
  const paths = accountEndpoints({ ledger: createMemoryLedger() }).map(({ path }) => path);

  it.each(paths)("refuse requests without a valid key at %s", async (path) => {
    const { get } = await serviceOf();
    for (const headers of [{}, { authorization: "Bearer sk-wrong-key" }]) {
      const { status, text } = await get(path, headers);
      expect([status, JSON.parse(text).error.type]).toEqual([401, "invalid_request_error"]);
      const messages = await get(path, { ...headers, "anthropic-version": "2023-06-01" });
      expect([messages.status, JSON.parse(messages.text).error.type]).toEqual([
        401,
        "authentication_error",
      ]);
    }
  });

  it.each(paths)("P8 never show the key at %s", async (path) => {
    const { get } = await serviceOf();
    const { status, text, headers } = await get(path);
    expect(status).toBe(200);
    expect(text + JSON.stringify([...headers])).not.toContain("canary");
  });

  it("refuse a revoked key at once", async () => {
    const { keys, get } = await serviceOf();
    expect((await get("/v1/balance")).status).toBe(200);
    await keys.revoke("key-1");
    expect((await get("/v1/balance")).status).toBe(401);
  });

  it("answer other methods with 405", async () => {
    const { service } = await serviceOf();
    const headers = callers["chat-completions"];
    const posted = await service.request("/v1/usage", { method: "POST", headers });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const asked = await service.request("/v1/usage", { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    const head = await service.request("/v1/usage", { method: "HEAD", headers });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
  });

  it("are below the base path, and are part of the service", async () => {
    const { service, get } = await serviceOf({ basePath: "/api" });
    expect((await get("/api/v1/credits")).status).toBe(200);
    expect((await get("/v1/credits")).status).toBe(404);
    expect(service.matches("/api/v1/usage?start=x")).toBe(true);
    expect(service.matches("/v1/usage")).toBe(false);
  });

  it("exist only if the service is given them", async () => {
    const { service, get } = await serviceOf({ endpoints: [] });
    expect((await get("/v1/usage")).status).toBe(404);
    expect(service.matches("/v1/usage")).toBe(false);
  });

  it("answer 503 when the ledger cannot be read, without the cause", async () => {
    const down = () => Promise.reject(new TypeError("postgres://user:canary@db refused"));
    const records = { ...createMemoryLedger(), balance: down, usage: down };
    const { get, events } = await serviceOf({ records });
    for (const path of paths) {
      const { status, text } = await get(path);
      expect([status, text.includes("canary")]).toEqual([503, false]);
    }
    expect(events.at(-1)).toMatchObject({
      ...{ type: "request_ended", operation: "endpoint", outcome: "failed" },
      failure: { fault: "store" },
    });
  });

  it("are reported as an endpoint, whoever the caller is", async () => {
    const { get, events } = await serviceOf();
    await get("/v1/usage", callers.messages);
    expect(events).toMatchObject([
      { type: "started" },
      { type: "request_ended", operation: "endpoint", format: "messages", status: 200 },
    ]);
  });

  it("serve an account that has never been used", async () => {
    const { read } = await serviceOf({ filled: [] });
    expect((await read("/v1/usage")).data).toEqual([]);
    expect(await read("/dashboard/billing/usage?start_date=2026-11-01")).toMatchObject({
      total_usage: 0,
    });
  });
});
