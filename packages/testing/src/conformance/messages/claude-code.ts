import type { Check } from "../check.js";
import { result, text, tool, use } from "./asking/bodies.js";
import { askIfAble, check } from "./define-checks.js";

const cacheControl = { cache_control: { type: "ephemeral" } };

const headers = {
  "anthropic-beta":
    "claude-code-20250219,context-1m-2025-08-07,interleaved-thinking-2025-05-14,context-management-2025-06-27,advanced-tool-use-2025-11-20,effort-2025-11-24,mid-conversation-output-config-2026-07-01",
  "x-app": "cli",
  "x-claude-code-session-id": "s",
  "anthropic-dangerous-direct-browser-access": "true",
};

/** What Claude Code sends, but for its length. */
const body = {
  max_tokens: 1024,
  system: [
    text("x-anthropic-billing-header: cc_version=2.1.329; cc_entrypoint=cli;"),
    text("You are an agent.", cacheControl),
    text("Long instructions.", { cache_control: { type: "ephemeral", ttl: "5m" } }),
  ],
  tools: [tool(), tool({ name: "Fetch", defer_loading: true })],
  metadata: { user_id: JSON.stringify({ device_id: "d".repeat(300), session_id: "s" }) },
  thinking: { type: "adaptive", display: "omitted" },
  context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
  output_config: { effort: "high" },
  messages: [
    { role: "user", content: [text("hi")] },
    {
      role: "system",
      content: [text("A reminder.", cacheControl)],
      output_config: { effort: "high" },
    },
    { role: "assistant", content: [{ ...use("toolu_01A"), caller: { type: "direct" } }] },
    { role: "user", content: [{ ...result("toolu_01A"), is_error: false, ...cacheControl }] },
  ],
};

/** Whether the agent of the vendor can work with a server. */
export const claudeCode: readonly Check[] = [
  check("M109", "Validation", "What Claude Code sends is accepted.", async (probe) => {
    const request = { path: "/v1/messages?beta=true", headers, body };
    await askIfAble(
      probe,
      request,
      /thinking|Unexpected role|role 'system'|effort|context_management/,
    );
  }),
];
