import { createFake } from "@diglot/testing";
import { describe, expect, it } from "vitest";
import { legalChatRequests } from "./chat-requests.js";
import { type LegalRequest, legalMessagesRequests } from "./messages-requests.js";

/** A fake that refuses whatever the vendors refuse, and answers all the rest. */
const createStrict = () =>
  createFake().otherwise(async function* () {
    yield "Hello.";
  });

/** What a request is refused with, or nothing. */
async function refusalOf(path: string, body: object, headers: Record<string, string>) {
  const { fetch } = createStrict();
  const response = await fetch(`https://fake.example/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-test", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return response.status === 200 ? undefined : text;
}

const toCases = (requests: readonly LegalRequest[]) =>
  requests.map(([name, body, betas]) => ({ name, body, betas }));

const common = { model: "model-of-tomorrow", messages: [{ role: "user", content: "JSON?" }] };

function askMessages(body: object, betas: readonly string[] = [], version = "2026-10-21") {
  const headers = {
    "anthropic-version": version,
    ...(betas.length > 0 && { "anthropic-beta": betas.join(",") }),
  };
  const whole = { ...common, max_tokens: 5000, ...body };
  return refusalOf("messages?beta=true", whole, headers);
}

const askChat = (body: object) => refusalOf("chat/completions", { ...common, ...body }, {});

describe("the strict profile takes from @anthropic-ai/sdk", () => {
  it.each(toCases(legalMessagesRequests))("$name", async ({ body, betas }) => {
    expect(await askMessages(body, betas)).toBeUndefined();
  });

  it("sampling parameters of older clients", async () => {
    const body = { temperature: 0.5, top_p: 0.5, top_k: 5 };
    expect(await askMessages(body, [], "2023-06-01")).toBeUndefined();
  });

  it("what Claude Code sends", async () => {
    const cacheControl = { cache_control: { type: "ephemeral" } };
    const block = (text: string) => ({ type: "text", text });
    const tools = ["Bash", "Read"].map((name, index) => ({
      name,
      description: "A tool.",
      input_schema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { command: { type: "string" } },
        required: ["command"],
        additionalProperties: false,
      },
      ...(index > 0 && { defer_loading: true }),
    }));
    const call = {
      id: "toolu_1",
      name: "Bash",
      input: { command: "ls" },
      caller: { type: "direct" },
    };
    const body = {
      model: "claude-opus-4-8",
      max_tokens: 128_000,
      stream: true,
      system: [
        block("x-anthropic-billing-header: cc_version=2.1.329;"),
        { ...block("You are Claude Code."), ...cacheControl },
        { ...block("Be careful."), ...cacheControl },
      ],
      thinking: { type: "adaptive", display: "omitted" },
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      output_config: { effort: "high" },
      metadata: { user_id: '{"device_id":"a","account_uuid":"","session_id":"b"}' },
      tools,
      messages: [
        { role: "user", content: [block("<system-reminder>Today</system-reminder>"), block("hi")] },
        { role: "system", content: [block("The tools that can be loaded: Read")] },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "", signature: "c2lnbmF0dXJl" },
            { type: "tool_use", ...call },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: "a.txt", is_error: false },
          ],
        },
        { role: "system", content: [{ ...block("Go on."), ...cacheControl }] },
      ],
    };
    const betas = [
      "claude-code-20250219",
      "interleaved-thinking-2025-05-14",
      "context-management-2025-06-27",
      "effort-2025-11-24",
      "mid-conversation-system-2026-04-07",
      "advanced-tool-use-2025-11-20",
      "thinking-token-count-2026-05-13",
    ];
    expect(await askMessages(body, betas, "2023-06-01")).toBeUndefined();
  });
});

describe("the strict profile takes from openai", () => {
  it.each(toCases(legalChatRequests))("$name", async ({ body }) => {
    expect(await askChat(body)).toBeUndefined();
  });
});
