import {
  type ErrorKind,
  type InProcessRequest,
  refusal,
  ServiceError,
  stop,
  thinking,
  toolCall,
} from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import {
  ask,
  askStream,
  expectError,
  failing,
  headersOf,
  minimal,
  post,
  refuse,
  talk,
} from "./helpers.js";

const tools = [{ name: "weather", input_schema: { type: "object" } }];

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

  it("M068 reports a refusal with its details", async () => {
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

  it("M070 hides thinking on demand, and signs it all the same", async () => {
    for (const own of [undefined, "c2lnbmVk"]) {
      const { content } = await ask([thinking("Secret.", { signature: own }), "Said."], hidden);
      expect(content).toEqual([
        { type: "thinking", thinking: "", signature: own ?? expect.stringMatching(/^[\w+/=]+$/) },
        { type: "text", text: "Said." },
      ]);
    }
  });

  it("M071 can be sent back with its thinking, if nobody altered the signature", async () => {
    for (const change of [hidden, {}]) {
      const [reasoning, text] = (await ask([thinking("Secret."), "Said."], change)).content;
      const echo = (signature: string | undefined) =>
        talk(["user", "a"], ["assistant", [{ ...reasoning, signature }, text]], ["user", "b"]);
      await ask(["x"], echo(reasoning?.signature));
      const altered = reasoning?.signature?.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
      expect(await refuse(echo(altered))).toBe(
        "messages.1.content.0: Invalid `signature` in `thinking` block",
      );
    }
  });

  it("M074 lists the models page by page, in both directions", async () => {
    const { service } = serviceOf([], {
      models: ["one", "two", "three"].map((id) => modelOf(["x"], {}, id)),
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
    const { service } = serviceOf(failing(kind));
    for (const stream of [false, true]) {
      const { error } = await expectError(
        await post(service, { ...minimal, stream }),
        status,
        type,
      );
      expect(error.message).toBe("No.");
    }
    const { headers } = await post(service, minimal);
    // Where a repetition cannot help, the answer says so to the official clients.
    const hopeless = status < 409 || status === 413;
    expect(headers.get("x-should-retry")).toBe(hopeless ? "false" : null);
  });

  it("M004 M006 M014 M017 names what is wrong in the order of the checks", async () => {
    const { service } = serviceOf(["x"], { model: { capabilities: { prefill: false } } });
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
    const { service } = serviceOf(["x"]);
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
    const { service } = serviceOf(["x"], { keys: broken });
    const { error } = await expectError(await post(service, minimal), 503, "api_error");
    expect(error.message).not.toContain("db.internal");
  });

  it("M101 of a model that throws says nothing of what it threw", async () => {
    const { service } = serviceOf(async function* () {
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
    const { service } = serviceOf(async function* () {
      yield* [];
      throw new ServiceError({ kind: "rate_limited", message: "Slow.", retryAfterSeconds: 1 });
    });
    const response = await post(service, minimal);
    await expectError(response, 429, "rate_limit_error");
    expect(response.headers.get("retry-after")).toBe("1");
  });
});
