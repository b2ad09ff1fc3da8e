import Anthropic from "@anthropic-ai/sdk";
import {
  type ErrorKind,
  type InProcessRequest,
  ServiceError,
  thinking,
  toolCall,
  usage,
} from "@diglot/core";
import { messagesClient, messagesClients, recording } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { modelOf, type Script } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { closeAll, ways } from "../service/ways.js";

afterAll(closeAll);

type Options = ServedOptions;

const question = {
  model: "scripted",
  max_tokens: 500,
  messages: [{ role: "user" as const, content: "hi" }],
};
const weather = {
  name: "weather",
  description: "The weather of a place.",
  input_schema: { type: "object" as const, properties: { place: { type: "string" } } },
};

/** Calls two tools at once, then says what came back. */
async function* callsTwoTools({ conversation }: InProcessRequest) {
  const last = conversation.turns.at(-1);
  const results = last?.blocks.filter((block) => block.type === "tool_result") ?? [];
  if (results.length > 0) {
    yield `I was told ${results.length} results.`;
    return;
  }
  yield thinking("Two places, two calls.", { signature: "c2lnbmVk" });
  yield "Let me look. ";
  yield toolCall({ name: "weather", arguments: { place: "Oslo" } });
  yield toolCall({ name: "weather", arguments: { place: "Rome" } });
}

describe.each(Object.entries(messagesClients))("%s", (_client, Client) => {
  describe.each(ways)("%s", (_way, open) => {
    async function clientOf(script: Script, options?: Options) {
      const way = await open(script, options);
      return { ...way, client: messagesClient(way, Client) };
    }

    it("M001 M002 creates a message", async () => {
      const { client } = await clientOf(["Hello", " there."]);
      const message = await client.messages.create(question);
      expect(message).toMatchObject({
        type: "message",
        role: "assistant",
        stop_reason: "end_turn",
        content: [{ type: "text", text: "Hello there." }],
      });
      expect(message._request_id).toMatch(/^req_/);
    });

    it("M094 streams a message whose final form equals the JSON answer", async () => {
      const script = [
        thinking("Well.", { signature: "c2lnbmVk" }),
        "Some text. ",
        toolCall({ name: "weather", id: "toolu_fixed", arguments: { place: "Bergen" } }),
        usage({ input: 12, output: 34, cacheRead: 5 }),
      ];
      const ids = { create: (prefix: string) => `${prefix}fixed` };
      const { client } = await clientOf(script, { ids });
      const texts: string[] = [];
      const stream = client.messages.stream(question).on("text", (text) => texts.push(text));
      const streamed = await stream.finalMessage();
      expect(texts.join("")).toBe("Some text. ");
      // The stream helper adds `parsed_output`, which is not on the wire.
      expect({ ...streamed, parsed_output: undefined }).toEqual(
        await client.messages.create(question),
      );
    });

    it("M065 carries thinking and parallel tool calls over two turns", async () => {
      const { client } = await clientOf(callsTwoTools);
      const first = await client.messages.create({ ...question, tools: [weather] });
      expect(first.stop_reason).toBe("tool_use");
      const calls = first.content.filter((block) => block.type === "tool_use");
      expect(calls.map(({ input }) => input)).toEqual([{ place: "Oslo" }, { place: "Rome" }]);
      const results = calls.map(({ id }) => ({
        type: "tool_result" as const,
        tool_use_id: id,
        content: "sun",
      }));
      const second = await client.messages.create({
        ...question,
        tools: [weather],
        messages: [
          ...question.messages,
          { role: "assistant", content: first.content },
          { role: "user", content: results },
        ],
      });
      expect(second.content).toMatchObject([{ type: "text", text: "I was told 2 results." }]);
    });

    it("M092 aborts the model when the caller aborts, and settles what was generated", async () => {
      let aborted = false;
      const { client, ledger } = await clientOf(async function* ({ signal }) {
        signal.addEventListener("abort", () => {
          aborted = true;
        });
        yield "first";
        await new Promise(() => undefined);
      });
      const stream = client.messages.stream(question);
      stream.on("text", () => stream.abort());
      await expect(stream.finalMessage()).rejects.toBeInstanceOf(Client.APIUserAbortError);
      await until(() => aborted && ledger.all()[0]?.state === "settled");
      expect(ledger.all()[0]).toMatchObject({ end: "client_abort" });
    });

    it("M090 raises the error of a stream that fails after its head", async () => {
      const { client } = await clientOf(async function* () {
        yield "half an ans";
        throw new ServiceError({ kind: "overloaded", message: "Too busy." });
      });
      await expect(client.messages.stream(question).finalMessage()).rejects.toThrow(/Too busy/);
    });

    it("M074 M075 lists models page by page and finds one", async () => {
      const models = ["one", "two", "three"].map((id) =>
        modelOf(["x"], { aliases: [`${id}-latest`] }, id),
      );
      const { client } = await clientOf([], { models });
      const ids: string[] = [];
      for await (const model of client.models.list({ limit: 1 })) ids.push(model.id);
      expect(ids).toEqual(["one", "two", "three"]);
      expect((await client.models.retrieve("two-latest")).id).toBe("two");
      await expect(client.models.retrieve("nobody")).rejects.toBeInstanceOf(Client.NotFoundError);
    });

    it("M072 counts the tokens that a request then costs", async () => {
      const { client } = await clientOf(["x"]);
      const { max_tokens: _, ...countable } = question;
      const { input_tokens } = await client.messages.countTokens(countable);
      expect((await client.messages.create(question)).usage.input_tokens).toBe(input_tokens);
    });

    it("M011 is answered in the beta namespace as outside of it, with a query or without", async () => {
      const ids = { create: (prefix: string) => `${prefix}fixed` };
      const { client } = await clientOf(["fine"], { ids });
      const betas = ["context-management-2025-06-27"];
      const body = { ...question, context_management: { edits: [] } };
      const plain = { body, headers: { "anthropic-beta": betas.join() } };
      const answer = await client.post("/v1/messages", plain);
      expect(answer).toMatchObject({ content: [{ type: "text", text: "fine" }] });
      expect(await client.post("/v1/messages", { ...plain, query: { beta: true } })).toEqual(
        answer,
      );
      expect(await client.beta.messages.create({ ...body, betas })).toEqual(answer);
    });
  });

  const kinds: readonly [ErrorKind, number, string][] = [
    ["bad_request", 400, "BadRequestError"],
    ["no_permission", 403, "PermissionDeniedError"],
    ["conflict", 409, "ConflictError"],
    ["rate_limited", 429, "RateLimitError"],
    ["internal", 500, "InternalServerError"],
    ["overloaded", 529, "InternalServerError"],
  ];
  it.each(kinds)("M101 raises the right class for %s", async (kind, status, name) => {
    const { service } = serviceOf(async function* () {
      yield* [];
      throw new ServiceError({ kind, message: "No." });
    });
    const client = messagesClient(service, Client);
    const error = await client.messages.create(question).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Client[name as "BadRequestError"]);
    expect(error).toMatchObject({ status, requestID: expect.stringMatching(/^req_/) });
  });

  it("M005 M017 raises the class of each refusal and names the field at fault", async () => {
    const { service } = serviceOf(["x"]);
    const open = (apiKey: string) => messagesClient({ fetch: service.fetch, apiKey }, Client);
    await expect(open("sk-wrong-key-0123456789").messages.create(question)).rejects.toBeInstanceOf(
      Client.AuthenticationError,
    );
    await expect(
      open(key).messages.create({ ...question, model: "nobody" }),
    ).rejects.toBeInstanceOf(Client.NotFoundError);
    await expect(
      open(key).messages.create({ ...question, max_tokens: "many" as unknown as number }),
    ).rejects.toThrow(/max_tokens: /);
  });

  it("M098 retries a rate limit after its pause, and says so", async () => {
    // The pause is noted, and over at once.
    const { setTimeout: setRealTimeout } = globalThis;
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    const setShortTimeout = (callback: () => void, milliseconds?: number) =>
      setRealTimeout(callback, milliseconds === 1_000 ? 0 : milliseconds);
    timers.mockImplementation(setShortTimeout as typeof setTimeout);
    let calls = 0;
    const { service } = serviceOf(async function* () {
      calls += 1;
      if (calls === 1)
        throw new ServiceError({ kind: "rate_limited", message: "Slow.", retryAfterSeconds: 1 });
      yield "at last";
    });
    const { fetch, requests } = recording(service);
    const client = messagesClient({ fetch, maxRetries: 2 }, Client);
    expect((await client.messages.create(question)).content).toMatchObject([{ text: "at last" }]);
    expect(requests.map(({ headers }) => headers.get("x-stainless-retry-count"))).toEqual([
      "0",
      "1",
    ]);
    expect(timers.mock.calls.filter(([, milliseconds]) => milliseconds === 1_000)).toHaveLength(1);
  });

  it("does not repeat what cannot get better", async () => {
    const { service } = serviceOf(["x"]);
    const { fetch, requests } = recording(service);
    const client = messagesClient(
      { fetch, apiKey: "sk-wrong-key-0123456789", maxRetries: 2 },
      Client,
    );
    await expect(client.messages.create(question)).rejects.toBeInstanceOf(
      Client.AuthenticationError,
    );
    expect(requests).toHaveLength(1);
  });
});

describe("overload", () => {
  it("M100 raises the overloaded class of @anthropic-ai/sdk 1", async () => {
    const { service } = serviceOf(async function* () {
      yield* [];
      throw new ServiceError({ kind: "overloaded", message: "Busy." });
    });
    const client = messagesClient(service);
    const asked = client.messages.create(question);
    await expect(asked).rejects.toBeInstanceOf(Anthropic.OverloadedError);
  });
});

describe("the tool runner of @anthropic-ai/sdk 1", () => {
  it("falls back from server-side threads and finishes its loop", async () => {
    const { service } = serviceOf(callsTwoTools);
    const client = messagesClient(service);
    const places: unknown[] = [];
    const message = await client.beta.messages.toolRunner({
      ...question,
      tools: [
        {
          ...weather,
          type: "custom",
          parse: (input: unknown) => input,
          run: (input: unknown) => {
            places.push(input);
            return "sun";
          },
        },
      ],
    });
    expect(places).toEqual([{ place: "Oslo" }, { place: "Rome" }]);
    expect(message.content).toMatchObject([{ type: "text", text: "I was told 2 results." }]);
  });
});
