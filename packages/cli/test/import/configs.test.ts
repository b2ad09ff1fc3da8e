import { describe, expect, it } from "vitest";
import { readAimock } from "../../src/import/aimock/read-aimock.js";
import { readClaudeCodeRouter } from "../../src/import/claude-code-router/read-claude-code-router.js";
import type { Draft } from "../../src/import/draft/draft.js";
import { readHar } from "../../src/import/har/read-har.js";
import { readLitellm } from "../../src/import/litellm/read-litellm.js";
import { readPortkey } from "../../src/import/portkey/read-portkey.js";
import { toPointer } from "../../src/import/report/item.js";
import { readSource } from "../../src/import/source/read-source.js";
import { fileOf } from "./files.js";

const read = async (name: string) => (await readSource(fileOf(name))).value;

/** The pointers of all settings of a file that have no members. */
function listLeaves(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== "object" || value === null) return [toPointer(path)];
  return Object.entries(value).flatMap(([name, member]) => listLeaves(member, [...path, name]));
}

/** All values that are like this one but for one setting. */
function* listSpoilt(value: unknown): Generator<unknown> {
  for (const other of [null, 0, "", "x", true, [], [null], {}, { a: 1 }]) yield other;
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const spoilt of listSpoilt(member)) {
      if (Array.isArray(value)) yield value.with(Number(name), spoilt);
      else yield { ...value, [name]: spoilt };
    }
  }
}

/** What a reader looks at together with another member, which it notes. */
const together =
  /\/(?:model_name|litellm_params\/model|name|weight|api_key|virtual_key|virtualKey|alias)$|\/(?:targets\/3|model_list\/3)\//;

describe("an imported config", () => {
  it.each<[string, (value: unknown) => Draft]>([
    ["litellm-simple.yaml", readLitellm],
    ["litellm-router.yaml", readLitellm],
    ["litellm-settings.yaml", readLitellm],
    ["router-routes.jsonc", readClaudeCodeRouter],
    ["router-plain.json", readClaudeCodeRouter],
    ["portkey-single.json", (value) => readPortkey(value, undefined)],
    ["portkey-nested.json", (value) => readPortkey(value, undefined)],
  ])("of %s says what became of every setting", async (name, toDraft) => {
    const value = await read(name);
    const noted = toDraft(value).notes.items.map(({ path }) => toPointer(path));
    const isNoted = (leaf: string) =>
      noted.some((pointer) => pointer !== "" && `${leaf}/`.startsWith(`${pointer}/`));
    const missing = listLeaves(value).filter((leaf) => !isNoted(leaf) && !together.test(leaf));
    expect(missing).toEqual([]);
  });

  it("has LiteLLM's groups, fallbacks that lead nowhere back, and aliases", async () => {
    const { models } = readLitellm(await read("litellm-router.yaml")).toConfig();
    const byId = new Map(models?.map((model) => [model.id, model]));
    expect(byId.get("chat")).toEqual({
      id: "chat",
      fallback: ["chat/first", "spare/first"],
      aliases: ["gpt-4"],
    });
    expect(byId.get("spare")).toMatchObject({ fallback: ["spare/first", "chat/first"] });
    expect(byId.get("chat/first")).toEqual({
      id: "chat/first",
      hidden: true,
      balance: [
        { model: "chat/first/1", weight: 900 },
        { model: "chat/first/2", weight: 100 },
      ],
      health: { failures: 4, setAside: 30_000 },
      retry: { retries: 2 },
    });
    expect(byId.get("chat/first/1")).toMatchObject({ timeout: { total: 30_000 } });
    expect(byId.get("chat/first/2")).toMatchObject({ timeout: { total: 45_000 } });
  });

  it("has LiteLLM's budget, store, prices and endpoints", async () => {
    const config = readLitellm(await read("litellm-settings.yaml")).toConfig();
    expect(config).toMatchObject({
      service: { unsupported: { default: "warn" } },
      accounts: { first: { budgets: [{ period: "month", usd: "100.00" }] } },
      unknownAccounts: "refuse",
      keys: [{ id: "first", key: `\${LITELLM_MASTER_KEY}` }],
      store: { type: "postgres", url: `\${DATABASE_URL}` },
      metrics: true,
      telemetry: true,
      log: { format: "json" },
    });
    expect(config.upstreams).toMatchObject({
      "upstream.example": { allModels: true },
      groq: { headers: { "x-team": "blue" } },
      openai: { format: "embeddings" },
    });
    expect(config.models?.[0]).toMatchObject({
      prices: { input: 0.15, output: 0.6 },
      contextWindow: 128_000,
      capabilities: { maxOutput: 8192 },
    });
  });

  it("names variables of their own for secrets that differ, and one for those that are the same", () => {
    const keysOfFile = ["sk-a", "sk-b", "sk-a", "os.environ/OPENAI_API_KEY"];
    const draft = readLitellm({
      model_list: keysOfFile.map((key, index) => ({
        model_name: `model-${index}`,
        litellm_params: { model: "openai/m", api_key: key },
      })),
    });
    const { models, upstreams = {} } = draft.toConfig();
    const keys = models.map(({ upstream = "" }) => upstreams[upstream]?.apiKey);
    expect(keys).toEqual([
      `\${OPENAI_API_KEY_2}`,
      `\${OPENAI_API_KEY_3}`,
      `\${OPENAI_API_KEY_2}`,
      `\${OPENAI_API_KEY}`,
    ]);
  });

  it("leaves out an address that cannot be called, and says where it is", () => {
    const params = { model: "ollama/mistral", api_base: "your_api_base" };
    const other = { model_name: "b", litellm_params: { model: "groq/m", api_key: "k" } };
    const draft = readLitellm({ model_list: [{ model_name: "a", litellm_params: params }, other] });
    expect(draft.toConfig().models.map(({ id }) => id)).toEqual(["b"]);
    expect(draft.notes.items).toContainEqual({
      outcome: "impossible",
      path: ["model_list", 0, "litellm_params", "model"],
      message: "ollama needs an http or https address as api_base.",
    });
  });

  it("keeps a text that only looks like a reference", () => {
    const host = "https://a.test/$".concat("{x}");
    const target = { provider: "groq", api_key: "k", custom_host: host };
    const { upstreams } = readPortkey(target, "m").toConfig();
    expect(upstreams?.groq?.baseUrl).toBe("https://a.test/$$".concat("{x}"));
  });

  it("has claude-code-router's providers, routes and limits", async () => {
    const config = readClaudeCodeRouter(await read("router-routes.jsonc")).toConfig();
    expect(config).toMatchObject({ port: 3456, service: { timeouts: { total: 600_000 } } });
    expect(config.upstreams?.deepseek).toEqual({
      format: "chat-completions",
      baseUrl: "https://api.deepseek.com",
      apiKey: `\${DEEPSEEK_API_KEY}`,
      preset: "deepSeek",
      capabilities: { maxOutput: 8192 },
    });
    expect(config.models?.filter(({ fallback }) => fallback)).toEqual([
      { id: "default", fallback: ["local,small:latest", "deepseek,deepseek-chat"], aliases: ["*"] },
      {
        id: "background",
        fallback: ["local,small:latest"],
        aliases: ["claude-haiku-*", "claude-3-5-haiku-*", "claude-3-haiku-*"],
      },
      { id: "think", fallback: ["deepseek,deepseek-reasoner"] },
      { id: "longContext", fallback: ["gemini,gemini-2.5-flash"] },
      { id: "webSearch", fallback: ["gemini,gemini-2.5-flash"] },
    ]);
  });

  it("has Portkey's nested targets, with what they inherit", async () => {
    const { models } = readPortkey(await read("portkey-nested.json"), undefined).toConfig();
    expect(models?.at(-1)).toEqual({
      id: "main",
      fallback: ["shared", "main/2: claude-sonnet-5"],
      aliases: ["*"],
    });
    expect(models?.find(({ id }) => id === "shared")).toMatchObject({
      balance: [
        { model: "shared/1: model-a", weight: 0.7 },
        { model: "shared/2: team-deployment", weight: 0.3 },
      ],
    });
    const leaves = models?.filter(({ upstream }) => upstream);
    for (const leaf of leaves ?? []) expect(leaf.timeout).toEqual({ firstEvent: 20_000 });
    expect(leaves).toHaveLength(3);
  });

  it("asks for the model of Portkey's targets that name none", () => {
    const value = {
      strategy: { mode: "fallback" },
      targets: [
        { provider: "openai", api_key: "sk-1" },
        { provider: "groq", api_key: "gsk-2", override_params: { model: "own" } },
      ],
    };
    const named = readPortkey(value, "given").toConfig();
    expect(named.models?.map(({ model }) => model)).toEqual(["given", "own", undefined]);
    const { notes } = readPortkey(value, undefined);
    expect(notes.items).toContainEqual({
      outcome: "impossible",
      path: ["targets", 0, "provider"],
      message: "It names no model, so requests decide. Name one with --model.",
    });
  });
});

describe("a reader", () => {
  it.each<[string, (value: unknown) => unknown]>([
    ["litellm-router.yaml", (value) => readLitellm(value).toConfig()],
    ["litellm-settings.yaml", (value) => readLitellm(value).toConfig()],
    ["router-routes.jsonc", (value) => readClaudeCodeRouter(value).toConfig()],
    ["portkey-nested.json", (value) => readPortkey(value, undefined).toConfig()],
    ["aimock-conversation.json", readAimock],
    ["aimock-sequence.json", readAimock],
    ["msw.har", readHar],
  ])("takes %s whatever any single value in it is", async (name, toResult) => {
    const spoilt = [...listSpoilt(await read(name))];
    expect(spoilt.length).toBeGreaterThan(200);
    for (const value of spoilt) expect(() => toResult(value), JSON.stringify(value)).not.toThrow();
  });
});
