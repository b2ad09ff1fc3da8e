import type { Connection } from "../connection.js";
import { leaveForOutput } from "./leave-for-output.js";
import type { Preset } from "./preset.js";

/** opencode, which merges the config of a variable into those of the user. */
export const opencode: Preset = {
  name: "opencode",
  commands: ["opencode", "opencode-ai"],
  contextSetting: {
    name: "limit.context",
    source: "https://github.com/quickbeard/codev-hub/pull/171",
  },
  setUp: (connection) => ({
    variables: { OPENCODE_CONFIG_CONTENT: JSON.stringify(toConfig(connection)) },
  }),
};

function toConfig({ baseUrl, key, model, models, contextWindows, format }: Connection) {
  const npm = format === "messages" ? "@ai-sdk/anthropic" : "@ai-sdk/openai-compatible";
  const provider = {
    npm,
    name: "Diglot",
    options: { baseURL: `${baseUrl}/v1`, apiKey: key },
    models: Object.fromEntries(
      models.map((name) => [name, { name, ...toLimit(contextWindows.get(name)) }]),
    ),
  };
  return {
    provider: { diglot: provider },
    model: `diglot/${model}`,
    small_model: `diglot/${model}`,
  };
}

/** What opencode asks of a model without a limit. */
const usualOutput = 32_000;

/** Both limits go together. */
function toLimit(context: number | undefined) {
  return context && { limit: { context, output: leaveForOutput(context, usualOutput) } };
}
