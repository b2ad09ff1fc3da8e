import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "../connection.js";
import { endHub } from "./cline-hub.js";
import type { Preset } from "./preset.js";

/**
 * Cline, which reads its provider from a file that a variable names. Sessions run in the tool itself, not
 * in its hub: that is a process which outlives the tool, and so the gateway. On a terminal Cline starts
 * one all the same, and leaves it running.
 */
export const cline: Preset = {
  name: "cline",
  commands: ["cline"],
  setUp(connection, { folder }) {
    const file = join(folder, "providers.json");
    const hub = join(folder, "hub.json");
    writeFileSync(file, JSON.stringify(toSettings(connection)));
    return {
      variables: {
        CLINE_PROVIDER_SETTINGS_PATH: file,
        CLINE_HUB_DISCOVERY_PATH: hub,
        CLINE_SESSION_BACKEND_MODE: "local",
      },
      tidyUp: () => endHub(hub),
    };
  },
};

function toSettings({ baseUrl, key, model, format }: Connection) {
  const provider = format === "messages" ? "anthropic" : "openai-compatible";
  const settings = { provider, apiKey: key, model, baseUrl: `${baseUrl}/v1` };
  return {
    version: 1,
    lastUsedProvider: provider,
    modes: {},
    providers: {
      [provider]: { settings, updatedAt: new Date().toISOString(), tokenSource: "manual" },
    },
  };
}
