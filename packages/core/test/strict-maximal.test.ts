import { describe, expect, it } from "vitest";
import { faultOf, strictSettings } from "../src/formats/chat-completions/__fixtures__/make.js";
import { validateRequest } from "../src/formats/chat-completions/validate/body.js";
import { refuseStrict } from "../src/formats/messages/__fixtures__/make.js";
import { chatCompletionsRequests } from "./maximal/chat-completions-requests.js";
import { type Maximal, messagesRequests } from "./maximal/messages-requests.js";

/** What a body is refused for, and where. */
type Refusal = { readonly path: string; readonly message: string } | undefined;

/** The betas whose members the requests use. */
const betas = [
  "context-management-2025-06-27",
  "mcp-client-2025-11-20",
  "server-side-fallback-2026-07-01",
  "fallback-credit-2026-07-01",
  "compact-2026-09-04",
  "message-threads-2026-08-12",
  "user-profiles-billing-2026-10-01",
  "structured-outputs-2025-11-13",
  "request-tags-2026-08-21",
  "computer-use-2025-01-24",
  "advisor-tool-2026-03-01",
  "task-budgets-2026-03-13",
  "thinking-display-updates-2026-08-18",
  "thinking-binding-controls-2026-08-01",
  "mid-conversation-system-clear-at-2026-08-21",
  "mid-conversation-output-config-2026-07-01",
];

function refuseMessages(body: unknown): Refusal {
  const message = refuseStrict(body, { version: "2023-06-01", betas });
  if (message === undefined) return undefined;
  const [, named] = /^`(\w+)` m/.exec(message) ?? [];
  return { path: named ?? message.split(":")[0] ?? "", message };
}

function refuseChat(body: unknown): Refusal {
  const fault = faultOf(() => validateRequest(body, strictSettings));
  return fault && { path: fault.param ?? "", message: fault.message };
}

/** Removes what a path leads to; words of the path that are no members are tags of unions. */
function cutOut(body: object, path: string): boolean {
  let at: unknown = body;
  let remove: (() => unknown) | undefined;
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    const holder = at as Record<string, unknown>;
    if (typeof at !== "object" || at === null || !(key in at)) continue;
    remove = () =>
      Array.isArray(holder) ? holder.splice(Number(key), 1) : Reflect.deleteProperty(holder, key);
    at = holder[key];
  }
  remove?.();
  return remove !== undefined;
}

/** All reasons for refusing a body; each is found once the one before it is removed. */
function refusalsOf({ body }: Maximal, refuse: (body: unknown) => Refusal): readonly string[] {
  const rest = structuredClone(body);
  const found: string[] = [];
  let refusal = refuse(rest);
  while (refusal) {
    found.push(refusal.message);
    if (!cutOut(rest, refusal.path)) break;
    refusal = refuse(rest);
  }
  return found;
}

/** What the real services refuse in the maximal requests, in the words of the rules. */
const reasons = {
  messages: {
    "members that nobody knows": /^(unheard_of|metadata\.other): Extra inputs are not permitted$/,
    "kinds of tomorrow, and of others":
      /Input tag '(\w+_of_tomorrow|connector_text|grammar)' found using 'type'/,
    "other names of tools with a fixed name": /^tools\.\d+\.\w+\.name: Input should be '\w+'$/,
    "limits of texts in a strict schema": /properties minLength are not supported$/,
    "what was cut out is missed": /: Field required$/,
    "tools that are all deferred": /^All tools have defer_loading: true\./,
    "a user's turn after a system message": /^messages\.3: role 'system' must precede/,
    "results whose calls are not there": /^messages\.1\.content\.\d+: unexpected `tool_use_id`/,
    "sampling beside thinking": /^`(temperature|top_p|top_k)` m.+ when thinking is enabled/,
    "a forced tool under manual thinking": /^Thinking may not be enabled when tool_choice forces/,
    "a beginning that ends in a blank": /^messages: final assistant content cannot end with/,
  },
  chat: {
    "members of other services":
      /^Unknown parameter: '(top_k|min_p|repetition_penalty|unheard_of|reasoning|cache_control|thinking)'\.$/,
    "kinds of tomorrow, and of others":
      /^Invalid value: '(\w+_of_tomorrow|critic|grammar)'\. Supported values are/,
    "what was cut out is missed": /^Missing required parameter/,
    "JSON of which nobody speaks": /^'messages' must contain the word 'json'/,
    "both token limits at once": /^Setting 'max_tokens' and 'max_completion_tokens' at the same/,
    "a choice without tools": /'tool_choice' is only allowed when 'tools' are specified\.$/,
  },
};

describe.each([
  ["messages", messagesRequests, refuseMessages],
  ["chat", chatCompletionsRequests, refuseChat],
] as const)(
  "the strict profile of %s and the requests that use all of the wire",
  (name, all, refuse) => {
    const found = all.flatMap((request) => refusalsOf(request, refuse));

    it("refuses only what is named here", () => {
      const named = Object.values(reasons[name]);
      expect(found.filter((text) => !named.some((reason) => reason.test(text)))).toEqual([]);
    });

    it.each(Object.entries(reasons[name]))("refuses %s", (_title, reason) => {
      expect(found.some((text) => reason.test(text))).toBe(true);
    });
  },
);
