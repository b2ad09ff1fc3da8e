import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "../connection.js";
import { leaveForOutput } from "./leave-for-output.js";
import type { Preset, Workspace } from "./preset.js";

/**
 * pi, which reads providers from `models.json` in its folder. It gets another folder, with links to all
 * else that the user has there.
 */
export const pi: Preset = {
  name: "pi",
  commands: ["pi", "@mariozechner/pi-coding-agent", "@earendil-works/pi-coding-agent"],
  contextSetting: {
    name: "contextWindow",
    source:
      "https://github.com/badlogic/pi-mono/blob/11c16272159cf4f4ac01241dc4e8e4df8401ffe7/packages/coding-agent/docs/models.md",
  },
  setUp(connection, workspace) {
    const { folder } = workspace;
    const own = findOwnFolder(workspace);
    const entries = existsSync(own) ? readdirSync(own) : [];
    for (const entry of entries) {
      if (entry !== "models.json") symlinkSync(join(own, entry), join(folder, entry));
    }
    const given = entries.includes("models.json") ? readProviders(join(own, "models.json")) : {};
    const providers = { ...given, diglot: toProvider(connection) };
    writeFileSync(join(folder, "models.json"), JSON.stringify({ providers }));
    return {
      variables: { PI_CODING_AGENT_DIR: folder },
      args: ["--provider", "diglot", "--model", connection.model],
    };
  },
};

function findOwnFolder({ home, environment }: Workspace): string {
  return environment.PI_CODING_AGENT_DIR ?? join(home, ".pi", "agent");
}

/** The providers of the user; a file with comments or mistakes counts as none. */
function readProviders(file: string): object {
  try {
    const { providers = {} }: { readonly providers?: object } = JSON.parse(
      readFileSync(file, "utf8"),
    );
    return providers;
  } catch {
    return {};
  }
}

function toProvider({ baseUrl, key, models, contextWindows, format }: Connection) {
  const isMessages = format === "messages";
  return {
    baseUrl: isMessages ? baseUrl : `${baseUrl}/v1`,
    api: isMessages ? "anthropic-messages" : "openai-completions",
    apiKey: key,
    models: models.map((id) => ({ id, ...toLimits(contextWindows.get(id)) })),
  };
}

/** What pi asks of a model without a limit. */
const usualOutput = 16_384;

function toLimits(contextWindow: number | undefined) {
  return contextWindow && { contextWindow, maxTokens: leaveForOutput(contextWindow, usualOutput) };
}
