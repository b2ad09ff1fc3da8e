import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "../connection.js";
import type { Preset } from "./preset.js";

/** The command line of Continue, which takes a config file in YAML; JSON is YAML, too. */
export const continueCli: Preset = {
  name: "continue",
  commands: ["cn", "@continuedev/cli"],
  contextSetting: {
    name: "defaultCompletionOptions.contextLength",
    source: "https://docs.continue.dev/reference",
  },
  setUp(connection, { folder }) {
    const file = join(folder, "config.yaml");
    writeFileSync(file, JSON.stringify(toConfig(connection), undefined, 2));
    return { args: ["--config", file] };
  },
};

function toConfig({ baseUrl, key, model, models, contextWindows, format }: Connection) {
  const provider = format === "messages" ? "anthropic" : "openai";
  const names = [model, ...models.filter((name) => name !== model)];
  return {
    name: "Diglot",
    version: "1.0.0",
    schema: "v1",
    models: names.map((name) => ({
      name,
      model: name,
      provider,
      apiBase: `${baseUrl}/v1`,
      apiKey: key,
      roles: ["chat", "edit", "apply"],
      capabilities: ["tool_use"],
      ...toOptions(contextWindows.get(name)),
    })),
  };
}

function toOptions(contextLength: number | undefined) {
  return contextLength && { defaultCompletionOptions: { contextLength } };
}
