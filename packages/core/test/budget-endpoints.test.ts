import { createFakeClock } from "@diglot/test-support/clock";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { accountEndpoints, adminEndpoints } from "../src/endpoints/accounts/index.js";
import {
  createMemoryKeys,
  createMemoryLedger,
  createService,
  defineModel,
  type ReporterEvent,
} from "../src/index.js";
import { checkAnswer } from "./endpoint-answers.js";

const credential = "credential-of-the-administrator";
const secret = "sk-of-the-caller";
/** A Monday, half an hour before midnight in Berlin. */
const now = Date.parse("2026-11-23T23:30:00+01:00");

/** A service with one model, whose requests reserve 1,000 nano-dollars and cost as much. */
function serviceOf() {
  const clock = createFakeClock(now);
  const ledger = createMemoryLedger({ clock });
  const keys = createMemoryKeys(
    [
      { key: secret, id: "ada", accountId: "team" },
      { key: "sk-of-another-caller", id: "bob", accountId: "team" },
    ],
    { clock },
  );
  const model = defineModel(
    "m",
    async function* () {
      yield "one";
    },
    { prices: { input: 0, output: 0.1 }, countTokens: () => 10 },
  );
  const events: ReporterEvent[] = [];
  const service = createService({
    models: [model],
    ...{ keys, ledger, clock },
    endpoints: [...accountEndpoints({ ledger }), ...adminEndpoints({ credential, keys, ledger })],
    reporter: (event) => events.push(event),
  });

  async function call(method: string, path: string, body?: unknown, key = credential) {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const response = await service.request(path, { method, headers, body: JSON.stringify(body) });
    const json = await response.json();
    if (response.ok) checkAnswer(method, path, json);
    return { status: response.status, json };
  }

  /** Asks the model. */
  async function ask(format: (typeof formatNames)[number] = "messages", key = secret) {
    const [path, init] = requestOf(format, { model: "m", max_tokens: 10 });
    const credentials = { "x-api-key": key, authorization: `Bearer ${key}` };
    const headers = { ...init.headers, ...credentials };
    const response = await service.request(path, { ...init, headers });
    return { status: response.status, headers: response.headers, json: await response.json() };
  }

  const changes = () => events.filter(({ type }) => type === "administered");
  return { clock, service, call, ask, changes };
}

const daily = { period: "day", nano_dollars: 2_500, time_zone: "Europe/Berlin" };

describe.each([
  ["an account", "/admin/accounts/team/budgets", null],
  ["a key", "/admin/keys/ada/budgets", "ada"],
])("the budgets of %s", (_, path, keyId) => {
  it("are set, shown and removed", async () => {
    const { call, ask } = serviceOf();
    const expected = {
      object: "budget",
      account_id: "team",
      key_id: keyId,
      period: "day",
      time_zone: "Europe/Berlin",
      begins_at: "2026-11-22T23:00:00.000Z",
      renews_at: "2026-11-23T23:00:00.000Z",
      limit_nano_dollars: 2_500,
      spent_nano_dollars: 0,
      reserved_nano_dollars: 0,
      available_nano_dollars: 2_500,
      limit_usd: "0.000002500",
      spent_usd: "0.000000000",
      reserved_usd: "0.000000000",
      available_usd: "0.000002500",
    };
    const set = await call("POST", path, daily);
    expect(set).toEqual({ status: 200, json: { object: "list", data: [expected] } });
    await ask();
    const spent = { spent_nano_dollars: 1_000, available_nano_dollars: 1_500 };
    expect((await call("GET", path)).json.data).toMatchObject([spent]);
    expect((await call("GET", "/v1/balance", undefined, secret)).json).toMatchObject({
      limit_nano_dollars: null,
      budgets: [{ ...spent, key_id: keyId }],
    });
    expect((await call("DELETE", `${path}/day`)).json).toEqual({ object: "list", data: [] });
    expect((await call("DELETE", `${path}/day`)).status).toBe(404);
  });

  it.each(formatNames)("refuse what they do not cover, until they renew (%s)", async (format) => {
    const { call, ask, clock } = serviceOf();
    await call("POST", path, daily);
    expect([(await ask(format)).status, (await ask(format)).status]).toEqual([200, 200]);
    const refused = await ask(format);
    expect(refused.status).toBe(format === "messages" ? 402 : 429);
    const owner = keyId === null ? "account" : "key";
    expect(refused.json.error.message).toMatch(
      new RegExp(
        `^The ${owner}'s budget for the day does not cover this request, which may cost \\$[\\d.]+: .* The budget renews with the next day\\.$`,
      ),
    );
    expect(refused.headers.get("x-should-retry")).toBe("false");
    expect(refused.headers.get("retry-after")).toBe("1800");
    expect((await ask(format, "sk-of-another-caller")).status).toBe(
      keyId === null ? refused.status : 200,
    );
    clock.advance(30 * 60_000);
    expect((await ask(format)).status).toBe(200);
  });

  it.each([
    [{ ...daily, period: "year" }, "period", "period must be one of total, month, week, day."],
    [{ nano_dollars: 1 }, "period", "period must be one of"],
    [{ ...daily, nano_dollars: -1 }, "nano_dollars", "A budget must not be below 0."],
    [{ ...daily, nano_dollars: 1.5 }, "nano_dollars", "nano_dollars must be a whole number."],
    [{ period: "day", usd: "-1" }, "usd", "A budget must not be below 0."],
    [{ period: "day" }, "usd", "Set either usd or nano_dollars."],
    [{ ...daily, time_zone: "Berlin" }, "time_zone", '"time_zone" must be a name such as'],
    [{ ...daily, amount: 3 }, "amount", '"amount" is unknown'],
  ])("are refused with a sentence: %j", async (body, param, message) => {
    const { call } = serviceOf();
    const { status, json } = await call("POST", path, body);
    expect([status, json.error.type]).toEqual([400, "invalid_request_error"]);
    expect(json.error.param).toBe(param);
    expect(json.error.message).toContain(message);
    expect((await call("GET", path)).json.data).toEqual([]);
  });
});

describe("the budgets of everybody", () => {
  it("report who has changed them, once for each change", async () => {
    const { call, changes } = serviceOf();
    await call("POST", "/admin/keys/ada/budgets", daily);
    await call("POST", "/admin/keys/ada/budgets", { ...daily, period: "year" });
    await call("DELETE", "/admin/keys/ada/budgets/day");
    await call("DELETE", "/admin/keys/ada/budgets/day");
    const whose = { accountId: "team", keyId: "ada", period: "day" };
    const by = {
      ...{ type: "administered", at: expect.any(Number), by: "administrator" },
      requestId: expect.any(String),
    };
    expect(changes()).toEqual([
      { ...by, action: "set_budget", ...whose, nanoDollars: 2_500, timeZone: "Europe/Berlin" },
      { ...by, action: "remove_budget", ...whose },
    ]);
  });

  it("take no parameters", async () => {
    const { call } = serviceOf();
    for (const [method, path] of [
      ["GET", "/admin/keys/ada/budgets?period=day"],
      ["POST", "/admin/accounts/team/budgets?period=day"],
      ["DELETE", "/admin/keys/ada/budgets/day?force=1"],
    ] as const) {
      expect((await call(method, path, method === "POST" ? daily : undefined)).status).toBe(400);
    }
  });

  it("are those of a key that exists", async () => {
    const { call } = serviceOf();
    expect((await call("POST", "/admin/keys/nobody/budgets", daily)).status).toBe(404);
    expect((await call("GET", "/admin/keys/nobody/budgets")).status).toBe(404);
    expect((await call("DELETE", "/admin/keys/ada/budgets/year")).status).toBe(400);
  });

  it("are no total of an account, whose total is its credits", async () => {
    const { call } = serviceOf();
    const total = { period: "total", usd: "5" };
    const { status, json } = await call("POST", "/admin/accounts/team/budgets", total);
    expect([status, json.error.message]).toEqual([
      400,
      "The total of an account is the sum of its credits: give it a credit.",
    ]);
    expect((await call("POST", "/admin/keys/ada/budgets", total)).json.data).toMatchObject([
      { period: "total", limit_usd: "5.000000000", begins_at: null, renews_at: null },
    ]);
  });

  it("are shown to administrators all together, and to a key without those of other keys", async () => {
    const { call } = serviceOf();
    await call("POST", "/admin/keys/ada/budgets", daily);
    await call("POST", "/admin/keys/bob/budgets", { ...daily, period: "week" });
    await call("POST", "/admin/accounts/team/budgets", { ...daily, period: "month" });
    const whose = (budgets: readonly { key_id: string | null; period: string }[]) =>
      budgets.map(({ key_id, period }) => `${key_id} ${period}`);
    const all = ["null month", "ada day", "bob week"];
    expect(whose((await call("GET", "/admin/accounts/team/budgets")).json.data)).toEqual(all);
    expect(whose((await call("GET", "/admin/accounts/team")).json.budgets)).toEqual(all);
    const own = (await call("GET", "/v1/balance", undefined, secret)).json.budgets;
    expect(whose(own)).toEqual(["null month", "ada day"]);
  });
});
