import type { AddressInfo } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { until } from "@diglot/test-support/wait";
import {
  createFake,
  type Fake,
  type Fault,
  faults,
  type Listener,
  withFaults,
} from "@diglot/testing";
import OpenAI from "openai";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Client, outcomes, type Way } from "./faults-outcomes.js";

/** The client's own time limit; long, unless the fault is there for it. */
function timeLimitOf(fault: Fault): number {
  return isForEver(fault) || fault.type === "silence" ? 50 : 30_000;
}

function isForEver(fault: Fault): boolean {
  return fault.type === "stall" && fault.milliseconds === undefined;
}

const options = { apiKey: "sk-test", maxRetries: 1, logLevel: "off" } as const;
const messages = [{ role: "user" as const, content: "hi" }];
const forMessages = { model: "any", max_tokens: 100, messages };
const forChat = { model: "any", messages };
const forResponses = { model: "any", input: "hi" };

/** What a client is made with. */
interface Settings {
  readonly fetch: Fake["fetch"];
  readonly timeout: number;
  /** @default 1 */
  readonly maxRetries?: number | undefined;
}

/** How each client asks in each way. */
interface Driver extends Record<Way, (settings: Settings) => Promise<unknown>> {
  stream(settings: Settings): Promise<AsyncIterable<unknown>>;
}

const anthropic = (settings: Settings) => new Anthropic({ ...options, ...settings }).messages;
const client = (settings: Settings) => new OpenAI({ ...options, ...settings });
const openai = (settings: Settings) => client(settings).chat.completions;

const drivers: Readonly<Record<Client, Driver>> = {
  "@anthropic-ai/sdk": {
    message: (settings) => anthropic(settings).create(forMessages),
    stream: (settings) => anthropic(settings).create({ ...forMessages, stream: true }),
    helper: (settings) => anthropic(settings).stream(forMessages).finalMessage(),
  },
  openai: {
    message: (settings) => openai(settings).create(forChat),
    stream: (settings) => openai(settings).create({ ...forChat, stream: true }),
    helper: (settings) => openai(settings).stream(forChat).finalChatCompletion(),
  },
  "openai, Responses": {
    message: (settings) => client(settings).responses.create(forResponses),
    stream: (settings) => client(settings).responses.create({ ...forResponses, stream: true }),
    helper: (settings) => client(settings).responses.stream(forResponses).finalResponse(),
  },
};

const said = "Grüße an alle 😀 hier!";

/** Timers as they are, while the time of the clients passes quickly. */
const { setTimeout: setRealTimeout } = globalThis;

/** Milliseconds after which a client counts as waiting for ever. */
const patience = 60_000;
/** Milliseconds that pass at once at first, and later a twentieth of what has passed. */
const step = 20;

/** What becomes of one request, in words, and how often the client sent it. */
async function outcomeOf(client: Client, way: Way, fault: Fault) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const fake = createFake({ script: [1, 2].map(() => ({ text: said, fault })) });
  const settings = { fetch: fake.fetch, timeout: timeLimitOf(fault) };
  const work = way === "stream" ? iterate(client, settings) : call(client, way, settings);
  const outcome = await whileTimePasses(work);
  return `${outcome}${fake.calls.length === 1 ? "" : " after a retry"}`;
}

/** Lets time pass, of which clients and fake spend some, until the outcome is there. */
async function whileTimePasses(work: Promise<string>): Promise<string> {
  let outcome: string | undefined;
  void work.then((known) => {
    outcome = known;
  });
  for (let passed = 0; passed < patience; ) {
    await new Promise((resolve) => setRealTimeout(resolve, 1));
    if (outcome !== undefined) return outcome;
    const next = Math.max(step, Math.round(passed / 20));
    vi.advanceTimersByTime(next);
    passed += next;
  }
  return "waits for ever";
}

async function call(
  client: Client,
  way: "message" | "helper",
  settings: Settings,
): Promise<string> {
  try {
    return describeMessage(await drivers[client][way](settings));
  } catch (error) {
    return `throws ${describeError(error)}`;
  }
}

async function iterate(client: Client, settings: Settings): Promise<string> {
  let events = 0;
  try {
    for await (const _ of await drivers[client].stream(settings)) events += 1;
    return `gives ${events} events, then ends`;
  } catch (error) {
    const before = events === 0 ? "" : `gives ${events} events, then `;
    return `${before}throws ${describeError(error)}`;
  }
}

function describeMessage(message: unknown): string {
  if (typeof message === "string") return "returns a string";
  if (message === undefined) return "returns undefined";
  // The client of Responses repeats the text of the output in a member of its own.
  const { output = message } = message as { readonly output?: unknown };
  const texts = JSON.stringify(output).split(said).length - 1;
  return texts === 1 ? "returns the message" : "returns another message";
}

function describeError(thrown: unknown): string {
  const error = thrown as Error & { readonly status?: number };
  const { name } = error.constructor;
  return error.status === undefined ? name : `${name} ${error.status}`;
}

describe.each(Object.keys(drivers) as Client[])("%s meets", (client) => {
  const cases = outcomes.flatMap(({ what, fault, [client]: observed }) =>
    (["message", "stream", "helper"] as const).map((way) => {
      return { what, fault, way, outcome: typeof observed === "string" ? observed : observed[way] };
    }),
  );

  it.each(cases)("$what, and asked by $way it $outcome", async ({ fault, way, outcome }) => {
    expect(await outcomeOf(client, way, fault)).toBe(outcome);
  });
});

describe.each(Object.keys(drivers) as Client[])("%s", (client) => {
  const limited = { text: said, fault: faults.rateLimited({ retryAfterSeconds: 0.01 }) };
  const settingsOf = ({ fetch }: Fake) => ({ fetch, timeout: 30_000, maxRetries: undefined });

  it.each(["message", "stream", "helper"] as const)(
    "makes two more attempts by default, asked by %s",
    async (way) => {
      const fake = createFake({ script: [limited, limited, limited] });
      await expect(drivers[client][way](settingsOf(fake))).rejects.toMatchObject({ status: 429 });
      expect(fake.calls).toHaveLength(3);
    },
  );

  it.each(["message", "helper"] as const)(
    "shows nothing of a fault that passes before its attempts are used up, asked by %s",
    async (way) => {
      const fake = createFake({ script: [limited, limited, said] });
      expect(describeMessage(await drivers[client][way](settingsOf(fake)))).toBe(
        "returns the message",
      );
      fake.verify();
    },
  );

  it("waits as long as the service asks for before it retries", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = { text: said, fault: faults.rateLimited({ retryAfterSeconds: 20 }) };
    const fake = createFake({ script: [asked, said] });
    const timers = vi.spyOn(globalThis, "setTimeout");
    const answer = drivers[client].message(settingsOf(fake));
    await until(() => timers.mock.calls.some(([, milliseconds]) => milliseconds === 20_000));
    await vi.advanceTimersByTimeAsync(19_900);
    expect(fake.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    await until(() => fake.calls.length === 2);
    expect(describeMessage(await answer)).toBe("returns the message");
  });
});

describe("on a real socket", () => {
  const listeners: Listener[] = [];
  afterEach(async () => {
    await Promise.all(listeners.splice(0).map((listener) => listener.close()));
  });

  async function ask(fault: Fault, parts: { stream: boolean; signal?: AbortSignal }) {
    const fake = createFake({ script: [{ text: said, fault }] });
    const listener = await fake.listen();
    listeners.push(listener);
    const { stream, signal } = parts;
    const response = fetch(`${listener.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer sk-test" },
      body: JSON.stringify({ ...forChat, stream }),
      ...(signal && { signal }),
    });
    return { fake, response };
  }

  it("a stream that is cut ends cleanly for its reader", async () => {
    const { response } = await ask(faults.cut({ events: 2 }), { stream: true });
    const text = await (await response).text();
    expect(framesOf(text)).toHaveLength(2);
    expect(text.endsWith("\n\n")).toBe(true);
  });

  it("a JSON body that is cut breaks its reader at once, as its head promised more", async () => {
    const { response } = await ask(faults.cut({ bytes: 20 }), { stream: false });
    expect((await response).headers.get("content-length")).not.toBe("20");
    await expect((await response).text()).rejects.toThrow("terminated");
  });

  it.each([
    { stream: true, bytes: 0 },
    { stream: true, bytes: 30 },
    { stream: false, bytes: 0 },
    { stream: false, bytes: 30 },
  ])("a reset breaks the connection after the head: %j", async ({ stream, bytes }) => {
    const { response } = await ask(faults.reset({ bytes }), { stream });
    expect((await response).status).toBe(200);
    const reader = (await response).body!.getReader();
    let read = 0;
    const reading = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        read += part.value.length;
      }
    })();
    await expect(reading).rejects.toThrow("terminated");
    expect(read).toBe(bytes);
  });

  it("a connection that is lost before the head has no answer", async () => {
    const { response } = await ask(faults.unreachable(), { stream: false });
    await expect(response).rejects.toMatchObject({
      message: "fetch failed",
      cause: { code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) },
    });
  });

  it("a stall keeps what came before it, and ends with its reader", async () => {
    const abort = new AbortController();
    const { fake, response } = await ask(faults.stall({ events: 2 }), {
      stream: true,
      signal: abort.signal,
    });
    const reader = (await response).body!.getReader();
    let text = "";
    while (framesOf(text).length < 2) {
      text += new TextDecoder().decode((await reader.read()).value);
    }
    const waiting = reader.read();
    expect(fake.calls[0]?.state).toBe("open");
    abort.abort();
    await expect(waiting).rejects.toThrow("aborted");
    await fake.calls[0]?.finished;
    expect(fake.calls[0]?.state).toBe("aborted");
  });

  it("withFaults breaks the answers of a service that is no fake", async () => {
    const broken = withFaults(modelOf(["One ", "two ", "three."]), [
      faults.reset({ events: 2 }),
      faults.unreachable(),
    ]);
    const service = createService({ models: [broken], keys: createMemoryKeys([{ key }]) });
    const server = createHttpServer(service);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = new OpenAI({ ...options, apiKey: key, baseURL: `http://127.0.0.1:${port}/v1` });
    const request = { ...forChat, model: "scripted" };

    const chunks: unknown[] = [];
    const reading = (async () => {
      const stream = await client.chat.completions.create({ ...request, stream: true });
      for await (const chunk of stream) chunks.push(chunk);
    })();
    await expect(reading).rejects.toThrow("terminated");
    expect(chunks).toHaveLength(2);
    const lost = client.chat.completions.create(request, { maxRetries: 0 });
    await expect(lost).rejects.toMatchObject({ status: 502 });
    const whole = await client.chat.completions.create(request);
    expect(whole.choices[0]?.message.content).toBe("One two three.");
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
