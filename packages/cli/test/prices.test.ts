import { describe, expect, it } from "vitest";
import { newFile, newFolder, run } from "./command.js";

const upstreams = { main: { baseUrl: "http://127.0.0.1:9", format: "messages" } };
const models = [
  { id: "best", upstream: "main", model: "claude-opus-5-20260724" },
  {
    ...{ id: "fast", upstream: "main", model: "claude-haiku-4-5" },
    prices: { input: 0.8, output: 5, cacheRead: 0.1, cacheWrite: 1.25, cacheWriteLong: 2 },
  },
  { id: "own", upstream: "main", prices: { input: 0, output: 0 } },
  { id: "any", fallback: ["fast", "own"] },
  { id: "echo", embedded: "echo" },
];
const configOf = (members: object = {}) =>
  newFile("diglot.config.json", { port: 0, allowAnonymous: true, upstreams, models, ...members });

const table = {
  models: [
    {
      model: "claude-haiku-4-5",
      prices: { input: 0.8, output: 5 },
      date: "2026-11-01",
      source: "https://vendor.example/pricing",
    },
  ],
};

describe("diglot prices", () => {
  it("shows what has no price and what has an old one, with the day and the page that say so", async () => {
    const { code, stdout, stderr } = await run(["prices", "--config", configOf()]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatchInlineSnapshot(`
      "Model  Upstream  Price             In the config  In the table  As of
      best   main      no price                         5 / 25        2026-10-24
      fast   main      old               0.8 / 5        1 / 5         2026-10-24
      own    main      not in the table  0 / 0

      Sources:
      https://platform.claude.com/docs/en/about-claude/pricing
      "
    `);
  });

  it("prints the same as JSON", async () => {
    const { stdout } = await run(["prices", "--json", "--config", configOf()]);
    expect(JSON.parse(stdout)).toMatchObject([
      { model: "best", upstreamModel: "claude-opus-5-20260724", state: "missing" },
      {
        ...{ model: "fast", upstream: "main", state: "old" },
        differences: [{ name: "input", configured: 0.8, listed: 1 }],
        listed: { model: "claude-haiku-4-5", date: expect.any(String) },
      },
      { model: "own", state: "unknown", prices: { input: 0, output: 0 }, differences: [] },
    ]);
  });

  it("ends with 0 if all prices are known and current, by a table of the user's", async () => {
    const config = configOf({ models: models.slice(1) });
    const file = newFile("prices.json", table);
    const { code, stdout } = await run(["prices", "-c", config, "--table", file, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ state: "current" }, { state: "unknown" }]);
  });

  it("looks at the prices of an upstream whose models are all served", async () => {
    const prices = { "claude-haiku-4-5": { input: 1, output: 5 } };
    const main = { ...upstreams.main, allModels: true, prices };
    const config = configOf({ upstreams: { main }, models: [] });
    const { stdout } = await run(["prices", "-c", config, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([
      { model: "claude-haiku-4-5", upstream: "main", state: "old" },
    ]);
  });

  it.each([
    [{ models: [] }, "models must"],
    [
      { models: [{ ...table.models[0], date: "yesterday" }] },
      "models[0].date must be a day such as",
    ],
    [
      { models: [{ ...table.models[0], source: "a page" }] },
      "models[0].source must be the address",
    ],
    [{ models: [{ ...table.models[0], price: 1 }] }, "models[0].price is not known here"],
    [
      { models: [{ ...table.models[0], prices: { input: -1, output: 1 } }] },
      "models[0].prices.input",
    ],
  ])("says what is wrong with the table %j", async (wrong, message) => {
    const file = newFile("prices.json", wrong);
    const { code, stdout, stderr } = await run(["prices", "-c", configOf(), "--table", file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("says that there is no such table, and no config", async () => {
    const missing = await run(["prices", "-c", configOf(), "--table", "nowhere.json"]);
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain("nowhere.json");
    const { code, stderr } = await run(["prices"], { cwd: newFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain("There is no diglot.config.ts");
  });
});
