import { framesOf, textOf } from "@diglot/test-support/answers";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { flushPromises, until, untilStill } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  createMemoryLedger,
  type ModelYield,
  ServiceError,
  stop,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "../src/index.js";
import { reportedUsage } from "./make.js";

/** Status and body of a JSON answer. */
async function ask(
  service: ReturnType<typeof serviceOf>["service"],
  format: FormatName,
  change: Record<string, unknown> = {},
) {
  const response = await service.request(...requestOf(format, change));
  return { status: response.status, body: await response.json() };
}

/** The last frame of a stream that failed after its head. */
function errorFrameOf(format: FormatName, text: string): unknown {
  const frame = framesOf(text).at(-1);
  const data = JSON.parse(frame?.data ?? "null");
  if (format === "messages") expect(frame?.event).toBe("error");
  return data.error;
}

describe.each(formatNames)("an in-process model behind %s", (format) => {
  it("answers with what it yields, as JSON and as a stream", async () => {
    const { service, ledger } = serviceOf(["Hello, ", "", "world", "."]);
    const whole = await ask(service, format);
    expect(whole.status).toBe(200);
    expect(textOf(format, whole.body)).toBe("Hello, world.");
    const stream = await service.request(...requestOf(format, { stream: true }));
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const frames = framesOf(await stream.text());
    const joined = frames
      .filter(({ data }) => data !== "[DONE]")
      .map(({ data }) => JSON.parse(data))
      .map((data) => data.delta?.text ?? data.choices?.[0]?.delta?.content ?? "")
      .join("");
    expect(joined).toBe("Hello, world.");
    await until(() => ledger.all().filter(({ state }) => state === "settled").length === 2);
  });

  it("gets a real status for an error that it throws before its first event, without the error's text", async () => {
    const { service, ledger, failures } = serviceOf(async function* (): AsyncGenerator<ModelYield> {
      throw new Error("the secret of the house");
    });
    for (const stream of [false, true]) {
      const { status, body } = await ask(service, format, { stream });
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain("secret");
    }
    expect(failures).toHaveLength(2);
    await until(() =>
      ledger.all().every((row) => row.state === "settled" && row.end === "upstream_error"),
    );
  });

  it("chooses the answer with a ServiceError", async () => {
    const { service } = serviceOf(async function* (): AsyncGenerator<ModelYield> {
      throw new ServiceError({ kind: "overloaded", message: "Busy.", retryAfterSeconds: 3 });
    });
    const response = await service.request(...requestOf(format));
    expect(response.status).toBe(format === "messages" ? 529 : 503);
    expect(response.headers.get("retry-after")).toBe("3");
    expect(await response.text()).toContain("Busy.");
  });

  it("S23 that throws after its first event ends a stream with the error frame, never cleanly", async () => {
    const { service, ledger } = serviceOf(async function* () {
      yield "some text";
      throw new Error("the secret of the house");
    });
    const text = await (await service.request(...requestOf(format, { stream: true }))).text();
    expect(errorFrameOf(format, text)).toMatchObject({ message: expect.any(String) });
    expect(text).not.toContain("secret");
    expect(text).not.toContain("[DONE]");
    expect(text).not.toContain("message_stop");
    expect((await ask(service, format)).status).toBe(500);
    await until(() => ledger.all().every((row) => row.state === "settled"));
  });

  it.each([
    ["yields something unknown", [{ type: "nonsense" } as unknown as ModelYield]],
    ["yields arguments without a call", [toolCallArguments("{}")]],
    ["yields after its stop", [stop("end"), "more"]],
  ])(
    "that %s causes one clear error or a complete answer, never a corrupt stream",
    async (_name, script) => {
      const { service } = serviceOf(script);
      const text = await (await service.request(...requestOf(format, { stream: true }))).text();
      const whole = text.includes("[DONE]") || text.includes("message_stop");
      expect(whole).not.toBe(text.includes('"error"'));
    },
  );

  it("S23 that yields after its stop has given a complete answer before", async () => {
    const { service } = serviceOf(["some text", stop("end"), "and more"]);
    const text = await (await service.request(...requestOf(format, { stream: true }))).text();
    expect(text).toContain("some text");
    expect(text).not.toMatch(/and more|"error"/);
    expect(framesOf(text).at(-1)?.data).toMatch(/^(\[DONE\]|\{"type":"message_stop"\})$/);
  });

  it("that never ends is stopped by its timeout, with an error in the format", async () => {
    const { service, ledger } = serviceOf(
      async function* () {
        yield "first";
        await new Promise(() => undefined);
      },
      { timeouts: { betweenEvents: 30 } },
    );
    const text = await (await service.request(...requestOf(format, { stream: true }))).text();
    expect(errorFrameOf(format, text)).toBeDefined();
    await until(() => ledger.all().some((row) => row.state === "settled" && row.end === "timeout"));
  });

  it("that never begins is answered with 504", async () => {
    const { service } = serviceOf(
      async function* () {
        await new Promise(() => undefined);
      },
      { timeouts: { firstEvent: 30 } },
    );
    expect((await ask(service, format, { stream: true })).status).toBe(504);
  });

  it("is aborted at once when the caller leaves, and what it generated is settled", async () => {
    let aborted = false;
    const { service, ledger } = serviceOf(async function* ({ signal }) {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      yield "word ".repeat(40);
      await new Promise(() => undefined);
    });
    const caller = new AbortController();
    const response = await service.request(
      ...requestOf(format, { stream: true }, { signal: caller.signal }),
    );
    const reader = response.body?.getReader();
    await reader?.read();
    caller.abort();
    await expect(reader?.read()).rejects.toThrow();
    expect(aborted).toBe(true);
    await until(() => ledger.all()[0]?.state === "settled");
    expect(ledger.all()[0]).toMatchObject({
      end: "client_abort",
      usage: { output: 50, sources: { input: "estimated", output: "observed" } },
    });
  });

  it("S23 that ignores the abort is settled anyway", async () => {
    const { service, ledger } = serviceOf(async function* () {
      for (;;) {
        await flushPromises();
        yield "again ";
      }
    });
    const response = await service.request(...requestOf(format, { stream: true }));
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await until(() => ledger.all()[0]?.state === "settled");
    expect(ledger.all()).toHaveLength(1);
  });

  it("is not asked for more than its reader reads", async () => {
    let yielded = 0;
    const { service } = serviceOf(async function* () {
      for (;;) {
        yielded += 1;
        yield `${yielded} `;
      }
    });
    const response = await service.request(...requestOf(format, { stream: true }));
    const reader = response.body?.getReader();
    for (let reads = 0; reads < 3; reads++) await reader?.read();
    expect(await untilStill(() => yielded)).toBeLessThan(6);
    await reader?.cancel();
  });

  it("reports usage that reaches the answer and the ledger", async () => {
    const counts = {
      input: 7,
      cacheRead: 5,
      cacheWrite: 3,
      cacheWriteLong: 2,
      output: 11,
      reasoning: 4,
    };
    const { service, ledger } = serviceOf(["text", usage(counts)], {
      model: {
        prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteLong: 6 },
      },
    });
    const { body } = await ask(service, format);
    expect(body.usage).toMatchObject(
      format === "messages"
        ? {
            input_tokens: 7,
            cache_read_input_tokens: 5,
            cache_creation_input_tokens: 5,
            output_tokens: 11,
          }
        : { prompt_tokens: 17, completion_tokens: 11, total_tokens: 28 },
    );
    await until(() => ledger.all()[0]?.state === "settled");
    const nano = 7 * 3000 + 5 * 300 + 3 * 3750 + 2 * 6000 + 11 * 15000;
    expect(ledger.all()[0]).toMatchObject({
      costNanoDollars: nano,
      usage: reportedUsage(counts),
    });
  });

  it("bills units that it reports, beside its tokens", async () => {
    const counts = { input: 1, output: 1, units: { images: 2, pages: 3 } };
    const { service, ledger } = serviceOf(["text", usage(counts)], {
      model: { prices: { input: 0, output: 0, units: { images: 0.04 } } },
    });
    await ask(service, format);
    await until(() => ledger.all()[0]?.state === "settled");
    expect(ledger.all()[0]).toMatchObject({
      costNanoDollars: 80_000_000,
      usage: { units: { images: 2, pages: 3 } },
    });
  });

  it("may yield reasoning, text and tool calls, complete or in fragments", async () => {
    const { service } = serviceOf([
      thinking("hmm", { signature: "c2ln" }),
      "Looking. ",
      toolCall({ name: "one", arguments: { a: 1 } }),
      toolCallStart({ name: "two", id: "own_id" }),
      toolCallArguments('{"b":'),
      toolCallArguments("2}"),
    ]);
    const { body } = await ask(service, format);
    if (format === "messages") {
      expect(body.stop_reason).toBe("tool_use");
      expect(body.content.map(({ type }: { type: string }) => type)).toEqual([
        "thinking",
        "text",
        "tool_use",
        "tool_use",
      ]);
      expect(body.content[2]).toMatchObject({
        name: "one",
        input: { a: 1 },
        id: expect.stringMatching(/^toolu_/),
      });
      expect(body.content[3]).toMatchObject({ id: "own_id", input: { b: 2 } });
    } else {
      const [choice] = body.choices;
      expect(choice.finish_reason).toBe("tool_calls");
      expect(choice.message.tool_calls).toMatchObject([
        { id: expect.stringMatching(/^call_/), function: { name: "one", arguments: '{"a":1}' } },
        { id: "own_id", function: { name: "two", arguments: '{"b":2}' } },
      ]);
    }
  });
});

describe("a budget", () => {
  it("refuses a request whose worst case it does not cover, before the model is called", async () => {
    let called = false;
    const { service } = serviceOf(
      async function* () {
        called = true;
        yield "costly";
      },
      {
        ledger: createMemoryLedger({ budgets: { "key-1": 1000 } }),
        model: { prices: { input: 3, output: 15 } },
      },
    );
    const response = await service.request(...requestOf("messages"));
    expect(response.status).toBe(402);
    expect(called).toBe(false);
  });

  it("is not asked when the ledger is down: the request is refused with 503", async () => {
    const { service } = serviceOf(["text"], {
      ledger: {
        ...createMemoryLedger(),
        reserve: () => Promise.reject(new Error("connection refused")),
      },
    });
    expect((await service.request(...requestOf("chat-completions"))).status).toBe(503);
  });
});

describe("closing", () => {
  it("lets a running stream end, refuses new requests and waits for the ledger", async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { service, ledger } = serviceOf(async function* () {
      yield "one ";
      await gate;
      yield "two";
    });
    const response = await service.request(...requestOf("messages", { stream: true }));
    const text = response.text();
    const closed = service.close({ timeout: 2000 });
    expect((await service.request(...requestOf("messages"))).status).toBe(529);
    finish();
    expect(await text).toContain("message_stop");
    await closed;
    expect(ledger.all()[0]?.state).toBe("settled");
  });

  it("cuts a stream that does not end within the time limit, with an error frame", async () => {
    const { service } = serviceOf(async function* () {
      yield "one ";
      await new Promise(() => undefined);
    });
    const response = await service.request(...requestOf("chat-completions", { stream: true }));
    const text = response.text();
    await service.close({ timeout: 20 });
    expect(await text).toContain('"error"');
  });
});

describe("a model with a known context window", () => {
  it.each(formatNames)(
    "refuses a %s request that does not fit, in the words that clients look for",
    async (format) => {
      const { service } = serviceOf(["text"], { model: { capabilities: { contextWindow: 3 } } });
      const { status, body } = await ask(service, format);
      expect(status).toBe(400);
      expect(body.error.message).toMatch(
        /^prompt is too long: \d+ tokens > 3 maximum$|maximum context length is 3 tokens/,
      );
    },
  );
});

describe("limits that cannot be checked", () => {
  it("refuse the request with 503", async () => {
    const { service, ledger } = serviceOf(["text"], {
      limits: { enter: () => Promise.reject(new Error("connection refused")) },
    });
    expect((await service.request(...requestOf("messages"))).status).toBe(503);
    expect(ledger.all()).toEqual([]);
  });
});
