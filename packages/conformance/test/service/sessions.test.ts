import {
  chatCompletionsFormat,
  createMemoryKeys,
  createMemoryLedger,
  type JsonObject,
  messagesFormat,
} from "@diglot/core";
import { accountEndpoints } from "@diglot/core/accounts";
import { responses } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";

/** Sessions of coding tools, from their requests to the sums of the ledger. */

const session = "54c1eb09-bc4c-4d2f-98eb-6d2ab2d5e2fe";
const messages = [{ role: "user", content: "hi" }];
const bodies = {
  "/v1/messages": { max_tokens: 10, messages },
  "/v1/chat/completions": { messages },
  "/v1/responses": { input: "hi" },
};
type Path = keyof typeof bodies;
type Headers = Readonly<Record<string, string>>;

/** A service of all formats, with a ledger that answers for its usage. */
function serve() {
  const ledger = createMemoryLedger();
  const { service, events } = serviceOf(modelOf(["Hello."]), {
    formats: [messagesFormat, chatCompletionsFormat, responses()],
    keys: createMemoryKeys([{ key, accountId: "team" }]),
    ledger,
    endpoints: accountEndpoints({ ledger }),
  });
  const headers = {
    ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
    "anthropic-version": "2023-06-01",
  };

  async function ask(path: Path, change: JsonObject, more: Headers = {}): Promise<void> {
    const body = JSON.stringify({ model: "scripted", ...bodies[path], ...change });
    const init = { method: "POST", body, headers: { ...headers, ...more } };
    const response = await service.request(path, init);
    expect(response.status, await response.text()).toBe(200);
  }

  async function usage(groups: string) {
    const response = await service.request(`/v1/usage?group_by=${groups}`, { headers });
    return { status: response.status, body: await response.json() };
  }

  return { ask, usage, ledger, events, close: service.close };
}

/** What tools send, as it was recorded or as they document it. */
const requests: readonly (readonly [string, Path, JsonObject, Headers])[] = [
  ["Claude Code", "/v1/messages", {}, { "x-claude-code-session-id": session }],
  [
    "Claude Code, in the id of the end user",
    "/v1/messages",
    { metadata: { user_id: JSON.stringify({ device_id: "d", session_id: session }) } },
    {},
  ],
  [
    "older Claude Code",
    "/v1/messages",
    { metadata: { user_id: `user_57a1_account__session_${session}` } },
    {},
  ],
  ["Codex", "/v1/responses", { prompt_cache_key: "other" }, { "session-id": session }],
  ["older Codex", "/v1/responses", {}, { session_id: session }],
  [
    "Codex without headers",
    "/v1/responses",
    { client_metadata: { "x-codex-installation-id": "i" }, prompt_cache_key: session },
    {},
  ],
  ["Codex over a WebSocket", "/v1/responses", { client_metadata: { thread_id: session } }, {}],
  ["opencode", "/v1/chat/completions", {}, { "x-session-affinity": session }],
  ["a client of OpenRouter", "/v1/chat/completions", { session_id: session }, {}],
  ["a client of LiteLLM", "/v1/chat/completions", { litellm_session_id: session }, {}],
];

describe("the session of a request", () => {
  it.each(requests)("is kept for %s", async (_tool, path, change, headers) => {
    const { ask, ledger, events, close } = serve();
    await ask(path, change, headers);
    await close();
    expect(ledger.all()).toMatchObject([{ sessionId: session }]);
    expect(events.filter(({ type }) => type === "request_ended")).toMatchObject([
      { sessionId: session },
    ]);
  });

  it.each([
    ["control characters", "/v1/chat/completions", { session_id: "a\u001b[2Jb" }],
    ["another type", "/v1/chat/completions", { session_id: ["a"] }],
    ["too many characters", "/v1/chat/completions", { session_id: "x".repeat(256) }],
    ["a cache key that sessions share", "/v1/responses", { prompt_cache_key: "app" }],
  ] as const)("is left out where it would be %s", async (_what, path, change) => {
    const { ask, ledger, close } = serve();
    await ask(path, change);
    await close();
    expect(ledger.all()).toHaveLength(1);
    expect(ledger.all()[0]).not.toMatchObject({ sessionId: expect.anything() });
  });

  it("and the end user are what usage can be summed by", async () => {
    const { ask, usage, ledger } = serve();
    await ask("/v1/chat/completions", { user: "ann" }, { "x-session-id": "s-1" });
    await ask("/v1/messages", { metadata: { user_id: "ann" } }, { "x-session-id": "s-2" });
    await ask("/v1/messages", {});
    await until(() => ledger.all().filter(({ state }) => state === "settled").length === 3);
    expect((await usage("end_user")).body.data).toMatchObject([
      { end_user: "", attempts: 1 },
      { end_user: "ann", attempts: 2 },
    ]);
    expect((await usage("session,end_user")).body.data).toMatchObject([
      { session_id: "", end_user: "" },
      { session_id: "s-1", end_user: "ann" },
      { session_id: "s-2", end_user: "ann" },
    ]);
    const refused = await usage("sessions");
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("day, model, key, end_user, session");
  });
});
