import type { Preset } from "./preset.js";

/**
 * Claude Code. It asks its user before it takes a key from `ANTHROPIC_API_KEY`, but not for a token; it
 * has a variable for each class of its models.
 */
export const claudeCode: Preset = {
  name: "claude-code",
  offersSearch: true,
  commands: ["claude", "@anthropic-ai/claude-code"],
  setUp: ({ key, model }) => ({
    variables: {
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_DEFAULT_OPUS_MODEL: model,
      ANTHROPIC_DEFAULT_SONNET_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_SUBAGENT_MODEL: model,
      // Other places that it would call in place of the base URL.
      CLAUDE_CODE_OAUTH_TOKEN: undefined,
      CLAUDE_CODE_USE_BEDROCK: undefined,
      CLAUDE_CODE_USE_VERTEX: undefined,
      CLAUDE_CODE_USE_FOUNDRY: undefined,
      // Updates, telemetry and reports of errors.
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // A line at the start of each prompt that changes, so that no prompt cache would help.
      CLAUDE_CODE_ATTRIBUTION_HEADER: "0",
    },
  }),
};
