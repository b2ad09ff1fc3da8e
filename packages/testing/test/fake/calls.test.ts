import { getEventListeners } from "node:events";
import { type Answer, defineModel, type Exchange, toExchange } from "@diglot/core";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { createFake, createManualClock, type Fault, withFaults } from "../../src/index.js";
import { ask, paths } from "./requests.js";

/** Reads a body to its end, or to its failure. */
async function drain(response: Response): Promise<"whole" | "failed"> {
  return response.arrayBuffer().then(
    () => "whole",
    () => "failed",
  );
}

const streamed = { body: { stream: true } };

/** Reads the body of an answer to its end, or to its failure. */
async function readToEnd({ body }: Answer): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) return;
  while ((await body.read()) !== undefined);
}

describe.each(formatNames)("a call in %s", (format) => {
  it("holds what came and what went out, byte for byte", async () => {
    const fake = createFake({ script: ["Hi there"] });
    const answer = await ask(fake, format, {
      ...streamed,
      url: `https://proxy.example/some/where${paths[format]}?beta=true`,
    });
    const text = await answer.text();
    const call = fake.calls[0]!;
    expect(call.request).toMatchObject({
      method: "POST",
      path: `/some/where${paths[format]}?beta=true`,
    });
    expect(JSON.parse(call.request.text)).toEqual(call.request.body);
    expect(new TextDecoder().decode(call.request.bytes)).toBe(call.request.text);
    expect(call.conversation!.turns).toHaveLength(1);
    expect(call.answer).toMatchObject({ status: 200, text, body: undefined });
    expect(call.answer!.chunks.length).toBeGreaterThan(4);
    expect(call.answer!.reply!.blocks.map((block) => block.text)).toEqual(["Hi there"]);
    expect([call.index, call.format, call.state]).toEqual([0, format, "whole"]);
    await call.finished;
  });

  it("has its place among the calls, in the order in which they came", async () => {
    const fake = createFake({ script: ["One", "Two"] });
    await ask(fake, format);
    await ask(fake, format);
    await ask(fake, format);
    expect(fake.calls.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(() => fake.verify()).toThrow("Request 2: Unexpected request");
  });

  it.each<[string, Fault | undefined, boolean]>([
    ["in JSON", undefined, false],
    ["in a stream", undefined, true],
    ["in a stream that is reset", { type: "reset", at: { events: 2 } }, true],
    ["in a stream that is cut", { type: "cut", at: { events: 2 } }, true],
    ["with an error", { type: "html", status: 502 }, false],
    ["without an answer", { type: "unreachable" }, false],
  ])(
    "leaves no listener on the signal of its caller when it is over, %s",
    async (_how, fault, stream) => {
      const { signal } = new AbortController();
      const fake = createFake({ script: [fault ? { text: "Some words", fault } : "Some words"] });
      const [path, init] = requestOf(format, { model: "some-model", stream });
      const exchange: Exchange = {
        ...toExchange(new Request(`http://fake.test${path}`, init)),
        signal,
      };
      await readToEnd(await fake.handle(exchange)).catch(() => undefined);
      await fake.calls[0]!.finished;
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  it("leaves no listener on the signal of a caller that cancels its answer", async () => {
    const { signal } = new AbortController();
    const fake = createFake({ script: ["Many words in here"] });
    const [path, init] = requestOf(format, { model: "some-model", stream: true });
    const exchange: Exchange = {
      ...toExchange(new Request(`http://fake.test${path}`, init)),
      signal,
    };
    const { body } = await fake.handle(exchange);
    if (body === undefined || body instanceof Uint8Array) throw new Error("It is a stream.");
    await body.read();
    expect(getEventListeners(signal, "abort")).not.toEqual([]);
    await body.cancel();
    await fake.calls[0]!.finished;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("has no key in it", async () => {
    const fake = createFake({ script: ["Hi"] });
    await (await ask(fake, format)).text();
    const { headers } = fake.calls[0]!.request;
    expect(JSON.stringify(headers)).not.toContain("sk-test");
    expect(Object.values(headers).filter((value) => value.endsWith("***1234"))).toHaveLength(1);
  });

  it("never reads the body behind a wrong key", async () => {
    const fake = createFake({ keys: ["sk-other"] });
    expect((await ask(fake, format)).status).toBe(401);
    expect(fake.calls[0]!.request.bytes).toHaveLength(0);
    expect(fake.calls[0]!).toMatchObject({ state: "whole", conversation: undefined });
  });

  it("reads its reply from a JSON answer, too", async () => {
    const fake = createFake({ script: [{ thinking: "Hm.", text: "Hi" }] });
    await (await ask(fake, format)).text();
    const { answer } = fake.calls[0]!;
    expect(answer!.body).toMatchObject({ model: "some-model" });
    expect(answer!.reply!.blocks.map((block) => block.text)).toEqual(["Hm.", "Hi"]);
  });

  it("is open until its answer was read, and aborted if a reader leaves", async () => {
    const fake = createFake({ script: ["Many words in here"] });
    const reader = (await ask(fake, format, streamed)).body!.getReader();
    await reader.read();
    const call = fake.calls[0]!;
    expect(call.state).toBe("open");
    await reader.cancel();
    await call.finished;
    expect(call.state).toBe("aborted");
    expect(call.answer!.reply).toBeUndefined();
  });

  it("is whole if a reader leaves after the last event", async () => {
    const fake = createFake({ script: ["Hi"] });
    const reader = (await ask(fake, format, streamed)).body!.getReader();
    let text = "";
    while (!/message_stop"|\[DONE\]/.test(text)) {
      text += new TextDecoder().decode((await reader.read()).value);
    }
    await reader.cancel();
    expect(fake.calls[0]!.state).toBe("whole");
  });

  it("is aborted by the signal of its fetch, while it is read", async () => {
    const fake = createFake({ script: ["Many words in here"] });
    const controller = new AbortController();
    const answer = await ask(fake, format, { ...streamed, init: { signal: controller.signal } });
    const reader = answer.body!.getReader();
    await reader.read();
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(reader.read()).rejects.toBe(reason);
    expect(fake.calls[0]!.state).toBe("aborted");
  });

  it("is aborted by the signal of its fetch, before the head", async () => {
    const fake = createFake({ script: [{ fault: { type: "silence" } }] });
    const controller = new AbortController();
    const asking = ask(fake, format, { init: { signal: controller.signal } });
    await until(() => fake.calls[0]?.conversation !== undefined);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(asking).rejects.toBe(reason);
    expect(fake.calls[0]!).toMatchObject({ state: "aborted", answer: undefined });
  });

  it("is silent for as long as its caller waits, whatever the time", async () => {
    const clock = createManualClock();
    const fake = createFake({ script: [{ fault: { type: "silence" } }], clock });
    const controller = new AbortController();
    const asking = ask(fake, format, { init: { signal: controller.signal } });
    await until(() => fake.calls[0]?.conversation !== undefined);
    clock.advance(24 * 60 * 60 * 1_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(fake.calls[0]!.state).toBe("open");
    controller.abort(new Error("at last"));
    await expect(asking).rejects.toThrow("at last");
  });

  it("does not come about with a signal that has aborted before", async () => {
    const fake = createFake({ script: ["Hi"] });
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(ask(fake, format, { init: { signal } })).rejects.toThrow("too late");
    expect(fake.calls).toEqual([]);
  });

  it("is aborted if its caller had left before it came", async () => {
    const fake = createFake({ script: ["Hi"] });
    const signal = AbortSignal.abort(new Error("too late"));
    const exchange = toExchange(new Request(`https://x${paths[format]}`, requestOf(format)[1]));
    await fake.handle({ ...exchange, signal }).catch(() => undefined);
    expect(fake.calls[0]!.state).toBe("aborted");
    await fake.calls[0]!.finished;
  });

  it.each<[Fault, "whole" | "failed"]>([
    [{ type: "cut", at: { events: 2 } }, "whole"],
    [{ type: "no_terminal" }, "whole"],
    [{ type: "error_event", at: { events: 3 } }, "whole"],
    [{ type: "reset", at: { events: 2 } }, "failed"],
  ])("is broken by %j", async (fault, read) => {
    const fake = createFake({ script: [{ text: "Many words in here", fault }] });
    expect(await drain(await ask(fake, format, streamed))).toBe(read);
    expect(fake.calls[0]!.state).toBe("broken");
    expect(fake.calls[0]!.answer!.text).not.toBe("");
    fake.verify();
  });

  it.each<Fault>([{ type: "no_terminal" }, { type: "error_event", at: { events: 3 } }])(
    "is whole in JSON, where %j cuts nothing",
    async (fault) => {
      const fake = createFake({ script: [{ text: "Many words in here", fault }] });
      await drain(await ask(fake, format));
      expect(fake.calls[0]!.state).toBe("whole");
    },
  );

  it("is broken by a fault of the plan as by one of its turn", async () => {
    const faults = [undefined, { type: "cut", at: { events: 2 } }] as const;
    const fake = createFake({ script: ["Many words", "in here"], faults });
    await drain(await ask(fake, format, streamed));
    await drain(await ask(fake, format, streamed));
    expect(fake.calls.map(({ state }) => state)).toEqual(["whole", "broken"]);
  });

  it("is broken by a fault of the model behind the fake", async () => {
    const hello = defineModel("hello", async function* () {
      yield "Many words in here";
    });
    const fake = createFake({ model: withFaults(hello, [{ type: "cut", at: { events: 2 } }]) });
    await drain(await ask(fake, format, streamed));
    await drain(await ask(fake, format, streamed));
    expect(fake.calls.map(({ state }) => state)).toEqual(["broken", "whole"]);
  });

  it("is broken by a connection that is lost before the head", async () => {
    const fake = createFake({ script: [{ fault: { type: "unreachable" } }] });
    const error = await ask(fake, format).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } });
    expect(fake.calls[0]!).toMatchObject({ state: "broken", answer: undefined });
  });

  it("uses up its turn, if the fault is that of the turn", async () => {
    const fake = createFake({
      script: [
        { fault: { type: "error", kind: "overloaded" } },
        { fault: { type: "html", status: 502 } },
        "Hi",
      ],
    });
    const statuses = [];
    for (let index = 0; index < 3; index++) statuses.push((await ask(fake, format)).status);
    expect(statuses).toEqual([format === "messages" ? 529 : 503, 502, 200]);
    fake.verify();
  });

  it("leaves the script alone, if the fault is that of the plan", async () => {
    const fake = createFake({
      script: ["Hi"],
      faults: [{ type: "error", kind: "rate_limited" }, undefined],
    });
    expect((await ask(fake, format)).status).toBe(429);
    expect((await ask(fake, format)).status).toBe(200);
    fake.verify();
  });

  it.each([
    ["events", /^(event|data)[\s\S]*\n\n$/],
    ["whole", /message_stop|\[DONE\]/],
  ] as const)("comes in %s", async (chunks, pattern) => {
    const fake = createFake({ script: ["Many words in here"], chunks });
    const answer = await ask(fake, format, streamed);
    for await (const block of answer.body!) {
      const text = new TextDecoder().decode(block);
      expect(text).toMatch(pattern);
      if (chunks === "events") expect(text.match(/\n\n/g)).toHaveLength(1);
    }
  });

  it("comes in the chunks of its turn rather than in those of the fake", async () => {
    const fake = createFake({ script: [{ text: "Hi", chunks: { bytes: 10 } }], chunks: "whole" });
    await (await ask(fake, format, streamed)).text();
    const sizes = fake.calls[0]!.answer!.chunks.map((chunk) => chunk.length);
    expect(new Set(sizes.slice(0, -1))).toEqual(new Set([10]));
  });

  it("waits by the clock that it is given", async () => {
    const clock = createManualClock();
    const fault = { type: "stall", at: { events: 2 }, milliseconds: 5_000 } as const;
    const fake = createFake({ script: [{ text: "Hi", fault }], clock });
    const reading = drain(await ask(fake, format, streamed));
    await until(() => (fake.calls[0]!.answer?.chunks.length ?? 0) >= 2);
    clock.advance(4_999);
    await Promise.resolve();
    expect(fake.calls[0]!.state).toBe("open");
    clock.advance(1);
    expect(await reading).toBe("whole");
    expect(fake.calls[0]!.state).toBe("whole");
  });

  it("goes with the fake timers of a test runner", async () => {
    vi.useFakeTimers();
    try {
      const fault = { type: "stall", at: { events: 2 }, milliseconds: 60_000 } as const;
      const fake = createFake({ script: ["first", { text: "Hi", fault }] });
      expect(await drain(await ask(fake, format, streamed))).toBe("whole");
      const reading = drain(await ask(fake, format, streamed));
      await vi.advanceTimersByTimeAsync(59_999);
      expect(fake.calls[1]!.state).toBe("open");
      await vi.advanceTimersByTimeAsync(1);
      expect(await reading).toBe("whole");
    } finally {
      vi.useRealTimers();
    }
  });
});

it("answers a path without /v1, and one with two, as the service does", async () => {
  const fake = createFake({ script: ["Hi"] });
  for (const url of ["https://a.example/messages", "https://a.example/v1/v1/messages"]) {
    expect((await ask(fake, "messages", { url })).status).toBe(404);
  }
  expect((await ask(fake, "messages", { url: "/v1/messages" })).status).toBe(200);
  expect(fake.calls.map((call) => call.format)).toEqual([undefined, undefined, "messages"]);
});

it("distinguishes requests that are one and the same exchange", async () => {
  const fake = createFake({ script: ["one", "two"] });
  const messages = [{ role: "user", content: "Hello" }];
  const exchange = {
    method: "POST",
    target: "/v1/chat/completions",
    headers: new Headers({ "content-type": "application/json", authorization: "Bearer sk-x" }),
    body: { kind: "parsed", value: { model: "m", messages } },
    signal: new AbortController().signal,
  } as const;
  await Promise.all([fake.handle(exchange), fake.handle(exchange)]);
  expect(fake.calls.map(({ conversation }) => conversation?.model)).toEqual(["m", "m"]);
  expect(fake.calls[1]!.request.body).toEqual({ model: "m", messages });
});

it.each(formatNames)("%s takes as many messages as the Messages service", async (format) => {
  const fake = createFake({ script: ["Hi"] });
  const messages = Array.from({ length: 50_000 }, () => ({ role: "user", content: "a" }));
  expect((await ask(fake, format, { body: { messages } })).status).toBe(200);
});

it.each(formatNames)(
  "a model of a fake may be silent for hours, at first and in between, in %s",
  async (format) => {
    const clock = createManualClock();
    const pauses: (() => void)[] = [];
    const pause = () => new Promise<void>((resolve) => pauses.push(resolve));
    const fake = createFake({
      clock,
      script: [
        async function* () {
          await pause();
          yield "first ";
          await pause();
          yield "last";
        },
      ],
    });
    const answering = ask(fake, format, streamed).then((answer) => answer.text());
    for (let silence = 1; silence <= 2; silence++) {
      await until(() => pauses.length === silence);
      clock.advance(8 * 3_600_000);
      pauses[silence - 1]!();
    }
    expect(await answering).toContain("last");
    expect(fake.calls[0]!.state).toBe("whole");
  },
);
