import { defineModel } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { checkConfig } from "./check-config.js";
import { ConfigError } from "./config-error.js";

const keys = [{ id: "me", key: "sk-local-0123456789" }];
const echo = { id: "echo", embedded: "echo" };
const local = { baseUrl: "http://127.0.0.1:11434/v1" };

/** The mistakes of a config that is right but for the given members, each with its path. */
function mistakesOf(members: object): Promise<readonly string[]> {
  return mistakesOfWhole({ keys, models: [echo], ...members });
}

async function mistakesOfWhole(config: unknown, environment = {}): Promise<readonly string[]> {
  try {
    await checkConfig(config, "file", environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").map((line) => line.replace("file: ", ""));
  }
}

describe("checkConfig", () => {
  it.each([
    { port: 0 },
    { port: "8787" },
    { models: [{ ...echo, prices: { input: 1, output: 2 } }] },
    { models: [{ ...echo, prices: [{ from: "2026-11-01", input: 1, output: 2 }] }] },
    {
      models: [
        {
          ...echo,
          prices: {
            ...{ input: 1, output: 2, mediaTokens: { image: 48_169, other: 20_000 } },
            accepts: { service_tier: { priority: 2, flex: 0.5 }, web_search_options: 1.5 },
          },
        },
      ],
    },
    { models: [{ ...echo, retry: true, timeout: { total: 1_000 } }] },
    { models: [{ ...echo, retry: { retries: 0 } }] },
    { models: [echo, { id: "both", fallback: ["echo"] }] },
    { models: [echo, { id: "both", balance: ["echo", { model: "echo", weight: 2 }] }] },
    { models: [echo, { id: "both", balance: ["echo"], sticky: "prefix" }] },
    { models: [], upstreams: { local: { ...local, allModels: true } } },
    {
      upstreams: { local },
      models: [{ id: "a", upstream: "local", capabilities: { topK: true } }],
    },
    {
      models: [{ id: "a", fallback: ["listed"] }],
      upstreams: { a: { ...local, allModels: true } },
    },
    { keys: [], allowAnonymous: true },
    { keys: [], allowAnonymous: true, host: "::1" },
    { keys: [], allowAnonymous: true, host: "0.0.0.0", allowAnonymousFromNetwork: true },
    { keys: [], admin: { credential: "sixteen-letters-" } },
    { store: { type: "sqlite", path: "a.sqlite" } },
    { store: { type: "postgres", url: "postgres://user@host/database", connections: 3 } },
    { limits: { redis: "redis://127.0.0.1:6379/1", keys: { requestsPerMinute: 1 } } },
    { accounts: { "team-a": { credits: [{ id: "one", usd: "10.00" }] } } },
    { metrics: true, health: false, inspector: false },
    { service: { allowedHosts: "*", allowedOrigins: ["https://app.example"], basePath: "/api" } },
  ])("takes %j", async (members) => {
    expect(await mistakesOf(members)).toEqual([]);
  });

  it.each([
    [{ port: 65_536 }, "port must be at most 65535"],
    [{ port: "many" }, "port must be a number from 0 to 65535"],
    [{ port: true }, "port must be a number or a string"],
    [{ health: "yes" }, "health must be true or false"],
    [{ log: { format: "xml" } }, 'log.format must be "json" or "pretty"'],
    [{ upstrems: {} }, "upstrems is not known here; did you mean upstreams?"],
    [{ log: { colour: 1 } }, "log.colour is not known here; there are level, format"],
    [{ models: {} }, "models must be a list"],
    [
      { models: [] },
      "models must have a model that is not hidden, unless an upstream has `allModels`",
    ],
    [{ models: ["echo"] }, "models[0] must be an object"],
    [{ models: [{ embedded: "echo" }] }, "models[0].id is missing; it must be a string"],
    [{ models: [{ id: "", embedded: "echo" }] }, "models[0].id must not be empty"],
    [
      { models: [{ id: "a" }] },
      "models[0] must have exactly one of `upstream`, `fallback`, `balance`, `embedded`",
    ],
    [
      { models: [{ ...echo, upstream: "local" }] },
      "models[0] must have exactly one of `upstream`, `fallback`, `balance`, `embedded`",
    ],
    [
      { models: [{ ...echo, model: "other" }] },
      "models[0].model is only for models with `upstream`",
    ],
    [
      { models: [echo, { id: "a", fallback: ["echo"], prices: { input: 1, output: 1 } }] },
      "models[1].prices is only for models with `upstream` or `embedded`",
    ],
    [
      { upstreams: { local }, models: [{ id: "a", upstream: "remote" }] },
      'models[0].upstream "remote" is not in `upstreams`; it has "local"',
    ],
    [
      { models: [{ id: "a", upstream: "remote" }] },
      'models[0].upstream "remote" is not in `upstreams`; it has none',
    ],
    [
      { models: [echo, { id: "a", fallback: ["echo", "eco"] }] },
      'models[1].fallback[1] "eco" is not the id of a model; there are "echo", "a"',
    ],
    [
      { models: [echo, { id: "a", balance: [{ model: "eco" }] }] },
      'models[1].balance[0] "eco" is not the id of a model; there are "echo", "a"',
    ],
    [
      { models: [{ id: "a", fallback: ["a"] }] },
      "models[0] must not stand for itself, directly or through others",
    ],
    [
      { models: [echo, { id: "a", balance: [{ model: "echo", weight: 0 }] }] },
      "models[1].balance[0].weight must be above 0",
    ],
    [{ models: [echo, echo] }, "models[1].id is the same as that of models[0]"],
    [
      { models: [{ ...echo, prices: { input: -1, output: 1 } }] },
      "models[0].prices.input must be at least 0",
    ],
    [
      { models: [{ ...echo, prices: { input: 1, output: 1, accepts: { speed: { fast: 101 } } } }] },
      "models[0].prices.accepts.speed.fast must be at most 100",
    ],
    [
      { models: [{ ...echo, prices: { input: 1, output: 1, mediaTokens: { image: 0 } } }] },
      "models[0].prices.mediaTokens.image must be at least 1",
    ],
    [{ models: [{ ...echo, prices: 3 }] }, "models[0].prices must be an object or a list"],
    [
      { models: [{ ...echo, retry: { tries: 3 } }] },
      "models[0].retry.tries is not known here; did you mean retries?",
    ],
    [
      { models: [{ ...echo, retry: "often" }] },
      "models[0].retry must be true or false or an object",
    ],
    [
      { upstreams: { local: { baseUrl: "127.0.0.1:11434" } } },
      "upstreams.local.baseUrl must be an http or https address",
    ],
    [
      { upstreams: { local: { ...local, format: "chat" } } },
      'upstreams.local.format must be "messages" or "responses" or "chat-completions" or "embeddings" or "rerank" or "moderations" or "completions" or "transcriptions" or "speech" or "images" or "image-edits"',
    ],
    [
      { keys: [{ id: "me", key: "short" }] },
      "keys[0].key must be at least 8 visible ASCII characters without spaces",
    ],
    [
      { keys: [...keys, { id: "you", key: keys[0]?.key }] },
      "keys[1].key is the same as that of keys[0]",
    ],
    [
      { keys: [...keys, { ...keys[0], key: "another-key" }] },
      "keys[1].id is the same as that of keys[0]",
    ],
    [{ keys: [] }, "keys must have a key, unless `admin` issues them or `allowAnonymous` is true"],
    ...["0.0.0.0", "::", "192.168.1.5", "my-machine"].map((host): [object, string] => [
      { keys: [], allowAnonymous: true, host },
      `allowAnonymous must be false at the host "${host}", which others can reach, unless \`allowAnonymousFromNetwork\` is true`,
    ]),
    [
      { allowAnonymous: true },
      "allowAnonymous must be false where there are `keys`: nobody would be asked for one",
    ],
    [
      { accounts: { "team-a": { credits: [{ id: "one", usd: 10 }] } } },
      'accounts["team-a"].credits[0].usd must be US dollars in a string: "10.00"',
    ],
    [
      { accounts: { "team-a": { budgets: [{ period: "year", usd: "1" }] } } },
      'accounts["team-a"].budgets[0].period must be "day" or "week" or "month" or "total"',
    ],
    [{ store: { type: "sqlite" } }, 'store.path is missing; a store of type "sqlite" needs it'],
    [{ store: { type: "memory", path: "a" } }, 'store.path is not for a store of type "memory"'],
    [
      { store: { type: "postgres", url: "mysql://host" } },
      "store.url must be a postgres:// address",
    ],
    [{ limits: { redis: "127.0.0.1" } }, "limits.redis must be a redis:// or rediss:// address"],
    [{ inspector: true }, "inspector needs `admin`, whose credential opens it"],
    [
      { admin: { credential: "short" } },
      "admin.credential must be at least 16 visible ASCII characters without spaces",
    ],
    [{ service: { basePath: "api" } }, 'service.basePath must be empty or a path such as "/api"'],
    [{ service: { timeouts: { total: 0 } } }, "service.timeouts.total must be above 0"],
  ])("refuses %j", async (members, mistake) => {
    expect(await mistakesOf(members)).toEqual([mistake]);
  });

  it.each([
    [
      { upstreams: { local: { ...local, format: "messages", preset: "vllm" } } },
      'upstreams.local.preset "vllm" is for an upstream of format "chat-completions"',
    ],
    [
      { upstreams: { local: { ...local, prices: {} } } },
      "upstreams.local.prices is only for an upstream with `allModels`; other models have prices of their own",
    ],
    [
      { upstreams: { local: { ...local, headers: { Authorization: "x" } } } },
      'upstreams.local.headers.Authorization must be a header that may be set here; a key belongs in "apiKey"',
    ],
    [
      {
        models: [
          { ...echo, aliases: ["a"] },
          { id: "a", fallback: ["echo"] },
        ],
      },
      "models[0].aliases[0] is the same as models[1].id",
    ],
    [
      { models: [echo, { id: "a", fallback: ["echo"], displayName: "A" }] },
      "models[1].displayName is only for models with `upstream` or `embedded`",
    ],
    [
      {
        requirePrices: true,
        models: [
          { ...echo, hidden: true },
          { id: "a", fallback: ["echo"] },
        ],
      },
      "models[0].prices is missing; `requirePrices` demands it",
    ],
    [
      { requirePrices: true, upstreams: { local: { ...local, allModels: true } }, models: [] },
      "upstreams.local.prices is missing; `requirePrices` demands it",
    ],
    [
      { models: [{ ...echo, prices: [{ from: "2999-01-01", input: 1, output: 1 }] }] },
      "models[0].prices must have begun: no entry applies today",
    ],
    [
      {
        upstreams: {
          local: {
            ...local,
            allModels: true,
            prices: { a: [{ from: "soon", input: 1, output: 1 }] },
          },
        },
      },
      'upstreams.local.prices.a[0].from must be a day such as "2026-11-01" or a time with its zone, not "soon"',
    ],
    [
      { keys: [{ ...keys[0], models: ["echo", "eco"] }] },
      'keys[0].models[1] "eco" is not the id of a model that is served; there are "echo"',
    ],
    [
      { keys: [{ ...keys[0], expiresAt: "2027-01-01" }] },
      'keys[0].expiresAt must be a time with its zone, such as "2027-01-01T00:00:00Z"',
    ],
    [
      { keys: [{ ...keys[0], budgets: [{ period: "day", usd: "-1" }] }] },
      "keys[0].budgets[0].usd must be a whole number of at least 0, not -1000000000",
    ],
    [
      { accounts: { a: { budgets: [{ period: "total", usd: "1" }] } } },
      "accounts.a.budgets[0] is refused: The total of an account is the sum of its credits: give it a credit.",
    ],
    [
      { accounts: { a: { budgets: [{ period: "day", usd: "1", timeZone: "Mars" }] } } },
      'accounts.a.budgets[0].timeZone must be a name such as "Europe/Berlin" or "UTC", not "Mars"',
    ],
    [
      {
        accounts: {
          a: { credits: [{ id: "one", usd: "1" }] },
          b: { credits: [{ id: "one", usd: "1" }] },
        },
      },
      'accounts.b.credits[0] is refused: The id "one" belongs to another credit.',
    ],
    [
      { admin: { credential: { ada: "sixteen-letters-", eve: "sixteen-letters-" } } },
      "admin.credential must give each administrator a credential of its own; two are the same",
    ],
    [
      { service: { allowedOrigins: ["app.example"] } },
      'service.allowedOrigins[0] must be an origin such as "https://app.example", in lower case, not "app.example"',
    ],
  ])(
    "names the place of what only the library, or all parts together, show to be wrong: %j",
    async (members, mistake) => {
      expect(await mistakesOf(members)).toEqual([mistake]);
    },
  );

  it("takes patterns of capabilities as texts, as JSON has no others", async () => {
    const checkPattern = (toolIdPattern: unknown) =>
      mistakesOf({
        upstreams: { local: { ...local, preset: "vllm", capabilities: { toolIdPattern } } },
      });
    expect(await checkPattern("^call_")).toEqual([]);
    expect(await checkPattern(/^call_/)).toEqual([]);
    expect(await checkPattern("(")).toEqual([
      'upstreams.local.capabilities.toolIdPattern must be a regular expression, not "("',
    ]);
  });

  it("checks capabilities against the format of the upstream, if it is known", async () => {
    const capabilities = { unsignedThinking: true, topK: 5 };
    const model = { id: "a", upstream: "local", capabilities };
    const mistakes = async (members: object) =>
      mistakesOf({ upstreams: { local: { ...local, ...members, capabilities } }, models: [model] });
    const topK = "must be true or false, not 5";
    expect(await mistakes({ format: "messages" })).toEqual([
      `upstreams.local.capabilities.topK ${topK}`,
      `models[0].capabilities.topK ${topK}`,
    ]);
    expect(await mistakes({ preset: "ollama" })).toEqual([
      expect.stringMatching(/^upstreams\.local\.capabilities\.unsignedThinking is not an option; /),
      `upstreams.local.capabilities.topK ${topK}`,
      expect.stringMatching(/^models\[0\]\.capabilities\.unsignedThinking is not an option; /),
      `models[0].capabilities.topK ${topK}`,
    ]);
    expect(await mistakes({})).toEqual([]);
  });

  it.each([undefined, null, [], "config", 3])("refuses %j in place of a config", async (config) => {
    expect((await mistakesOfWhole(config))[0]).toMatch(/must be an object/);
  });

  it("names all mistakes at once, of shape, of references and of variables", async () => {
    const models = [
      { id: "a", upstream: "remote" },
      { id: "b", embedded: "parrot" },
    ];
    const upstreams = { local: { ...local, apiKey: `\${UNSET}` } };
    expect(await mistakesOf({ port: -1, upstreams, models })).toEqual([
      "upstreams.local.apiKey needs the environment variable UNSET, which is not set",
      "port must be at least 0",
      'models[1].embedded must be "echo" or "eliza"',
      'models[0].upstream "remote" is not in `upstreams`; it has "local"',
    ]);
  });

  it("reads several keys of an upstream from variables, and takes them in place of one", async () => {
    const apiKeys = [`\${A}`, `\${B}`];
    const upstreams = { local: { ...local, apiKeys } };
    const config = { models: [echo], allowAnonymous: true, upstreams };
    const checked = await checkConfig(config, "file", { A: "sk-one", B: "sk-two" });
    expect(checked.upstreams?.local?.apiKeys).toEqual(["sk-one", "sk-two"]);
    const both = { ...local, apiKey: "sk-canary", apiKeys: ["sk-canary"] };
    expect(await mistakesOf({ upstreams: { local: both } })).toEqual([
      'upstreams.local is refused: set "apiKey" or "apiKeys", not both.',
    ]);
    expect(await mistakesOf({ upstreams: { local: { ...local, apiKeys: [] } } })).toEqual([
      "upstreams.local.apiKeys must not be empty",
    ]);
  });

  it("never repeats a secret", async () => {
    const secret = "sk secret canary";
    const mistakes = await mistakesOf({
      keys: [{ id: "me", key: secret }],
      admin: { credential: secret },
      upstreams: { local: { ...local, apiKey: [secret], headers: { a: [secret] } } },
    });
    expect(mistakes).toHaveLength(4);
    expect(mistakes.join()).not.toContain("canary");
  });

  it("never repeats a secret that the library refuses", async () => {
    const baseUrl = "http://user:canary@host/v1";
    const upstream = { baseUrl, apiKey: "sk canary", headers: { a: "ü canary" } };
    const mistakes = await mistakesOf({
      upstreams: { local: { ...upstream, credential: "x-api-key", attemptIdHeader: "sk canary" } },
      admin: { credential: { ada: "canary-0123456789", eve: "canary-0123456789" } },
    });
    expect(mistakes).toHaveLength(5);
    expect(mistakes.join()).not.toContain("canary");
  });

  it("replaces variables", async () => {
    const config = { port: `\${PORT:-0}`, keys: [{ id: "me", key: `\${KEY}` }], models: [echo] };
    const checked = await checkConfig(config, "file", { KEY: "sk-local-0123456789" });
    expect(checked).toMatchObject({ port: "0", keys: [{ key: "sk-local-0123456789" }] });
  });

  it("leaves models in code as they are, at their places", async () => {
    const own = defineModel("own", async function* () {
      yield "Hello.";
    });
    const { models } = await checkConfig(
      { keys, models: [echo, own, { ...echo, id: "last" }] },
      "file",
      {},
    );
    expect(models.map(({ id }) => id)).toEqual(["echo", "own", "last"]);
    expect(models[1]).toBe(own);
    expect(await mistakesOf({ models: [own, { id: "a", fallback: ["own", "b"] }] })).toEqual([
      'models[1].fallback[1] "b" is not the id of a model; there are "own", "a"',
    ]);
    expect(await mistakesOf({ models: [own, { ...echo, id: 5 }] })).toEqual([
      "models[1].id must be a string",
    ]);
  });
});
