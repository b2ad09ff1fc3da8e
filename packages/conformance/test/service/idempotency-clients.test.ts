import type Anthropic from "@anthropic-ai/sdk";
import { usage } from "@diglot/core";
import {
  chatClient,
  chatClients,
  messagesClient,
  messagesClients,
} from "@diglot/test-support/clients";
import { until } from "@diglot/test-support/wait";
import type OpenAI from "openai";
import { afterAll, describe, expect, it } from "vitest";
import { type Break, breakFirst } from "./breaking-connection.js";
import { closeAll, ways } from "./ways.js";

afterAll(closeAll);

/** What the tests need of an official client. */
interface Caller {
  /** The text of a whole answer. */
  create(idempotencyKey: string): Promise<string>;
  /** The text of a streamed answer; rejects if the stream breaks off. */
  stream(idempotencyKey: string): Promise<string>;
}

interface CallerOptions {
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch;
}

const question = { model: "scripted", messages: [{ role: "user" as const, content: "hi" }] };

function headersOf(idempotencyKey: string) {
  return { headers: { "idempotency-key": idempotencyKey } };
}

/** Lets an official client repeat at once; the pause before is its own affair, and it is real. */
function withoutPauses<Client extends object>(client: Client): Client {
  return Object.assign(client, { calculateDefaultRetryTimeoutMillis: () => 0 });
}

function messagesCaller(Client: typeof Anthropic) {
  return ({ baseURL, fetch }: CallerOptions): Caller => {
    const { messages } = withoutPauses(messagesClient({ baseURL, fetch, maxRetries: 2 }, Client));
    const body = { ...question, max_tokens: 500 };
    return {
      async create(idempotencyKey) {
        const { content } = await messages.create(body, headersOf(idempotencyKey));
        return content.map((block) => (block.type === "text" ? block.text : "")).join("");
      },
      async stream(idempotencyKey) {
        let text = "";
        const stream = await messages.create({ ...body, stream: true }, headersOf(idempotencyKey));
        for await (const event of stream) {
          if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
            text += event.delta.text;
          }
        }
        return text;
      },
    };
  };
}

function chatCaller(Client: typeof OpenAI) {
  return ({ baseURL, fetch }: CallerOptions): Caller => {
    const client = withoutPauses(chatClient({ baseURL, fetch, maxRetries: 2 }, Client));
    const { completions } = client.chat;
    return {
      async create(idempotencyKey) {
        const { choices } = await completions.create(question, headersOf(idempotencyKey));
        return choices[0]?.message.content ?? "";
      },
      async stream(idempotencyKey) {
        let text = "";
        const stream = await completions.create(
          { ...question, stream: true },
          headersOf(idempotencyKey),
        );
        for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
        return text;
      },
    };
  };
}

const callers = [
  ...Object.entries(messagesClients).map(
    ([name, Client]) => [name, messagesCaller(Client)] as const,
  ),
  ...Object.entries(chatClients).map(([name, Client]) => [name, chatCaller(Client)] as const),
];

const whole = "Hello there, again.";

/** A model that pauses in the middle of its reply until the test lets it go on. */
function pausingModel() {
  let calls = 0;
  let goOn = (): void => undefined;
  const lost = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* respond() {
    calls += 1;
    yield "Hello there,";
    await lost;
    yield " again.";
    yield usage({ input: 11, output: 5 });
  }
  return { respond, calls: () => calls, goOn: () => goOn() };
}

/** A model that fails, and counts how often. */
function failingModel(beginning: readonly string[]) {
  let calls = 0;
  async function* respond() {
    calls += 1;
    yield* beginning;
    throw new Error("broken");
  }
  return { respond, calls: () => calls };
}

describe.each(callers)("%s with an idempotency key", (_client, callerOf) => {
  describe.each(ways)("%s", (_way, open) => {
    async function breaking(where: Break["where"]) {
      const model = pausingModel();
      const way = await open(model.respond);
      const fetch = breakFirst(way.fetch, {
        where,
        untilRunning: () => until(() => model.calls() === 1),
        onBroken: model.goOn,
      });
      return { model, ledger: way.ledger, caller: callerOf({ baseURL: way.baseURL, fetch }) };
    }

    it("Q03 repeats a request by itself whose connection broke, and gets its one answer", async () => {
      const { model, ledger, caller } = await breaking("before the head");
      expect(await caller.create("order-1")).toBe(whole);
      expect(model.calls()).toBe(1);
      expect(ledger.all()).toMatchObject([
        { end: "completed", idempotencyKey: "order-1", usage: { input: 11, output: 5 } },
      ]);
    });

    it("Q03 sends a request again whose stream broke, and gets the whole stream", async () => {
      const { model, ledger, caller } = await breaking("in mid-answer");
      await expect(caller.stream("order-1")).rejects.toThrow();
      expect(await caller.stream("order-1")).toBe(whole);
      expect(model.calls()).toBe(1);
      expect(ledger.all()).toMatchObject([
        { end: "completed", idempotencyKey: "order-1", usage: { input: 11, output: 5 } },
      ]);
    });

    it("does not repeat a failure that was billed, and gets it once more when it asks", async () => {
      const model = failingModel([]);
      const way = await open(model.respond);
      const caller = callerOf(way);
      for (const _turn of [1, 2]) {
        await expect(caller.create("order-1")).rejects.toMatchObject({ status: 500 });
      }
      expect(model.calls()).toBe(1);
    });

    it("gets the error of a stream that failed once more, where it stood", async () => {
      const model = failingModel(["Hello there,"]);
      const way = await open(model.respond);
      const caller = callerOf(way);
      for (const _turn of [1, 2]) {
        await expect(caller.stream("order-1")).rejects.toThrow("The server had an error");
      }
      expect(model.calls()).toBe(1);
    });
  });
});
