import { aiSdk } from "./ai-sdk.js";
import { claudeCode } from "./claude-code.js";
import { cline } from "./cline.js";
import { codex } from "./codex.js";
import { continueCli } from "./continue.js";
import { opencode } from "./opencode.js";
import { pi } from "./pi.js";
import type { Preset } from "./preset.js";
import { qwenCode } from "./qwen-code.js";

/** The tools that need more than the variables that every tool gets. */
export const presets: readonly Preset[] = [
  claudeCode,
  codex,
  opencode,
  qwenCode,
  pi,
  cline,
  continueCli,
  aiSdk,
];
