import type { HeaderLookup } from "../http/exchange.js";
import { parseJson, toObject } from "../json/value.js";

/** Where a tool says to which of its sessions a request belongs, and how that is known. */
export interface SessionPlace {
  readonly tool: string;
  /** A header, in lower case. */
  readonly header?: string;
  /** A member of the body, by its names joined by dots. */
  readonly member?: string;
  /** A page or a file that says so. */
  readonly source: string;
}

const codexSource = "https://github.com/BerriAI/litellm/pull/37895";
const opencodeSource =
  "https://github.com/sst/opencode/blob/31e22f65a23c498639b8cef24b90e6ae193cdcb6/packages/opencode/src/session/llm/request.ts";
const kiloSource =
  "https://github.com/Kilo-Org/kilocode/blob/0361076d96868798c0c3d2be6436f0344f6ee29b/packages/opencode/src/session/llm/request.ts";
const aibridgeSource =
  "https://github.com/coder/aibridge/blob/087c870eabb0e964314fe6c3107777ba0c3dcdcd/session.go";
const openRouterSource =
  "https://reference.langchain.com/python/langchain-openrouter/chat_models/ChatOpenRouter/session_id";

/**
 * The places of session ids. If a request has several, the first one in this order counts: headers of
 * one tool, then headers that several tools share, then members of the body.
 */
export const sessionPlaces: readonly SessionPlace[] = [
  {
    tool: "Claude Code",
    header: "x-claude-code-session-id",
    source: "https://code.claude.com/docs/en/llm-gateway-protocol",
  },
  { tool: "opencode", header: "x-opencode-session", source: opencodeSource },
  { tool: "Kilo Code", header: "x-kilo-session", source: kiloSource },
  { tool: "Kilo Code", header: "x-kilocode-taskid", source: aibridgeSource },
  { tool: "Copilot CLI", header: "x-client-session-id", source: aibridgeSource },
  { tool: "Mux", header: "x-mux-workspace-id", source: aibridgeSource },
  {
    tool: "LiteLLM clients",
    header: "x-litellm-session-id",
    source: "https://docs.litellm.ai/docs/proxy/request_headers",
  },
  { tool: "Codex", header: "session-id", source: codexSource },
  {
    tool: "Codex, older",
    header: "session_id",
    source:
      "https://github.com/openai/codex/blob/546585f878221c955ad33efff34925776893774a/codex-rs/codex-api/src/requests/headers.rs",
  },
  { tool: "opencode, Kilo Code", header: "x-session-affinity", source: opencodeSource },
  {
    tool: "opencode, Kilo Code, OpenRouter clients",
    header: "x-session-id",
    source: opencodeSource,
  },
  {
    tool: "Claude Code",
    member: "metadata.user_id",
    source: "https://github.com/coder/aibridge/pull/241",
  },
  {
    tool: "Codex over a WebSocket",
    member: "client_metadata.thread_id",
    source: "https://github.com/Wei-Shaw/sub2api/issues/5599",
  },
  {
    tool: "Codex, if it has client_metadata",
    member: "prompt_cache_key",
    source: "https://github.com/openai/codex/blob/49614a0/codex-rs/core/src/client.rs#L433-L436",
  },
  { tool: "OpenRouter clients", member: "session_id", source: openRouterSource },
  {
    tool: "LiteLLM clients",
    member: "litellm_session_id",
    source: "https://docs.litellm.ai/docs/proxy/ui_logs_sessions",
  },
];

/** The headers of the table, the most telling first. */
const sessionHeaders = sessionPlaces.flatMap(({ header }) => header ?? []);

const ranks: ReadonlyMap<string, number> = new Map(
  sessionHeaders.map((header, rank) => [header, rank]),
);

/** The session that a request belongs to, as one of its headers says. */
export function readSessionHeader(headers: HeaderLookup): string | undefined {
  let first = sessionHeaders.length;
  for (const name of headers.keys()) first = Math.min(first, ranks.get(name) ?? first);
  const header = sessionHeaders[first];
  return header === undefined ? undefined : toSessionId(headers.get(header));
}

/** Visible ASCII characters only: callers choose these ids, and terminals and pages show them. */
const idForm = /^[!-~]{1,255}$/;

/** A session id as the ledger may keep it; `undefined` for anything else, or if it is too long. */
export function toSessionId(value: unknown): string | undefined {
  return typeof value === "string" && idForm.test(value) ? value : undefined;
}

/** The form of older versions of Claude Code: `user_<hash>_account_<id>_session_<uuid>`. */
const joinedForm = /_session_([\da-f-]{36})$/;
/** The newer form is JSON text with three ids. */
const longestUserId = 2_000;

/** The session that Claude Code puts into the id of an end user, in either of its two forms. */
export function sessionOfUserId(userId: string): string | undefined {
  if (userId.length > longestUserId) return undefined;
  if (!userId.startsWith("{")) return joinedForm.exec(userId)?.[1];
  return toSessionId(toObject(parseJson(userId)).session_id);
}
