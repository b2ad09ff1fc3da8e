import {
  type ErrorKind,
  type InProcessRequest,
  refusal,
  ServiceError,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { key, type Script, scripted, serve, until } from "./helpers.js";
import {
  ask,
  askStream,
  deltasOf,
  expectError,
  failing,
  headersOf,
  minimal,
  post,
  readFrames,
  refuse,
  replaying,
  talk,
  versions,
} from "./messages-helpers.js";

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

afterEach(() => {
  vi.useRealTimers();
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
    const { service } = serve(["x"]);
    const both = (good: string, other: string) =>
      post(service, minimal, {
        headers: { ...headers, "x-api-key": good, authorization: `Bearer ${other}` },
      });
    expect((await both(key, "garbage")).status).toBe(200);
    await expectError(await both("garbage", key), 401, "authentication_error");
  });

  it("M004 M005 needs a key that is known", async () => {
    const { service } = serve(["x"]);
    const none = await post(service, minimal, { headers: { ...headers, "x-api-key": undefined } });
    const { error } = await expectError(none, 401, "authentication_error");
    expect(error.message).toBe("x-api-key header is required");
    const wrong = await post(service, minimal, {
      headers: { ...headers, "x-api-key": "sk-wrong-0123456789" },
    });
    const answer = await expectError(wrong, 401, "authentication_error");
    expect(answer.error.message).toBe("invalid x-api-key");
    expect(JSON.stringify(answer)).not.toContain("sk-wrong");
  });

  it("M011 M012 may have a query and one trailing slash, and no other path", async () => {
    for (const path of ["/v1/messages?beta=true", "/v1/messages/"]) {
      expect((await ask(["Hello."], {}, { headers, path })).content).toEqual([
        { type: "text", text: "Hello." },
      ]);
    }
    const { service } = serve(["x"]);
    for (const path of ["/v1/messages/nowhere", "/v2/messages", "/v1/message"]) {
      await expectError(await post(service, minimal, { headers, path }), 404, "not_found_error");
    }
  });

  it("M025 M028 counts by the same rules as it answers", async () => {
    const { service } = serve(["x"]);
    const path = "/v1/messages/count_tokens";
    const response = await post(service, { ...minimal, temperature: 1 }, { headers, path });
    expect(response.status).toBe(version === "2026-10-21" ? 400 : 200);
    const late = await post(service, { messages: minimal.messages }, { headers, path });
    expect((await expectError(late, 400, "invalid_request_error")).error.message).toBe(
      "model: Field required",
    );
  });

  it("M014 M101 must be JSON", async () => {
    const { service } = serve(["x"]);
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
    const { service } = serve(["x"], { model: { aliases: ["nickname"] } });
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
    const thoughts = { type: "enabled", budget_tokens: 2000 };
    expect(await refuse({ thinking: thoughts, max_tokens: 2000 }, open)).toMatch(
      /^`max_tokens` must be greater than `thinking\.budget_tokens`/,
    );
    await ask(["x"], { thinking: thoughts, max_tokens: 2001 }, open);
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
    let seen: string[] = [];
    async function* note({ conversation }: InProcessRequest) {
      seen = conversation.turns.map(({ role, blocks }) => `${role} ${blocks.length}`);
      yield "x";
    }
    await ask(note, talk(["user", "a"], ["user", "b"]), open);
    expect(seen).toEqual(["user 2"]);
    await ask(
      note,
      talk(["user", "a"], ["assistant", "b"], ["assistant", "c"], ["user", "d"]),
      open,
    );
    expect(seen).toEqual(["user 1", "assistant 2", "user 1"]);
    await ask(note, talk(["user", "a"], ["system", "s"]), open);
    expect(seen).toEqual(["user 1", "system 1"]);
    const calls = ["assistant", [use("t1"), use("t2")]] as const;
    await ask(
      note,
      { tools, ...talk(["user", "a"], calls, ["user", [result("t1")]], ["user", [result("t2")]]) },
      { headers, validation: "strict" },
    );
    expect(seen).toEqual(["user 1", "assistant 2", "user 2"]);
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
    const { service } = serve(["x"]);
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
    const { service } = serve(["x"]);
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await service.request("/v1/messages", { method, headers: headersOf() });
      await expectError(response, 405, "invalid_request_error");
      expect(response.headers.get("allow")).toMatch(/\bPOST\b/);
    }
  });

  it("M016 refuses a body over 32 MiB, and takes one of just that size", async () => {
    const { service } = serve(["x"], { model: { countInputTokens: () => 1 } });
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
    const { service } = serve(echo);
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

  it.each(["open", "strict"] as const)(
    "M109 takes what Claude Code sends, in the %s profile",
    async (validation) => {
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

describe("an answer", () => {
  it("M062 ends before its stop sequence, and names it", async () => {
    const message = await ask(["One, tw", "o, three"], { stop_sequences: ["four", "two"] });
    expect(message).toMatchObject({
      content: [{ type: "text", text: "One, " }],
      stop_reason: "stop_sequence",
      stop_sequence: "two",
    });
  });

  it("M063 is cut by its length", async () => {
    const message = await ask(["a".repeat(100)], { max_tokens: 5 });
    expect(message).toMatchObject({
      content: [{ type: "text", text: "a".repeat(20) }],
      stop_reason: "max_tokens",
      stop_sequence: null,
      usage: { output_tokens: 5 },
    });
  });

  it("M064 M065 has its tool calls as blocks under one reason", async () => {
    const script = [
      toolCall({ name: "weather", arguments: { place: "Oslo" } }),
      toolCall({ name: "weather", arguments: {} }),
    ];
    const message = await ask(script, { tools });
    expect(message.stop_reason).toBe("tool_use");
    expect(message.content).toEqual(
      [{ place: "Oslo" }, {}].map((input) => ({
        type: "tool_use",
        id: expect.stringMatching(/^toolu_01/),
        name: "weather",
        input,
        caller: { type: "direct" },
      })),
    );
    expect(new Set(message.content.map(({ id }) => id)).size).toBe(2);
  });

  it("M066 keeps the finished members of a clipped input", async () => {
    const script = [
      toolCall({
        name: "weather",
        arguments: '{"place":"Oslo","days":12,"note":"aaaaaaaaaaaaaaaa"}',
      }),
    ];
    const message = await ask(script, { tools, max_tokens: 8 });
    expect(message).toMatchObject({
      stop_reason: "max_tokens",
      content: [{ type: "tool_use", input: { place: "Oslo", days: 12 } }],
    });
    expect(message.content[0]?.input).not.toHaveProperty("note");
    expect((await ask(script, { tools, max_tokens: 1 })).content[0]?.input).toEqual({});
  });

  it("M067 passes a call whole in which a stop sequence occurs", async () => {
    const script = [toolCall({ name: "weather", arguments: { place: "Oslo, Norway" } })];
    expect(await ask(script, { tools, stop_sequences: [","] })).toMatchObject({
      content: [{ type: "tool_use", input: { place: "Oslo, Norway" } }],
      stop_reason: "tool_use",
      stop_sequence: null,
    });
  });

  it("M068 tells a refusal with its details", async () => {
    const details = { category: "cyber", explanation: "Not this." };
    const message = await ask([stop("refusal", { refusal: details })]);
    expect(message).toMatchObject({
      content: [],
      stop_reason: "refusal",
      stop_details: { type: "refusal", ...details },
    });
    expect(await ask([refusal("No.")])).toMatchObject({
      content: [{ type: "text", text: "No." }],
      stop_reason: "refusal",
      stop_details: { type: "refusal" },
    });
  });

  it("M069 has a structured output as one text block that keeps to the schema", async () => {
    const schema = {
      type: "object",
      properties: { city: { type: "string" }, degrees: { type: "integer" } },
      required: ["city", "degrees"],
      additionalProperties: false,
    };
    async function* fill({ conversation }: InProcessRequest) {
      const { output } = conversation;
      expect(output).toEqual({ type: "json_schema", schema });
      yield '{"city":"Os';
      yield 'lo","degrees":-3}';
    }
    for (const change of [
      { output_config: { format: { type: "json_schema", schema } } },
      { output_format: { type: "json_schema", schema } },
    ]) {
      const { content } = await ask(fill, change);
      expect(content).toEqual([{ type: "text", text: expect.any(String) }]);
      expect(JSON.parse(content[0]?.text ?? "")).toEqual({ city: "Oslo", degrees: -3 });
    }
  });

  it.each([
    ["pause", "pause_turn"],
    ["context_window", "model_context_window_exceeded"],
    ["content_filter", "refusal"],
  ] as const)("that ends for %s says %s, also without any block", async (reason, wire) => {
    expect(await ask([stop(reason)])).toMatchObject({ content: [], stop_reason: wire });
    const frames = await askStream([stop(reason)]);
    expect(frames.map(({ event }) => event)).toEqual([
      "message_start",
      "message_delta",
      "message_stop",
    ]);
    expect(frames[1]?.data.delta?.stop_reason).toBe(wire);
  });

  const hidden = { thinking: { type: "adaptive", display: "omitted" } };

  it("M070 hides thoughts on demand, and proves them all the same", async () => {
    for (const own of [undefined, "c2lnbmVk"]) {
      const { content } = await ask([thinking("Secret.", { signature: own }), "Said."], hidden);
      expect(content).toEqual([
        { type: "thinking", thinking: "", signature: own ?? expect.stringMatching(/^[\w+/=]+$/) },
        { type: "text", text: "Said." },
      ]);
    }
  });

  it("M071 can be sent back with its thoughts, if nobody altered the signature", async () => {
    for (const change of [hidden, {}]) {
      const [thought, text] = (await ask([thinking("Secret."), "Said."], change)).content;
      const echo = (signature: string | undefined) =>
        talk(["user", "a"], ["assistant", [{ ...thought, signature }, text]], ["user", "b"]);
      await ask(["x"], echo(thought?.signature));
      const altered = thought?.signature?.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
      expect(await refuse(echo(altered))).toBe(
        "messages.1.content.0: Invalid `signature` in `thinking` block",
      );
    }
  });

  it("M074 lists the models page by page, in both directions", async () => {
    const { service } = serve([], {
      models: ["one", "two", "three"].map((id) => scripted(["x"], {}, id)),
    });
    const page = async (query: string) => {
      const response = await service.request(`/v1/models${query}`, { headers: headersOf() });
      expect(response.headers.get("request-id")).toMatch(/^req_01/);
      const { data, ...rest } = await response.json();
      return { ids: data.map(({ id }: { id: string }) => id), ...rest };
    };
    expect(await page("?limit=1")).toEqual({
      ids: ["one"],
      has_more: true,
      first_id: "one",
      last_id: "one",
    });
    expect(await page("?limit=1&after_id=one")).toMatchObject({ ids: ["two"], has_more: true });
    expect(await page("?limit=1&after_id=two")).toMatchObject({ ids: ["three"], has_more: false });
    expect(await page("?limit=1&before_id=three")).toMatchObject({ ids: ["two"], has_more: true });
    expect(await page("")).toMatchObject({ ids: ["one", "two", "three"], has_more: false });
  });
});

describe("a stream", () => {
  it("M076 M077 M079 M088 has its events in order, with their names and counts", async () => {
    const frames = await askStream(["Hello", " there.", usage({ input: 7, output: 3 })]);
    expect(frames.map(({ data }) => data.type)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop",
    ]);
    for (const { event, data } of frames) expect(event).toBe(data.type);
    expect(frames[0]?.data.message).toMatchObject({
      type: "message",
      role: "assistant",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    });
    const [end, ...others] = frames.filter(({ data }) => "stop_reason" in (data.delta ?? {}));
    expect(others).toEqual([]);
    expect(end?.data).toEqual({
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null, stop_details: null },
      usage: {
        input_tokens: 7,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 3,
      },
    });
  });

  it("M078 M093 has the headers of an event stream, and ends in a blank line", async () => {
    const { service } = serve(["x"]);
    const response = await post(service, { ...minimal, stream: true });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream(; charset=utf-8)?$/);
    expect(response.headers.get("request-id")).toMatch(/^req_01/);
    expect(response.headers.get("cache-control")).toMatch(/no-cache|no-store/);
    expect(await response.text()).toMatch(/\ndata: \{"type":"message_stop"\}\n\n$/);
  });

  it("M080 M097 adds up to the text of the answer without a stream, halves of characters included", async () => {
    const script = ["aé", "€", "\ud83d", "\ude00 end"];
    const frames = await askStream(script);
    const text = deltasOf(frames, 0)
      .map((delta) => delta.text)
      .join("");
    expect(text).toBe("aé€😀 end");
    expect((await ask(script)).content).toEqual([{ type: "text", text }]);
  });

  it("M081 M086 has text and two calls one after another", async () => {
    const script = [
      "Wait.",
      toolCallStart({ name: "weather" }),
      toolCallArguments('{"pla'),
      toolCallArguments('ce":"Oslo"}'),
      toolCall({ name: "weather" }),
    ];
    const frames = await askStream(script, { tools });
    const starts = frames.filter(({ data }) => data.type === "content_block_start");
    expect(starts.map(({ data }) => data.content_block)).toMatchObject([
      { type: "text", text: "" },
      { type: "tool_use", name: "weather", input: {}, id: expect.stringMatching(/^toolu_/) },
      { type: "tool_use", name: "weather", input: {}, id: expect.stringMatching(/^toolu_/) },
    ]);
    const pieces = (index: number) => deltasOf(frames, index).map((delta) => delta.partial_json);
    expect(pieces(1)[0]).toBe("");
    expect(JSON.parse(pieces(1).join(""))).toEqual({ place: "Oslo" });
    expect(pieces(2)[0]).toBe("");
    expect(JSON.parse(pieces(2).join(""))).toEqual({});
    const indexes = frames.flatMap(({ data }) => data.index ?? []);
    expect(indexes).toEqual(indexes.toSorted());
    expect(new Set(indexes)).toEqual(new Set([0, 1, 2]));
    const stops = frames.filter(({ data }) => data.type === "content_block_stop");
    expect(stops.map(({ data }) => data.index)).toEqual([0, 1, 2]);
    expect(frames.at(-2)?.data.delta?.stop_reason).toBe("tool_use");
  });

  it.each([undefined, "c2lnbmVk"])(
    "M082 closes thoughts with one signature (own: %s)",
    async (own) => {
      const frames = await askStream([
        thinking("Let "),
        thinking("me.", { signature: own }),
        "Ok.",
      ]);
      expect(frames[1]?.data.content_block).toEqual({
        type: "thinking",
        thinking: "",
        signature: "",
      });
      expect(deltasOf(frames, 0)).toEqual([
        { type: "thinking_delta", thinking: "Let " },
        { type: "thinking_delta", thinking: "me." },
        { type: "signature_delta", signature: own ?? expect.stringMatching(/./) },
      ]);
    },
  );

  it("M083 shows no thoughts that shall be omitted, only their signature", async () => {
    const frames = await askStream([thinking("Let me."), "Ok."], {
      thinking: { type: "adaptive", display: "omitted" },
    });
    expect(deltasOf(frames, 0)).toEqual([
      { type: "signature_delta", signature: expect.stringMatching(/./) },
    ]);
    expect(JSON.stringify(frames)).not.toContain("Let me.");
  });

  it("M084 has its citations within the text block, which starts with none", async () => {
    const citation = { type: "char_location", cited_text: "a", document_index: 0 };
    const model = replaying([
      { type: "open", index: 0, block: { type: "text" } },
      { type: "delta", index: 0, delta: { type: "text", text: "So " } },
      { type: "delta", index: 0, delta: { type: "citation", format: "messages", value: citation } },
      { type: "delta", index: 0, delta: { type: "text", text: "it is." } },
      { type: "close", index: 0 },
    ]);
    const change = talk(["user", [{ ...document, citations: { enabled: true } }]]);
    const frames = await askStream([], change, { models: [model] });
    expect(frames[1]?.data.content_block).toEqual({ type: "text", text: "", citations: [] });
    expect(deltasOf(frames, 0)).toEqual([
      { type: "text_delta", text: "So " },
      { type: "citations_delta", citation },
      { type: "text_delta", text: "it is." },
    ]);
    expect((await ask([], change, { models: [model] })).content).toEqual([
      { type: "text", text: "So it is.", citations: [citation] },
    ]);
  });

  it("M085 has the results of server tools whole, and counts the calls", async () => {
    const call = {
      type: "server_tool_use",
      id: "srvtoolu_01",
      name: "web_search",
      input: { q: "a" },
    };
    const found = { type: "web_search_tool_result", tool_use_id: "srvtoolu_01", content: [] };
    const model = replaying(
      [call, found].flatMap((value, index) => [
        { type: "open", index, block: { type: "native", format: "messages", value } },
        { type: "close", index },
      ]),
    );
    const frames = await askStream([], {}, { models: [model] });
    const starts = frames.flatMap(({ data }) => data.content_block ?? []);
    expect(starts).toEqual([{ ...call, input: {} }, found]);
    expect(
      deltasOf(frames, 0)
        .map((delta) => delta.partial_json)
        .join(""),
    ).toBe('{"q":"a"}');
    expect(deltasOf(frames, 1)).toEqual([]);
    expect(frames.at(-2)?.data.usage?.server_tool_use).toMatchObject({ web_search_requests: 1 });
    const message = await ask([], {}, { models: [model] });
    expect(message.content).toEqual([call, found]);
    expect(message.usage.server_tool_use).toMatchObject({ web_search_requests: 1 });
  });

  it("M087 leaves a clipped call open", async () => {
    const frames = await askStream(
      ["Ok.", toolCall({ name: "weather", arguments: { place: "a".repeat(100) } })],
      { tools, max_tokens: 10 },
    );
    expect(frames.map(({ data }) => data.type)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "message_delta",
      "message_stop",
    ]);
    expect(frames.at(-2)?.data.delta?.stop_reason).toBe("max_tokens");
  });

  it("M089 fails as ordinary JSON before its first byte", async () => {
    const { service } = serve(failing("overloaded"));
    const response = await post(service, { ...minimal, stream: true });
    await expectError(response, 529, "overloaded_error");
  });

  it("M090 fails after its first byte with one error event, and nothing after it", async () => {
    const { service } = serve(async function* () {
      yield "Half an ans";
      throw new ServiceError({ kind: "overloaded", message: "Too busy." });
    });
    const response = await post(service, { ...minimal, stream: true });
    const frames = readFrames(await response.text()).filter(({ event }) => event !== "ping");
    expect(frames.map(({ event }) => event)).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "error",
    ]);
    expect(frames.at(-1)?.data).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Too busy." },
      request_id: response.headers.get("request-id"),
    });
  });

  it("M091 sends a first ping right after the start of the first block, and no more without need", async () => {
    const { service } = serve([thinking("Hm."), "Hello."]);
    const response = await post(service, { ...minimal, stream: true });
    const events = readFrames(await response.text()).map(({ event }) => event);
    expect(events.slice(0, 4)).toEqual([
      "message_start",
      "content_block_start",
      "ping",
      "content_block_delta",
    ]);
    expect(events.filter((event) => event === "ping")).toHaveLength(1);
  });

  it("M091 sends a ping every 15 seconds of silence", async () => {
    vi.useFakeTimers();
    const { service } = serve(async function* () {
      yield "a";
      await new Promise((resolve) => setTimeout(resolve, 46_000));
      yield "b";
    });
    const response = await post(service, { ...minimal, stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const blocks: string[] = [];
    const reading = (async () => {
      for (;;) {
        const next = await reader?.read();
        if (!next || next.done) return;
        blocks.push(next.value);
      }
    })();
    await vi.advanceTimersByTimeAsync(14_900);
    const before = blocks.length;
    await vi.advanceTimersByTimeAsync(30_200);
    expect(blocks.slice(before)).toEqual(Array(3).fill('event: ping\ndata: {"type": "ping"}\n\n'));
    await vi.advanceTimersByTimeAsync(1_000);
    await reading;
    expect(blocks.join("")).toMatch(/event: message_stop\n.*\n\n$/);
  });

  it("M092 stops the model once its reader leaves", async () => {
    let aborted = false;
    let yields = 0;
    const { service, ledger } = serve(async function* ({ signal }) {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      for (; yields < 1000; yields++) yield "piece ";
    });
    const response = await post(service, { ...minimal, stream: true });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await until(() => aborted && ledger.rows()[0]?.state === "settled");
    expect(yields).toBeLessThan(10);
  });
});

describe("a reply of one script", () => {
  const scripts: Readonly<Record<string, Script>> = {
    text: ["Hel", "lo.", usage({ input: 3, output: 2, cacheRead: 1, cacheWriteLong: 4 })],
    thoughts: [thinking("Hm."), "So."],
    tools: ["Ok.", toolCall({ name: "weather", id: "toolu_a", arguments: { place: "Oslo" } })],
    clipped: [toolCall({ name: "weather", id: "toolu_b", arguments: { place: "a".repeat(3000) } })],
    refused: [refusal("No."), stop("refusal", { refusal: { category: null, explanation: "No." } })],
  };

  it.each(Object.entries(scripts))(
    "M080 M088 M094 is the same as a stream and whole: %s",
    async (_name, script) => {
      const whole = await ask(script, { tools });
      const frames = await askStream(script, { tools });
      const end = frames.at(-2)?.data;
      const { stop_reason, stop_sequence, stop_details, usage: counts } = whole;
      expect(end?.delta).toEqual({ stop_reason, stop_sequence, stop_details });
      expect(counts).toMatchObject(end?.usage ?? {});
      const started = frames[0]?.data.message?.usage;
      for (const side of [
        "input_tokens",
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
      ]) {
        expect(started?.[side]).toEqual(expect.any(Number));
      }
      const { id: _id, content: _content, ...rest } = whole;
      const {
        id: __,
        content: none,
        ...start
      } = frames[0]?.data.message ?? { id: "", content: [] };
      expect(none).toEqual([]);
      expect(Object.keys(start).toSorted()).toEqual(Object.keys(rest).toSorted());
      const types = frames.flatMap(({ data }) => data.content_block?.type ?? []);
      expect(types).toEqual(whole.content.map(({ type }) => type));
      whole.content.forEach((block, index) => {
        const joined = (field: string) =>
          deltasOf(frames, index)
            .map((delta) => delta[field] ?? "")
            .join("");
        if (block.type === "text") expect(joined("text")).toBe(block.text);
        if (block.type === "thinking") expect(joined("thinking")).toBe(block.thinking);
        if (block.type === "thinking") expect(joined("signature")).toBe(block.signature);
        if (block.type === "tool_use" && stop_reason === "tool_use")
          expect(JSON.parse(joined("partial_json"))).toEqual(block.input);
      });
    },
  );
});

describe("an error", () => {
  const kinds: readonly (readonly [ErrorKind, number, string])[] = [
    ["bad_request", 400, "invalid_request_error"],
    ["unauthenticated", 401, "authentication_error"],
    ["budget_exhausted", 402, "billing_error"],
    ["no_permission", 403, "permission_error"],
    ["conflict", 409, "conflict_error"],
    ["too_large", 413, "request_too_large"],
    ["rate_limited", 429, "rate_limit_error"],
    ["internal", 500, "api_error"],
    ["upstream_unavailable", 502, "api_error"],
    ["upstream_timeout", 504, "timeout_error"],
    ["overloaded", 529, "overloaded_error"],
  ];
  it.each(kinds)("M100 M101 of kind %s is %i %s", async (kind, status, type) => {
    const { service } = serve(failing(kind));
    for (const stream of [false, true]) {
      const { error } = await expectError(
        await post(service, { ...minimal, stream }),
        status,
        type,
      );
      expect(error.message).toBe("No.");
    }
    const { headers } = await post(service, minimal);
    // Where a repetition cannot help, the official clients are told so.
    const hopeless = status < 409 || status === 413;
    expect(headers.get("x-should-retry")).toBe(hopeless ? "false" : null);
  });

  it("M004 M006 M014 M017 names what is wrong in the order of the checks", async () => {
    const { service } = serve(["x"], { model: { capabilities: { prefill: false } } });
    const prefill = talk(["user", "a"], ["assistant", "b"]);
    const steps: readonly (readonly [body: unknown, headers: object, message: RegExp])[] = [
      ["{", { "x-api-key": undefined, "anthropic-version": undefined }, /x-api-key/],
      ["{", { "anthropic-version": undefined }, /^anthropic-version/],
      ["{", {}, /JSON/],
      [{ ...minimal, ...prefill, max_tokens: undefined, model: "nobody" }, {}, /^max_tokens: /],
      [{ ...minimal, ...prefill, model: "nobody" }, {}, /^model: nobody$/],
      [{ ...minimal, ...prefill }, {}, /prefill/],
    ];
    for (const [body, headers, message] of steps) {
      const response = await post(service, body, { headers: { ...headers } });
      expect((await response.json()).error.message).toMatch(message);
    }
  });

  it("M005 never repeats a key, nor takes two", async () => {
    const { service } = serve(["x"]);
    for (const secret of [
      "sk-secret-42, sk-secret-43",
      `${key}, ${key}`,
      "sk-secret-".repeat(500),
    ]) {
      for (const headers of [
        { "x-api-key": secret },
        { "x-api-key": undefined, authorization: `Bearer ${secret}` },
      ]) {
        const response = await post(service, minimal, { headers });
        const answer = await expectError(response, 401, "authentication_error");
        expect(JSON.stringify([answer, [...response.headers]])).not.toMatch(/sk-/);
        expect(response.headers.get("x-should-retry")).toBe("false");
      }
    }
  });

  it("M101 of a store that fails is 503, and lets nobody in", async () => {
    const broken = {
      find: async () => {
        throw new Error("The database at db.internal is down.");
      },
    };
    const { service } = serve(["x"], { keys: broken });
    const { error } = await expectError(await post(service, minimal), 503, "api_error");
    expect(error.message).not.toContain("db.internal");
  });

  it("M101 of a model that throws says nothing of what it threw", async () => {
    const { service } = serve(async function* () {
      yield* [];
      throw new Error("secret detail");
    });
    for (const stream of [false, true]) {
      const { error } = await expectError(
        await post(service, { ...minimal, stream }),
        500,
        "api_error",
      );
      expect(error.message).not.toContain("secret");
    }
  });

  it("M098 of a rate limit says when to come back", async () => {
    const { service } = serve(async function* () {
      yield* [];
      throw new ServiceError({ kind: "rate_limited", message: "Slow.", retryAfterSeconds: 1 });
    });
    const response = await post(service, minimal);
    await expectError(response, 429, "rate_limit_error");
    expect(response.headers.get("retry-after")).toBe("1");
  });
});
