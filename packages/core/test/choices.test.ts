import { framesOf } from "@diglot/test-support/answers";
import { key } from "@diglot/test-support/key";
import { assertLegalStream } from "@diglot/test-support/legal-streams";
import { modelOf } from "@diglot/test-support/models";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import {
  balanced,
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
  type InProcessRequest,
  type Model,
  type ModelYield,
  messagesUpstream,
  ServiceError,
  thinking,
  toolCall,
  usage,
  withFallback,
  withRetry,
} from "../src/index.js";
import { fakeUpstream, replies, streamOf, frames as upstreamFrames } from "./upstream-of.js";

const format = "chat-completions";
/** A dollar for a million tokens of input and 2 for output. */
const prices = { input: 1, output: 2 };

/** A model whose choices say their own index. */
async function* sayIndex({ choice = 0 }: InProcessRequest): AsyncGenerator<ModelYield> {
  yield usage({ input: 10, output: choice + 1 });
  yield "I am ";
  yield `choice ${choice}.`;
}

interface Chunk {
  readonly id: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: { readonly content?: string; readonly role?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Record<string, unknown> | null;
  readonly error?: { readonly message: string };
}

function chunksOf(text: string): readonly Chunk[] {
  return framesOf(text)
    .filter(({ data }) => data !== "[DONE]")
    .map(({ data }) => JSON.parse(data));
}

/** The joined contents of a stream, by the indexes of their choices. */
function contentsOf(text: string): readonly string[] {
  const contents: string[] = [];
  for (const { choices } of chunksOf(text)) {
    for (const { index, delta } of choices ?? []) {
      contents[index] = (contents[index] ?? "") + (delta.content ?? "");
    }
  }
  return contents;
}

type Served = ReturnType<typeof serviceOf>;

const ask = ({ service }: Pick<Served, "service">, change: Record<string, unknown> = {}) =>
  service.request(...requestOf(format, { n: 3, max_tokens: 100, ...change }));

async function askJson(served: Pick<Served, "service">, change: Record<string, unknown> = {}) {
  const response = await ask(served, change);
  return { status: response.status, body: await response.json() };
}

async function settledRows({ ledger }: Pick<Served, "ledger">, count: number) {
  const rows = () => ledger.all().filter(({ state }) => state !== "open");
  await until(() => rows().length >= count);
  return rows();
}

describe("several choices of a model that gives one at a time", () => {
  it("have their prompt counted once", async () => {
    const countInputTokens = vi.fn(() => 10);
    const served = serviceOf(sayIndex, { model: { countInputTokens } });
    await askJson(served);
    expect(countInputTokens).toHaveBeenCalledTimes(1);
    await askJson(served);
    expect(countInputTokens).toHaveBeenCalledTimes(2);
  });

  it("C018 are given by one call each, and added up in one answer", async () => {
    const served = serviceOf(sayIndex, { model: { prices } });
    const { status, body } = await askJson(served);
    expect(status).toBe(200);
    expect(body.choices).toEqual(
      [0, 1, 2].map((index) => ({
        index,
        message: expect.objectContaining({ content: `I am choice ${index}.` }),
        logprobs: null,
        finish_reason: "stop",
      })),
    );
    // The prompt counts once, as with the vendor; each row has its own.
    expect(body.usage).toMatchObject({
      prompt_tokens: 10,
      completion_tokens: 6,
      total_tokens: 16,
    });
    const rows = await settledRows(served, 3);
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(1);
    expect(rows.map((row) => row.state === "settled" && row.usage.output).sort()).toEqual([
      1, 2, 3,
    ]);
    for (const row of rows) expect(row.reservedTokens.output).toBe(100);
  });

  it("are mixed in a stream with one role, one finish reason and one index each, and one usage", async () => {
    const change = { stream: true, stream_options: { include_usage: true } };
    const text = await (await ask(serviceOf(sayIndex), change)).text();
    assertLegalStream(format, text);
    expect(contentsOf(text)).toEqual(["I am choice 0.", "I am choice 1.", "I am choice 2."]);
    const chunks = chunksOf(text);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.filter((chunk) => chunk.usage)).toMatchObject([
      { choices: [], usage: { prompt_tokens: 10, completion_tokens: 6 } },
    ]);
    expect(chunks.at(-1)?.usage).toBeTruthy();
  });

  it("do not wait for each other: a silent choice delays only itself", async () => {
    const { promise: held, resolve: release } = openGate();
    const served = serviceOf(async function* ({ choice }) {
      if (choice === 0) await held;
      yield `choice ${choice}`;
    });
    const response = await ask(served, { stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (contentsOf(text)[1] === undefined || contentsOf(text)[2] !== "choice 2") {
      text += (await reader?.read())?.value ?? "";
    }
    expect(contentsOf(text)).toEqual(["", "choice 1", "choice 2"]);
    release();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value;
    }
    assertLegalStream(format, text);
    expect(contentsOf(text)[0]).toBe("choice 0");
  });

  it("are read no further ahead than one batch each while nobody reads the answer", async () => {
    const yielded = [0, 0, 0];
    const served = serviceOf(
      async function* ({ choice = 0 }) {
        for (;;) {
          yielded[choice] = (yielded[choice] ?? 0) + 1;
          yield "more ";
        }
      },
      { model: { countTokens: () => 0 } },
    );
    const response = await ask(served, { stream: true });
    await untilStill(() => yielded.reduce((sum, count) => sum + count));
    expect(Math.max(...yielded)).toBeLessThan(8);
    await response.body?.cancel();
    const rows = await settledRows(served, 3);
    expect(rows.map((row) => row.state === "settled" && row.end)).toEqual(
      Array(3).fill("client_abort"),
    );
  });

  it("keep calls of tools, reasoning and empty answers apart", async () => {
    const served = serviceOf(async function* ({ choice }) {
      if (choice === 0) yield toolCall({ name: "f", arguments: { a: 1 } });
      if (choice === 1) yield thinking("Hm.");
    });
    const { body } = await askJson(served);
    expect(body.choices).toMatchObject([
      {
        finish_reason: "tool_calls",
        message: { content: null, tool_calls: [{ type: "function" }] },
      },
      { finish_reason: "stop", message: { content: "", reasoning_content: "Hm." } },
      { finish_reason: "stop", message: { content: "" } },
    ]);
    const text = await (await ask(served, { stream: true })).text();
    assertLegalStream(format, text);
  });

  it("fail as a whole with the error of the first that fails before anything was shown", async () => {
    const served = serviceOf(async function* ({ choice, signal }) {
      if (choice === 1) {
        throw new ServiceError({
          kind: "rate_limited",
          message: "Slow down.",
          retryAfterSeconds: 7,
        });
      }
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    for (const stream of [false, true]) {
      const response = await ask(served, { stream });
      expect(response.status).toBe(429);
      expect(response.headers.get("retry-after")).toBe("7");
    }
    const rows = await settledRows(served, 6);
    for (const row of rows) expect(row).toMatchObject({ state: "settled", end: "upstream_error" });
  });

  it("fail in the stream once something was shown, and each row has what was generated", async () => {
    const { promise: shown, resolve: failNow } = openGate();
    const aborted: number[] = [];
    const served = serviceOf(async function* ({ choice = 0, signal }) {
      signal.addEventListener("abort", () => aborted.push(choice));
      yield "12345678";
      await shown;
      if (choice === 2) throw new ServiceError({ kind: "overloaded", message: "Too busy." });
      await new Promise(() => undefined);
    });
    const response = await ask(served, { stream: true });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? "";
    failNow();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value;
    }
    assertLegalStream(format, text);
    expect(chunksOf(text).at(-1)?.error?.message).toContain("Too busy.");
    const rows = await settledRows(served, 3);
    for (const row of rows) {
      expect(row).toMatchObject({ end: "upstream_error", usage: { output: 2 } });
    }
    expect(aborted.sort()).toEqual([0, 1, 2]);
  });

  it("count a choice as completed that had ended before another one failed", async () => {
    const { promise: shown, resolve: failNow } = openGate();
    const served = serviceOf(async function* ({ choice }) {
      yield "Done.";
      if (choice !== 1) return;
      await shown;
      throw new Error("no more");
    });
    const response = await ask(served, { stream: true, n: 2 });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes('"finish_reason":"stop"')) text += (await reader?.read())?.value ?? "";
    failNow();
    while (!(await reader?.read())?.done);
    const rows = await settledRows(served, 2);
    expect(rows.map((row) => row.state === "settled" && row.end).sort()).toEqual([
      "completed",
      "upstream_error",
    ]);
  });

  it.each([false, true])(
    "are all stopped when the caller leaves (streamed: %s)",
    async (stream) => {
      const aborted: number[] = [];
      let running = 0;
      const served = serviceOf(async function* ({ choice = 0, signal }) {
        signal.addEventListener("abort", () => aborted.push(choice));
        yield "1234";
        running += 1;
        await new Promise(() => undefined);
      });
      const caller = new AbortController();
      const [path, init] = requestOf(format, { n: 3, stream });
      const response = served.service.request(path, { ...init, signal: caller.signal });
      response.catch(() => undefined);
      if (stream) {
        const reader = (await response).body?.getReader();
        await reader?.read();
        reader?.read().catch(() => undefined);
      }
      await until(() => running === 3);
      caller.abort();
      const rows = await settledRows(served, 3);
      for (const row of rows)
        expect(row).toMatchObject({ end: "client_abort", usage: { output: 1 } });
      expect(aborted.sort()).toEqual([0, 1, 2]);
    },
  );

  it("C018 are refused beyond the model's limit, before anything is called", async () => {
    let calls = 0;
    const say = async function* () {
      calls += 1;
      yield "a";
    };
    const refusal = async (choices: number | undefined, n: number) => {
      const served = serviceOf(say, { model: choices ? { capabilities: { choices } } : {} });
      return askJson(served, { n });
    };
    const error = { param: "n", code: "unsupported_value" };
    expect(await refusal(undefined, 9)).toMatchObject({ status: 400, body: { error } });
    expect(await refusal(2, 3)).toMatchObject({ status: 400, body: { error } });
    expect(await refusal(1, 2)).toMatchObject({ status: 400, body: { error } });
    expect(calls).toBe(0);
    expect((await refusal(2, 2)).status).toBe(200);
  });

  it("take one of the places of their key", async () => {
    const limits = createMemoryLimits({ concurrentRequestsPerKey: 1 });
    expect((await askJson(serviceOf(sayIndex, { limits }))).status).toBe(200);
  });

  it("are answered once for one idempotency key", async () => {
    let calls = 0;
    const served = serviceOf(async function* () {
      calls += 1;
      yield "a";
    });
    const [path, init] = requestOf(format, { n: 3 });
    const headers = { ...(init?.headers as object), "idempotency-key": "one" };
    const answers: string[] = [];
    for (let time = 0; time < 2; time++) {
      answers.push(await (await served.service.request(path, { ...init, headers })).text());
    }
    expect(answers[1]).toBe(answers[0]);
    expect(calls).toBe(3);
  });
});

describe("the budget of several choices", () => {
  /** A service over a priced model whose account has so much; its requests ask for three choices. */
  function serviceWith(budget: number) {
    const calls: number[] = [];
    const ledger = createMemoryLedger({ budgets: { team: budget } });
    const served = serviceOf(
      async function* ({ choice = 0 }) {
        calls.push(choice);
        yield usage({ input: 1, output: 1 });
        yield "a";
      },
      { model: { prices }, keys: createMemoryKeys([{ key, accountId: "team" }]), ledger },
    );
    return { ...served, ledger, calls };
  }

  /** What is reserved for one choice. */
  async function reservedForOne(): Promise<number> {
    const { ledger, ...served } = serviceWith(1e12);
    await ask(served);
    return ledger.all()[0]?.reservedNanoDollars ?? 0;
  }

  it("is reserved for all of them before any is called, and what was taken is given back", async () => {
    const { ledger, calls, ...served } = serviceWith((await reservedForOne()) * 3 - 1);
    const { status, body } = await askJson(served);
    expect(status).toBe(429);
    expect(body).toMatchObject({ error: { code: "insufficient_quota" } });
    expect(calls).toEqual([]);
    await until(() => ledger.all().every(({ state }) => state === "released"));
    expect(await ledger.balance("team")).toMatchObject({ spent: 0, reserved: 0 });
  });

  it("covers each once: with just enough for three, three are called and billed", async () => {
    const { ledger, calls, ...served } = serviceWith((await reservedForOne()) * 3);
    expect((await ask(served)).status).toBe(200);
    expect(calls.sort()).toEqual([0, 1, 2]);
    await until(() => ledger.all().every(({ state }) => state === "settled"));
    expect(ledger.all()).toHaveLength(3);
    expect(await ledger.balance("team")).toMatchObject({ spent: 3 * 3_000, reserved: 0 });
  });
});

describe("several choices behind model wrappers", () => {
  it("are retried one by one: only the choice that failed is called again", async () => {
    const calls: number[] = [];
    const model = modelOfCalls(async function* (choice, time) {
      calls.push(choice);
      if (choice === 1 && time === 0) {
        throw new ServiceError({ kind: "overloaded", message: "Busy." });
      }
      yield `choice ${choice}`;
    });
    const served = serviceOf(withRetry(model, { baseDelay: 0 }));
    const { status, body } = await askJson(served);
    expect(status).toBe(200);
    expect(
      body.choices.map(({ message }: { message: { content: string } }) => message.content),
    ).toEqual(["choice 0", "choice 1", "choice 2"]);
    expect(calls.sort()).toEqual([0, 1, 1, 2]);
    expect(await settledRows(served, 4)).toHaveLength(4);
  });

  it("fall back one by one", async () => {
    const first = modelOfCalls(async function* (choice) {
      if (choice === 2) throw new ServiceError({ kind: "overloaded", message: "Busy." });
      yield "first";
    });
    const second = modelOfCalls(async function* () {
      yield "second";
    });
    const { body } = await askJson(serviceOf(withFallback([first, second])));
    expect(
      body.choices.map(({ message }: { message: { content: string } }) => message.content),
    ).toEqual(["first", "first", "second"]);
  });
});

describe("several choices of balanced models", () => {
  const name = (id: string, fails = false) =>
    modelOf(
      async function* ({ signal }) {
        if (fails) throw new ServiceError({ kind: "overloaded", message: "Busy." });
        yield usage({ input: 1, output: 1 });
        yield id;
        if (signal.aborted) throw signal.reason;
      },
      { prices: { input: 1, output: id === "cheap" ? 1 : 5 } },
      id,
    );

  it("are billed as the model that each went to, and spare reservations are returned", async () => {
    const served = serviceOf(balanced([name("cheap"), name("dear")]));
    const { body } = await askJson(served, { model: "cheap", n: 2 });
    expect(contentsIn(body).sort()).toEqual(["cheap", "dear"]);
    await until(() => served.ledger.all().every(({ state }) => state !== "open"));
    const rows = served.ledger.all().filter(({ state }) => state === "settled");
    expect(rows.map(({ model }) => model).sort()).toEqual(["cheap", "dear"]);
    expect(rows.map((row) => row.state === "settled" && row.costNanoDollars).sort()).toEqual([
      2_000, 6_000,
    ]);
  });

  it("count a failure against the model that failed, and report it by its name", async () => {
    const good = name("good");
    const bad = name("bad", true);
    const group = balanced([good, bad], { failures: 1, setAside: 60_000 });
    const served = serviceOf(group);
    const first = await ask(served, { model: "good", n: 2 });
    expect(first.status).toBe(503);
    expect(served.events.find(({ type }) => type === "request_ended")).toMatchObject({
      outcome: "failed",
      attempts: expect.arrayContaining([expect.objectContaining({ model: "bad" })]),
    });
    const { body } = await askJson(served, { model: "good", n: 3 });
    expect(contentsIn(body)).toEqual(["good", "good", "good"]);
  });
});

/** A promise that the test resolves. */
function openGate() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const contentsIn = (body: { choices: { message: { content: string } }[] }) =>
  body.choices.map(({ message }) => message.content);

/** A model that knows how often it was called for a choice before. */
function modelOfCalls(say: (choice: number, time: number) => AsyncIterable<ModelYield>): Model {
  const times = new Map<number, number>();
  return modelOf(async function* ({ choice = 0 }) {
    const time = times.get(choice) ?? 0;
    times.set(choice, time + 1);
    yield* say(choice, time);
  });
}

describe("several choices of a Messages upstream", () => {
  /** A service before an upstream whose replies say which call they answer. */
  function serviceBefore(answer: Parameters<typeof fakeUpstream>[0]) {
    const upstream = fakeUpstream(answer);
    const model = messagesUpstream({ ...upstream.options, prices });
    return { ...serviceOf(model), seen: upstream.seen };
  }
  const askIt = (served: Pick<Served, "service">, change: Record<string, unknown> = {}) =>
    ask(served, { model: "scripted", ...change });

  it.each([false, true])("are one call each, with one row each (streamed: %s)", async (stream) => {
    const served = serviceBefore(({ body }) =>
      body.stream ? streamOf(upstreamFrames.messages) : Response.json(replies.messages),
    );
    const response = await askIt(served, { stream, stream_options: null });
    expect(response.status).toBe(200);
    if (stream) {
      const text = await response.text();
      assertLegalStream(format, text);
      expect(contentsOf(text)).toEqual(["Hello.", "Hello.", "Hello."]);
    } else {
      const body = await response.json();
      expect(body.choices.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
      expect(body.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 9 });
    }
    expect(served.seen).toHaveLength(3);
    for (const { body } of served.seen) {
      expect(body).not.toHaveProperty("n");
      expect(body.max_tokens).toBe(100);
    }
    const rows = await settledRows(served, 3);
    expect(rows).toMatchObject(
      Array(3).fill({ state: "settled", usage: { input: 11, output: 3 } }),
    );
  });

  it("note in the receipt once what is lost in each call", async () => {
    const served = serviceBefore(() => Response.json(replies.messages));
    const response = await askIt(served, { seed: 7 });
    expect(response.headers.get("x-diglot-receipt")?.match(/seed/g)).toHaveLength(1);
    const receipts = served.events.filter(({ type }) => type === "receipt");
    expect(receipts).toHaveLength(1);
  });

  it("fail with the upstream's refusal, which is said once", async () => {
    const refusal = { type: "error", error: { type: "invalid_request_error", message: "No." } };
    const served = serviceBefore(() => Response.json(refusal, { status: 400 }));
    const response = await askIt(served);
    expect(response.status).toBe(400);
    expect(served.failures).toHaveLength(1);
    await until(() => served.ledger.all().every(({ state }) => state === "settled"));
  });

  it("are refused beyond its limit by name, before anything is sent", async () => {
    const served = serviceBefore(() => Response.json(replies.messages));
    const { status, body } = await askJson(served, { n: 9 });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ param: "n" });
    expect(served.seen).toEqual([]);
    expect(served.ledger.all()).toEqual([]);
  });
});

describe("several choices of upstreams of both formats behind one name", () => {
  it("are one call each, whichever upstream answers", async () => {
    const down = fakeUpstream(({ body }) =>
      body.n === undefined
        ? Response.json({ error: { message: "Busy." } }, { status: 503 })
        : Response.json(replies["chat-completions"]),
    );
    const up = fakeUpstream(() => Response.json(replies.messages));
    const group = withFallback([
      chatCompletionsUpstream(down.options),
      messagesUpstream(up.options),
    ]);
    const { status, body } = await askJson(serviceOf(group));
    expect(status).toBe(200);
    expect(body.choices).toHaveLength(3);
    expect([down.seen.length, up.seen.length]).toEqual([3, 3]);
  });

  it("are one call of an upstream of the caller's format, which gets `n`", async () => {
    const upstream = fakeUpstream(() => Response.json(replies["chat-completions"]));
    const served = serviceOf(withRetry(chatCompletionsUpstream(upstream.options)));
    expect((await ask(served)).status).toBe(200);
    expect(upstream.seen.map(({ body }) => body.n)).toEqual([3]);
    expect(await settledRows(served, 1)).toHaveLength(1);
  });
});
