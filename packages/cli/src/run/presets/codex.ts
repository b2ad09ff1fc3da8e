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
  setUp: (connection) => ({
    args: Object.entries(toSettings(connection)).flatMap(([name, value]) => [
      "-c",
      // A JSON text or number is the same in TOML.
      `${name}=${JSON.stringify(value)}`,
    ]),
  }),
};

function toSettings({ baseUrl, model }: Connection) {
  const within = `model_providers.${provider}`;
  return {
    model,
    model_provider: provider,
    [`${within}.name`]: "Diglot",
    [`${within}.base_url`]: `${baseUrl}/v1`,
    [`${within}.env_key`]: "OPENAI_API_KEY",
    [`${within}.wire_api`]: "responses",
    [`${within}.supports_websockets`]: false,
    // A search is a tool that the vendor runs, and no other model has it.
    web_search: "disabled",
  };
}
