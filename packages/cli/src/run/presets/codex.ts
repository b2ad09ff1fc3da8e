import type { Connection } from "../connection.js";
import type { Preset } from "./preset.js";

/** How Codex calls the gateway in its settings. A name of a vendor would change how it behaves. */
const provider = "diglot";

/**
 * Codex, which speaks only the Responses API and ignores the variables of other tools. It gets settings
 * on its command line, which count before those in its files and are gone with the process.
 */
export const codex: Preset = {
  name: "codex",
  offersSearch: true,
  commands: ["codex", "@openai/codex"],
  contextSetting: {
    name: "model_context_window",
    source: "https://github.com/quickbeard/codev-hub/pull/171",
  },
  setUp: (connection) => ({
    args: Object.entries(toSettings(connection)).flatMap(([name, value]) => [
      "-c",
      // A JSON text or number is the same in TOML.
      `${name}=${JSON.stringify(value)}`,
    ]),
  }),
};

function toSettings({ baseUrl, model, contextWindows, searching }: Connection) {
  const within = `model_providers.${provider}`;
  return {
    model,
    model_provider: provider,
    [`${within}.name`]: "Diglot",
    [`${within}.base_url`]: `${baseUrl}/v1`,
    [`${within}.env_key`]: "OPENAI_API_KEY",
    [`${within}.wire_api`]: "responses",
    [`${within}.supports_websockets`]: false,
    // Only the vendor has what is cached; a search that the gateway runs is live.
    web_search: searching.has(model) ? "live" : "disabled",
    ...toWindow(contextWindows.get(model)),
  };
}

/** A part of the window, at which Codex makes the conversation shorter; the rest is for its answer. */
const compactAt = 0.85;

function toWindow(contextWindow: number | undefined) {
  if (contextWindow === undefined) return {};
  return {
    model_context_window: contextWindow,
    model_auto_compact_token_limit: Math.floor(compactAt * contextWindow),
  };
}
