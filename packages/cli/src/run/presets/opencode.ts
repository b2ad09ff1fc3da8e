import type { Connection } from "../connection.js";
import type { Preset } from "./preset.js";

/** opencode, which merges the config of a variable into those of the user. */
export const opencode: Preset = {
  name: "opencode",
  commands: ["opencode", "opencode-ai"],
  setUp: (connection) => ({
    variables: { OPENCODE_CONFIG_CONTENT: JSON.stringify(toConfig(connection)) },
  }),
};

function toConfig({ baseUrl, key, model, models, format }: Connection) {
  const npm = format === "messages" ? "@ai-sdk/anthropic" : "@ai-sdk/openai-compatible";
  const provider = {
    npm,
    name: "Diglot",
    options: { baseURL: `${baseUrl}/v1`, apiKey: key },
    models: Object.fromEntries(models.map((name) => [name, { name }])),
  };
  return {
    provider: { diglot: provider },
    model: `diglot/${model}`,
    small_model: `diglot/${model}`,
  };
}
