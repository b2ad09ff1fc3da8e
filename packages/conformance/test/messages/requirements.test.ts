import { type InProcessRequest, thinking } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { key } from "@diglot/test-support/key";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import {
  ask,
  askStream,
  expectError,
  headersOf,
  minimal,
  post,
  refuse,
  talk,
  versions,
} from "./helpers.js";

const bearer = { "x-api-key": undefined, authorization: `Bearer ${key}` };
const tools = [{ name: "weather", input_schema: { type: "object" } }];
const document = {
  type: "document",
  source: { type: "text", media_type: "text/plain", data: "a" },
};
const use = (id: string) => ({ type: "tool_use", id, name: "weather", input: {} });
const result = (id: string, content: unknown = "sun") => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});

describe.each(versions)("a request under version %s", (version) => {
  const headers = { "anthropic-version": version };
  const open = { headers };

  it("M001 M002 M061 is answered with a whole message, whichever header has the key", async () => {
    for (const credential of [{}, bearer]) {
      const message = await ask(["Hello."], {}, { headers: { ...headers, ...credential } });
      expect(message).toEqual({
        id: expect.stringMatching(/^msg_01[A-Za-z0-9]{22}$/),
        type: "message",
        role: "assistant",
        model: "scripted",
        content: [{ type: "text", text: "Hello." }],
        container: null,
        diagnostics: null,
        stop_reason: "end_turn",
        stop_sequence: null,
        stop_details: null,
        usage: {
          input_tokens: expect.any(Number),
          output_tokens: expect.any(Number),
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
          service_tier: "standard",
          inference_geo: "not_available",
        },
      });
    }
  });

  it("M003 lets x-api-key decide where a bearer token is there, too", async () => {
    const { service } = serviceOf(["x"]);
    const both = (good: string, other: string) =>
      post(service, minimal, {
        headers: { ...headers, "x-api-key": good, authorization: `Bearer ${other}` },
      });
    expect((await both(key, "garbage")).status).toBe(200);
    await expectError(await both("garbage", key), 401, "authentication_error");
  });

  it("M004 M005 needs a key that is known", async () => {
    const { service } = serviceOf(["x"]);
    const none = await post(service, minimal, { headers: { ...headers, "x-api-key": undefined } });
    const { error } = await expectError(none, 401, "authentication_error");
    expect(error.message).toBe("x-api-key header is required");
    const wrong = await post(service, minimal, {
      headers: { ...headers, "x-api-key": "sk-wrong-0123456789" },
    });
    const answer = await expectError(wrong, 401, "authentication_error");
    expect(answer.error.message).toBe("invalid x-api-key");
    expect(JSON.stringify(answer)).not.toContain("sk-wrong");
    const bearer = { ...headers, "x-api-key": undefined, authorization: "Bearer sk-wrong-0123" };
    const other = await post(service, minimal, { headers: bearer });
    const { error: unknown } = await expectError(other, 401, "authentication_error");
    expect(unknown.message).toBe("Invalid bearer token");
  });

  it.each<[string, object]>([
    ["a message", {}],
    ["a stream", { stream: true }],
    ["a refusal", { max_tokens: 0 }],
  ])("M011 is answered the same with a query and without one: %s", async (_answer, change) => {
    const answerTo = async (path: string) => {
      const { service } = serviceOf(["Hello."], { ids: { create: (prefix) => `${prefix}fixed` } });
      const response = await post(service, { ...minimal, ...change }, { headers, path });
      const { status, headers: answered } = response;
      return { status, headers: [...answered], body: await response.text() };
    };
    const plain = await answerTo("/v1/messages");
    expect(plain.body).toContain("max_tokens" in change ? "max_tokens" : "Hello.");
    expect(await answerTo("/v1/messages?beta=true")).toEqual(plain);
  });

  it("M012 may have one trailing slash, and no other path", async () => {
    expect((await ask(["Hello."], {}, { headers, path: "/v1/messages/" })).content).toEqual([
      { type: "text", text: "Hello." },
    ]);
    const { service } = serviceOf(["x"]);
    for (const path of ["/v1/messages/nowhere", "/v2/messages", "/v1/message"]) {
      await expectError(await post(service, minimal, { headers, path }), 404, "not_found_error");
    }
  });

  it("M025 M028 counts by the same rules as it answers", async () => {
    const { service } = serviceOf(["x"]);
    const path = "/v1/messages/count_tokens";
    const response = await post(service, { ...minimal, temperature: 1 }, { headers, path });
    expect(response.status).toBe(version === "2026-10-21" ? 400 : 200);
    const late = await post(service, { messages: minimal.messages }, { headers, path });
    expect((await expectError(late, 400, "invalid_request_error")).error.message).toBe(
      "model: Field required",
    );
  });

  it("M014 M101 must be JSON", async () => {
    const { service } = serviceOf(["x"]);
    for (const body of ["{", "", "nope", '{"a":1,}']) {
      const { error } = await expectError(
        await post(service, body, open),
        400,
        "invalid_request_error",
      );
      expect(error.message).toMatch(/^The request body is not valid JSON: /);
    }
  });

  it("M017 M018 M075 names a model or its alias", async () => {
    const { service } = serviceOf(["x"], { model: { aliases: ["nickname"] } });
    const message = await (await post(service, { ...minimal, model: "nickname" }, open)).json();
    expect(message.model).toBe("scripted");
    const unknown = await post(service, { ...minimal, model: "nobody" }, open);
    expect((await expectError(unknown, 404, "not_found_error")).error.message).toBe(
      "model: nobody",
    );
    const get = (id: string) =>
      service.request(`/v1/models/${id}`, { headers: headersOf(headers) });
    expect(await (await get("nickname")).json()).toMatchObject({ id: "scripted", type: "model" });
    await expectError(await get("nobody"), 404, "not_found_error");
  });

  it.each([
    ["M019", { max_tokens: undefined }, "max_tokens: Field required"],
    ["M020", { model: undefined }, "model: Field required"],
    ["M021", { messages: undefined }, "messages: Field required"],
    ["M022", { messages: [] }, "messages: at least one message is required"],
    ["M023", { messages: [{ role: "user" }] }, "messages.0.content: Field required"],
    [
      "M040",
      { thinking: { type: "enabled", budget_tokens: 512 } },
      "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    ],
  ])("%s is refused with %j", async (_id, change, message) => {
    expect(await refuse(change, open)).toBe(message);
    expect(await refuse({ ...change, stream: true }, open)).toBe(message);
  });

  it("M040 has a limit above its budget for thinking", async () => {
    const reasoning = { type: "enabled", budget_tokens: 2000 };
    expect(await refuse({ thinking: reasoning, max_tokens: 2000 }, open)).toMatch(
      /^`max_tokens` must be greater than `thinking\.budget_tokens`/,
    );
    await ask(["x"], { thinking: reasoning, max_tokens: 2001 }, open);
  });

  it("M029 keeps to the cap of its model", async () => {
    const model = { capabilities: { maxOutputTokens: 64 } };
    await ask(["x"], { max_tokens: 64 }, { headers, model });
    expect(await refuse({ max_tokens: 65 }, { headers, model })).toBe(
      "max_tokens: 65 > 64, which is the maximum allowed number of output tokens for scripted",
    );
  });

  it("M030 may ask for no tokens at all, but not as a stream", async () => {
    const message = await ask(["never shown"], { max_tokens: 0 }, open);
    expect(message).toMatchObject({
      content: [],
      stop_reason: "max_tokens",
      usage: { output_tokens: 0, input_tokens: expect.any(Number) },
    });
    for (const change of [
      { stream: true },
      { thinking: { type: "enabled", budget_tokens: 1024 } },
      { output_config: { format: { type: "json_schema", schema: {} } } },
      { tools, tool_choice: { type: "any" } },
      { tools, tool_choice: { type: "tool", name: "weather" } },
    ]) {
      expect(await refuse({ ...change, max_tokens: 0 }, open)).toMatch(/max_tokens/);
    }
  });

  it("M041 M042 M052 asks a model for nothing it lacks", async () => {
    const lacking = (capabilities: object) => ({ headers, model: { capabilities } });
    const manual = { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 4000 };
    expect(await refuse(manual, lacking({ thinking: ["adaptive"] }))).toBe(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
    expect(
      await refuse({ thinking: { type: "adaptive" } }, lacking({ thinking: ["enabled"] })),
    ).toBe("adaptive thinking is not supported on this model");
    expect(
      await refuse(
        { tools, tool_choice: { type: "any" } },
        lacking({ toolChoice: ["auto", "none"] }),
      ),
    ).toBe('tool_choice: type "tool" and "any" are not supported for this model.');
    expect(
      await refuse(talk(["user", "a"], ["system", "s"]), lacking({ systemTurns: false })),
    ).toContain('Unexpected role "system"');
  });

  it("M043 M049 M056 may have turns of one role in a row, a final system turn and split results", async () => {
    let received: string[] = [];
    async function* note({ conversation }: InProcessRequest) {
      received = conversation.turns.map(({ role, blocks }) => `${role} ${blocks.length}`);
      yield "x";
    }
    await ask(note, talk(["user", "a"], ["user", "b"]), open);
    expect(received).toEqual(["user 2"]);
    await ask(
      note,
      talk(["user", "a"], ["assistant", "b"], ["assistant", "c"], ["user", "d"]),
      open,
    );
    expect(received).toEqual(["user 1", "assistant 2", "user 1"]);
    await ask(note, talk(["user", "a"], ["system", "s"]), open);
    expect(received).toEqual(["user 1", "system 1"]);
    const calls = ["assistant", [use("t1"), use("t2")]] as const;
    await ask(
      note,
      { tools, ...talk(["user", "a"], calls, ["user", [result("t1")]], ["user", [result("t2")]]) },
      { headers, validation: strict },
    );
    expect(received).toEqual(["user 1", "assistant 2", "user 2"]);
  });

  it("M045 is continued from a prefill where the model can", async () => {
    const prefilled = talk(["user", "a"], ["assistant", "The answer is"]);
    async function* goOn({ conversation }: InProcessRequest) {
      yield conversation.turns.at(-1)?.role === "assistant" ? " 42." : "lost";
    }
    expect((await ask(goOn, prefilled, open)).content).toEqual([{ type: "text", text: " 42." }]);
    expect(await refuse(prefilled, { headers, model: { capabilities: { prefill: false } } })).toBe(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  });

  it("M072 is counted as it is then billed", async () => {
    const { service } = serviceOf(["x"]);
    const { max_tokens: _, ...countable } = minimal;
    const path = "/v1/messages/count_tokens";
    const counted = await (await post(service, countable, { headers, path })).json();
    const { input_tokens } = (await (await post(service, minimal, open)).json()).usage;
    expect(counted).toEqual({ input_tokens });
    expect(input_tokens).toBeGreaterThan(0);
  });
});

describe("headers and bodies", () => {
  it.each([
    ["M006", undefined, "anthropic-version: header is required"],
    ["M007", "1999-01-01", 'anthropic-version: "1999-01-01" is not a valid version'],
    [
      "M008",
      "2023-06-01, 2023-06-01",
      'anthropic-version: "2023-06-01, 2023-06-01" is not a valid version',
    ],
  ])("%s refuses the version %s", async (_id, version, message) => {
    expect(await refuse({}, { headers: { "anthropic-version": version } })).toBe(message);
  });

  it("M013 refuses every method but POST, and says which one it takes", async () => {
    const { service } = serviceOf(["x"]);
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await service.request("/v1/messages", { method, headers: headersOf() });
      await expectError(response, 405, "invalid_request_error");
      expect(response.headers.get("allow")).toMatch(/\bPOST\b/);
    }
  });

  it("M016 refuses a body over 32 MiB, and takes one of just that size", async () => {
    const { service } = serviceOf(["x"], { model: { countInputTokens: () => 1 } });
    const limit = 32 * 1024 * 1024;
    const frame = JSON.stringify({ ...minimal, messages: [{ role: "user", content: "" }] });
    const sized = (size: number) =>
      frame.replace('"content":""', `"content":"${"a".repeat(size - frame.length)}"`);
    expect((await post(service, sized(limit))).status).toBe(200);
    await expectError(await post(service, sized(limit + 1)), 413, "request_too_large");
  });

  it.each(["temperature", "top_p", "top_k"])(
    "M025 M028 knows no %s since 2026-10-21",
    async (field) => {
      const headers = { "anthropic-version": "2026-10-21" };
      for (const value of [1, 5, 0.5]) {
        expect(await refuse({ [field]: value }, { headers })).toBe(
          `${field}: Extra inputs are not permitted`,
        );
      }
    },
  );

  it("M026 M027 takes a temperature from 0 to 1 under 2023-06-01", async () => {
    async function* echo({ conversation }: InProcessRequest) {
      yield String(conversation.temperature);
    }
    expect((await ask(echo, { temperature: 0.5 })).content).toMatchObject([{ text: "0.5" }]);
    expect(await refuse({ temperature: 1.5 })).toMatch(/^temperature: /);
  });

  it("M058 takes documents of the assistant under 2023-06-01 only, but always in tool results", async () => {
    const direct = talk(["user", "a"], ["assistant", [document]], ["user", "b"]);
    const nested = talk(
      ["user", "a"],
      ["assistant", [use("t")]],
      ["user", [result("t", [document])]],
    );
    const headers = { "anthropic-version": "2026-10-21" };
    expect(await refuse(direct, { headers })).toMatch(/^messages\.1\.content\.0: .*document/);
    await ask(["x"], { tools, ...nested }, { headers });
    await ask(["x"], direct);
  });

  it("M059 takes citations of the user under 2023-06-01 only", async () => {
    const citation = {
      type: "char_location",
      cited_text: "a",
      document_index: 0,
      document_title: null,
      start_char_index: 0,
      end_char_index: 1,
      file_id: null,
    };
    const cited = talk(["user", [{ type: "text", text: "a", citations: [citation] }]]);
    expect(await refuse(cited, { headers: { "anthropic-version": "2026-10-21" } })).toMatch(
      /^messages\.0\.content\.0\.text\.citations: /,
    );
    await ask(["x"], cited);
  });

  it("M097 reads a body that is cut between any two bytes", async () => {
    async function* echo({ conversation }: InProcessRequest) {
      const block = conversation.turns[0]?.blocks[0];
      yield block?.type === "text" ? block.text : "";
    }
    const { service } = serviceOf(echo);
    const bytes = new TextEncoder().encode(
      JSON.stringify({ ...minimal, messages: [{ role: "user", content: "aé€😀" }] }),
    );
    for (let cut = 1; cut < bytes.length; cut++) {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.slice(0, cut));
          controller.enqueue(bytes.slice(cut));
          controller.close();
        },
      });
      const init = { method: "POST", headers: headersOf(), body, duplex: "half" };
      const message = await (await service.request("/v1/messages", init)).json();
      expect(message.content).toEqual([{ type: "text", text: "aé€😀" }]);
    }
  });

  it.each([
    ["open", "open"],
    ["strict", strict],
  ] as const)(
    "M109 takes what Claude Code sends, in the %s profile",
    async (_profile, validation) => {
      const cache_control = { type: "ephemeral" };
      const body = {
        max_tokens: 128_000,
        system: [
          {
            type: "text",
            text: "x-anthropic-billing-header: cc_version=2.1.329; cc_entrypoint=cli;",
          },
          { type: "text", text: "You are an agent.", cache_control },
          {
            type: "text",
            text: "Long instructions.",
            cache_control: { ...cache_control, ttl: "5m" },
          },
        ],
        tools: [
          { name: "Bash", description: "Runs.", input_schema: { type: "object", properties: {} } },
          { name: "Fetch", input_schema: { type: "object" }, defer_loading: true },
        ],
        metadata: { user_id: JSON.stringify({ device_id: "d".repeat(300), session_id: "s" }) },
        thinking: { type: "adaptive", display: "omitted" },
        context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
        output_config: { effort: "high" },
        messages: [
          { role: "user", content: [{ type: "text", text: "hi" }] },
          {
            role: "system",
            content: [{ type: "text", text: "A reminder.", cache_control }],
            output_config: { effort: "high" },
          },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "", signature: "Zm9yZWlnbg==" },
              { ...use("toolu_01A"), name: "Bash", caller: { type: "direct" } },
            ],
          },
          {
            role: "user",
            content: [{ ...result("toolu_01A"), is_error: false, cache_control }],
          },
        ],
      };
      const headers = {
        "anthropic-beta":
          "claude-code-20250219,context-1m-2025-08-07,interleaved-thinking-2025-05-14,context-management-2025-06-27,advanced-tool-use-2025-11-20,effort-2025-11-24,mid-conversation-output-config-2026-07-01",
        "x-app": "cli",
        "x-claude-code-session-id": "s",
        "anthropic-dangerous-direct-browser-access": "true",
      };
      const path = "/v1/messages?beta=true";
      const message = await ask([thinking("Hm."), "Done."], body, { headers, path, validation });
      expect(message.content.map(({ type }) => type)).toEqual(["thinking", "text"]);
      await askStream(["Done."], body, { headers, path, validation });
    },
  );
});
