import type { Preset } from "./preset.js";

/** Programs on the AI SDK, whose provider of Messages wants `/v1` in its base URL. */
export const aiSdk: Preset = {
  name: "ai-sdk",
  commands: [],
  setUp: ({ baseUrl }) => ({ variables: { ANTHROPIC_BASE_URL: `${baseUrl}/v1` } }),
};
