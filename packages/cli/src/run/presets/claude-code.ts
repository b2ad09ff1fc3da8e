import { leaveForOutput } from "./leave-for-output.js";
import type { Preset, Variables } from "./preset.js";

/**
 * Claude Code. It asks its user before it takes a key from `ANTHROPIC_API_KEY`, but not for a token; it
 * has a variable for each class of its models.
 */
export const claudeCode: Preset = {
  name: "claude-code",
  offersSearch: true,
  commands: ["claude", "@anthropic-ai/claude-code"],
  contextSetting: {
    name: "CLAUDE_CODE_MAX_CONTEXT_TOKENS",
    source: "https://code.claude.com/docs/en/model-config",
  },
  setUp: ({ key, model, contextWindows }) => ({
    variables: {
      ...toWindow(contextWindows.get(model)),
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

/**
 * What Claude Code asks of a model that it does not know, by
 * https://github.com/calebevans/mulder/pull/192 and its page about variables.
 */
const usualOutput = 32_000;

/** Of a model whose name begins with `claude-` it believes its own table instead. */
function toWindow(contextWindow: number | undefined): Variables {
  if (contextWindow === undefined) return {};
  const output = leaveForOutput(contextWindow, usualOutput);
  return {
    CLAUDE_CODE_MAX_CONTEXT_TOKENS: String(contextWindow),
    ...(output < usualOutput && { CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(output) }),
  };
}
