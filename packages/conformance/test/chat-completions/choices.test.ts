import { createServer } from "node:http";
import { toNodeHandler } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  type Model,
  type ModelYield,
  messagesUpstream,
  text,
  thinking,
  usage,
  withFallback,
} from "@diglot/core";
import { chatClient, chatClients } from "@diglot/test-support/clients";
import { modelOf } from "@diglot/test-support/models";
import { listen } from "@diglot/test-support/servers";
import { serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { createFake } from "@diglot/testing";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";

const upstreamKey = "sk-upstream-0123456789";
const question = {
  model: "scripted",
  n: 3,
  messages: [{ role: "user" as const, content: "hi" }],
};

/** A model whose calls say which one they are, from 0; each has its own number of tokens. */
function countingModel(): Model {
  let calls = 0;
  return modelOf(async function* (): AsyncGenerator<ModelYield> {
    const call = calls++;
    yield thinking("Hm.");
    yield "This is ";
    yield `call ${call}.`;
    yield usage({ input: 10, output: call + 1 });
  });
}

/** The base URL of a service of its own over the model, on a socket. */
async function standIn(model: Model): Promise<string> {
  const keys = createMemoryKeys([{ key: upstreamKey }]);
  const service = createService({ models: [model], keys });
  return `http://127.0.0.1:${await listen(createServer(toNodeHandler(service)))}`;
}

/** What may stand behind the endpoint, and how many rows three choices of it have. */
const behinds: Readonly<
  Record<string, { readonly rows: number; readonly open: () => Promise<Model> }>
> = {
  "a model in process": { rows: 3, open: async () => countingModel() },
  "a Messages upstream": {
    rows: 3,
    open: async () =>
      messagesUpstream({
        id: "scripted",
        baseUrl: await standIn(countingModel()),
        apiKey: upstreamKey,
      }),
  },
  "a Chat Completions upstream": {
    rows: 1,
    open: async () =>
      chatCompletionsUpstream({
        id: "scripted",
        baseUrl: `${await standIn(countingModel())}/v1`,
        apiKey: upstreamKey,
      }),
  },
};

const contentsOf = (completion: OpenAI.ChatCompletion) =>
  completion.choices.map(({ message }) => message.content).sort();
const said = ["This is call 0.", "This is call 1.", "This is call 2."];

/** A model whose two tokens have log probabilities. */
function likelyModel(): Model {
  const tokens = ["Hel", "lo"].map((token) => ({
    token,
    logprob: -0.5,
    alternatives: [
      { token, logprob: -0.5 },
      { token: "?", logprob: -3 },
    ],
  }));
  const options = { capabilities: { logprobs: true } };
  return modelOf([text("Hello", { logprobs: tokens })], options);
}

/** Where log probabilities come from. */
const likely: Readonly<Record<string, () => Promise<Model>>> = {
  "a model in process": async () => likelyModel(),
  "a Chat Completions upstream": async () =>
    chatCompletionsUpstream({
      id: "scripted",
      baseUrl: `${await standIn(likelyModel())}/v1`,
      apiKey: upstreamKey,
    }),
  "a Chat Completions upstream whose replies are translated": async () =>
    withFallback([
      chatCompletionsUpstream({
        id: "scripted",
        baseUrl: `${await standIn(likelyModel())}/v1`,
        apiKey: upstreamKey,
      }),
      messagesUpstream({ id: "other", baseUrl: "http://127.0.0.1:9" }),
    ]),
};

describe.each(Object.entries(chatClients))("log probabilities for %s", (_client, Client) => {
  it.each(Object.entries(likely))(
    "C022 of %s join to the content, each with its alternatives, for each of two choices",
    async (_behind, open) => {
      const { service } = serviceOf(await open());
      const client = chatClient({ fetch: service.fetch }, Client);
      const body = { ...question, n: 2, logprobs: true, top_logprobs: 2 };
      const whole = await client.chat.completions.create(body);
      const streamed = await client.chat.completions.stream(body).finalChatCompletion();
      for (const { choices } of [whole, streamed]) {
        expect(choices).toHaveLength(2);
        for (const { message, logprobs } of choices) {
          const content = logprobs?.content ?? [];
          expect(content.map(({ token }) => token).join("")).toBe(message.content);
          expect(content.map(({ top_logprobs }) => top_logprobs.length)).toEqual([2, 2]);
        }
      }
    },
  );
});

describe.each(Object.entries(chatClients))("three choices for %s", (_client, Client) => {
  describe.each(Object.entries(behinds))("of %s", (_behind, { rows, open }) => {
    async function serve() {
      const served = serviceOf(await open());
      const client = chatClient({ fetch: served.service.fetch }, Client);
      const settled = async () => {
        const all = () => served.ledger.all();
        await until(() => all().length === rows && all().every(({ state }) => state === "settled"));
        return all().map((row) => (row.state === "settled" ? row.usage : undefined));
      };
      return { client, settled };
    }

    it("C018 come in one completion, and the rows add up to what was generated", async () => {
      const { client, settled } = await serve();
      const completion = await client.chat.completions.create(question);
      expect(contentsOf(completion)).toEqual(said);
      expect(completion.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(completion.choices.map((choice) => choice.finish_reason)).toEqual(
        Array(3).fill("stop"),
      );
      expect(completion.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 6 });
      const usages = await settled();
      const sum = (kind: "input" | "output") =>
        usages.reduce((total, each) => total + (each?.[kind] ?? 0), 0);
      expect([sum("input"), sum("output")]).toEqual([10 * rows, 6]);
    });

    it("C060 come mixed in one stream, raw and through the helper", async () => {
      const { client, settled } = await serve();
      const stream = client.chat.completions.stream({
        ...question,
        stream_options: { include_usage: true },
      });
      const indexes = new Set<number>();
      for await (const { choices } of stream) for (const { index } of choices) indexes.add(index);
      expect([...indexes]).toEqual([0, 1, 2]);
      const completion = await stream.finalChatCompletion();
      expect(contentsOf(completion)).toEqual(said);
      expect(completion.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 6 });
      expect(await settled()).toHaveLength(rows);
    });

    it("are all stopped when the caller leaves the stream", async () => {
      const { client, settled } = await serve();
      const stream = await client.chat.completions.create({ ...question, stream: true });
      for await (const _chunk of stream) break;
      stream.controller.abort();
      expect(await settled()).toHaveLength(rows);
    });
  });

  it("of a fake are what its script says", async () => {
    const fake = createFake({ script: [{ choices: said }, { choices: said }] });
    const client = chatClient({ fetch: fake.fetch }, Client);
    const completion = await client.chat.completions.create({ ...question, model: "gpt-4o" });
    expect(completion.choices.map(({ message }) => message.content)).toEqual(said);
    const streamed = client.chat.completions.stream({ ...question, model: "gpt-4o" });
    const { choices } = await streamed.finalChatCompletion();
    expect(choices.map(({ message }) => message.content)).toEqual(said);
    fake.verify();
  });

  it("of a model that gives two at most are refused by name", async () => {
    const { service } = serviceOf(["a"], { model: { capabilities: { choices: 2 } } });
    const client = chatClient({ fetch: service.fetch }, Client);
    await expect(client.chat.completions.create(question)).rejects.toMatchObject({
      status: 400,
      param: "n",
      code: "unsupported_value",
    });
  });
});
