import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Connection } from "../connection.js";
import type { Variables } from "./preset.js";
import { presets } from "./presets.js";

const connection: Connection = {
  baseUrl: "http://127.0.0.1:1",
  key: "sk-0123456789",
  model: "coder",
  models: ["coder", "small"],
  contextWindows: new Map(),
  searching: new Set(),
  format: "chat-completions",
};

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-presets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function setUp(name: string, changes: Partial<Connection> = {}, environment: Variables = {}) {
  const preset = presets.find((one) => one.name === name);
  if (!preset) throw new Error(`There is no preset ${name}.`);
  const folder = newFolder();
  const home = newFolder();
  const found = preset.setUp({ ...connection, ...changes }, { folder, home, environment });
  return { folder, home, args: found.args ?? [], variables: found.variables ?? {} };
}

const readJson = (...path: readonly string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

describe("presets", () => {
  it("have names and commands of their own", () => {
    const names = presets.map(({ name }) => name);
    const commands = presets.flatMap((preset) => preset.commands);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(commands).size).toBe(commands.length);
  });

  it.each(presets.map(({ name }) => name))("%s leaves the home of the user as it is", (name) => {
    const { home } = setUp(name);
    expect(readdirSync(home)).toEqual([]);
  });

  it("has one credential and one model for Claude Code, and silences its other calls", () => {
    const { variables, args } = setUp("claude-code");
    expect(args).toEqual([]);
    expect(variables).toMatchObject({
      ANTHROPIC_AUTH_TOKEN: connection.key,
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: "coder",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    });
    expect(variables).toHaveProperty("CLAUDE_CODE_USE_BEDROCK", undefined);
  });

  it.each([
    ["chat-completions", "@ai-sdk/openai-compatible"],
    ["messages", "@ai-sdk/anthropic"],
  ] as const)("gives opencode a provider of %s", (format, npm) => {
    const config = JSON.parse(
      setUp("opencode", { format }).variables.OPENCODE_CONFIG_CONTENT ?? "",
    );
    expect(config.model).toBe("diglot/coder");
    expect(config.provider.diglot).toMatchObject({
      npm,
      options: { baseURL: "http://127.0.0.1:1/v1", apiKey: connection.key },
      models: { coder: {}, small: {} },
    });
  });

  it("tells Qwen Code which format it uses", () => {
    expect(setUp("qwen-code").args).toEqual(["--auth-type", "openai", "--model", "coder"]);
    expect(setUp("qwen-code", { format: "messages" }).args[1]).toBe("anthropic");
  });

  it.each([
    ["chat-completions", "openai-completions", "http://127.0.0.1:1/v1"],
    ["messages", "anthropic-messages", "http://127.0.0.1:1"],
  ] as const)("gives pi a folder with a provider of %s", (format, api, baseUrl) => {
    const { folder, variables, args } = setUp("pi", { format });
    expect(variables.PI_CODING_AGENT_DIR).toBe(folder);
    expect(args).toEqual(["--provider", "diglot", "--model", "coder"]);
    expect(readJson(folder, "models.json").providers.diglot).toMatchObject({
      ...{ api, baseUrl, apiKey: connection.key },
      models: [{ id: "coder" }, { id: "small" }],
    });
  });

  it("keeps what the user has in pi's folder within reach", () => {
    const own = newFolder();
    mkdirSync(join(own, "sessions"));
    writeFileSync(join(own, "settings.json"), "{}");
    writeFileSync(join(own, "models.json"), '{"providers":{"mine":{"api":"x"}}}');
    const { folder } = setUp("pi", {}, { PI_CODING_AGENT_DIR: own });
    writeFileSync(join(folder, "sessions", "one.jsonl"), "");
    expect(readdirSync(join(own, "sessions"))).toEqual(["one.jsonl"]);
    expect(readdirSync(folder)).toEqual(["models.json", "sessions", "settings.json"]);
    expect(Object.keys(readJson(folder, "models.json").providers)).toEqual(["mine", "diglot"]);
    expect(Object.keys(readJson(own, "models.json").providers)).toEqual(["mine"]);
  });

  it.each([
    ["chat-completions", "openai-compatible"],
    ["messages", "anthropic"],
  ] as const)("names Cline a file with a provider of %s", (format, provider) => {
    const { folder, variables } = setUp("cline", { format });
    expect(variables.CLINE_PROVIDER_SETTINGS_PATH).toBe(join(folder, "providers.json"));
    const { lastUsedProvider, providers } = readJson(folder, "providers.json");
    expect(lastUsedProvider).toBe(provider);
    expect(providers[provider].settings).toEqual({
      ...{ provider, model: "coder", apiKey: connection.key },
      baseUrl: "http://127.0.0.1:1/v1",
    });
  });

  it("gives Continue a file whose first model is the chosen one", () => {
    const { folder, args } = setUp("continue", { model: "small" });
    expect(args).toEqual(["--config", join(folder, "config.yaml")]);
    const { models } = readJson(folder, "config.yaml");
    expect(models.map((model: { model: string }) => model.model)).toEqual(["small", "coder"]);
  });

  it("gives Codex settings on its command line, and none of the user's files", () => {
    const { args, variables } = setUp("codex");
    expect(variables).toEqual({});
    expect(args.filter((_, index) => index % 2 === 1)).toEqual([
      'model="coder"',
      'model_provider="diglot"',
      'model_providers.diglot.name="Diglot"',
      'model_providers.diglot.base_url="http://127.0.0.1:1/v1"',
      'model_providers.diglot.env_key="OPENAI_API_KEY"',
      'model_providers.diglot.wire_api="responses"',
      "model_providers.diglot.supports_websockets=false",
      'web_search="disabled"',
    ]);
  });

  it("lets Codex search where the web is searched for its model", () => {
    expect(setUp("codex", { searching: new Set(["coder"]) }).args).toContain('web_search="live"');
    expect(setUp("codex", { searching: new Set(["small"]) }).args).not.toContain(
      'web_search="live"',
    );
  });

  describe("a context window", () => {
    const contextWindows = new Map([["coder", 65_536]]);
    /** All that a preset sets, also in files, without the names of its folder. */
    const everything = (name: string, changes: Partial<Connection>) => {
      const { folder, args, variables } = setUp(name, changes);
      const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
      return JSON.stringify({ args, variables, files })
        .replaceAll(folder, "")
        .replace(/"updatedAt[^,]*/g, "");
    };

    it.each(presets)("reaches $name by its setting, or nothing changes", (preset) => {
      const { name, contextSetting } = preset;
      const known = everything(name, { contextWindows });
      if (contextSetting) expect(known).toContain("65536");
      else expect(known).toBe(everything(name, {}));
      expect(everything(name, {})).not.toContain("65536");
    });

    it("is a variable of Claude Code, with room for an answer in a small one", () => {
      expect(setUp("claude-code", { contextWindows }).variables).toMatchObject({
        CLAUDE_CODE_MAX_CONTEXT_TOKENS: "65536",
        CLAUDE_CODE_MAX_OUTPUT_TOKENS: "16384",
      });
      const large = new Map([["coder", 200_000]]);
      const { variables } = setUp("claude-code", { contextWindows: large });
      expect(variables).not.toHaveProperty("CLAUDE_CODE_MAX_OUTPUT_TOKENS");
    });

    it("is two settings of Codex", () => {
      expect(setUp("codex", { contextWindows }).args.filter((_, at) => at % 2 === 1)).toEqual(
        expect.arrayContaining([
          "model_context_window=65536",
          "model_auto_compact_token_limit=55705",
        ]),
      );
    });

    it("is a limit of each model of opencode that is known", () => {
      const { variables } = setUp("opencode", { contextWindows });
      const { provider } = JSON.parse(variables.OPENCODE_CONFIG_CONTENT ?? "");
      expect(provider.diglot.models).toEqual({
        coder: { name: "coder", limit: { context: 65_536, output: 16_384 } },
        small: { name: "small" },
      });
    });

    it("is in pi's and Continue's own lists of models", () => {
      const { folder } = setUp("pi", { contextWindows });
      expect(readJson(folder, "models.json").providers.diglot.models).toEqual([
        { id: "coder", contextWindow: 65_536, maxTokens: 16_384 },
        { id: "small" },
      ]);
      const [first, second] = readJson(
        setUp("continue", { contextWindows }).folder,
        "config.yaml",
      ).models;
      expect(first.defaultCompletionOptions).toEqual({ contextLength: 65_536 });
      expect(second).not.toHaveProperty("defaultCompletionOptions");
    });

    it("is a default of Qwen Code, unless the user has defaults", () => {
      const { folder, variables } = setUp("qwen-code", { contextWindows });
      expect(variables.QWEN_CODE_SYSTEM_DEFAULTS_PATH).toBe(join(folder, "system-defaults.json"));
      expect(readJson(folder, "system-defaults.json")).toEqual({
        model: { generationConfig: { contextWindowSize: 65_536 } },
      });
      const own = { QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/etc/qwen/defaults.json" };
      expect(setUp("qwen-code", { contextWindows }, own).variables).toEqual({});
    });
  });

  it("gives programs on the AI SDK a base URL with /v1", () => {
    expect(setUp("ai-sdk").variables).toEqual({ ANTHROPIC_BASE_URL: "http://127.0.0.1:1/v1" });
  });
});
