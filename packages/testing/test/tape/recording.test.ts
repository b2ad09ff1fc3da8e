import {
  createMemoryKeys,
  defineModel,
  type Model,
  type ModelRequest,
  ServiceError,
  usage,
} from "@diglot/core";
import { formatNames } from "@diglot/test-support/requests";
import { serviceOf as serve } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { createTape, faults, record, replay, type Tape, withFaults } from "../../src/index.js";
import {
  asking,
  callerKey,
  post,
  question,
  saidBy,
  scriptedService,
  serviceOf,
  upstreamTo,
} from "./world.js";

async function* text() {
  yield "In Oslo";
  yield ", as ever.";
  yield usage({ input: 20, output: 7 });
}

/** All exchanges of a tape, conversation by conversation. */
async function exchangesOn(tape: Tape) {
  return [...(await tape.read()).values()].flatMap(({ exchanges }) => exchanges);
}

/** The replies of a model, kept as its own objects. */
function spied(model: Model) {
  const bytes: Uint8Array[] = [];
  async function respond(request: ModelRequest) {
    const reply = await model.respond(request);
    if (reply.kind !== "relay" || reply.body instanceof Uint8Array) return reply;
    const source = reply.body;
    const read = async () => {
      const block = await source.read();
      if (block) bytes.push(block);
      return block;
    };
    return { ...reply, body: { read, cancel: source.cancel } };
  }
  return { model: { ...model, respond }, bytes };
}

describe("what a recorder does to a reply", () => {
  it.each(formatNames)("leaves the bytes of a relayed %s stream as they are", async (format) => {
    const { model, bytes } = spied(upstreamTo(scriptedService(text).service, format));
    const { service } = serviceOf(record(model, createTape()));
    const response = await post(service, format, asking(question, format, true));
    const received = await response.text();
    expect(received).toBe(bytes.map((block) => new TextDecoder().decode(block)).join(""));
    expect(received).toContain("Oslo");
  });

  it("records a model that is an instance of a class, under its own name", async () => {
    const inner = upstreamTo(scriptedService(text).service);
    class Wrapped {}
    for (const name of Object.keys(inner) as (keyof Model)[]) {
      Object.defineProperty(Wrapped.prototype, name, { get: () => inner[name] });
    }
    const tape = createTape();
    const { service } = serviceOf(record(new Wrapped() as Model, tape));
    const response = await post(service, "chat-completions", question);
    expect(response.status).toBe(200);
    expect(await exchangesOn(tape)).toHaveLength(1);
  });

  it("lets go wrong what goes wrong with the answer, and keeps what the model said", async () => {
    const tape = createTape();
    const broken = withFaults(defineModel("scripted", text), [faults.cut({ bytes: 3 })]);
    const { service } = serve(record(broken, tape), {
      keys: createMemoryKeys([{ key: callerKey }]),
      relaysAnything: true,
    });
    const response = await post(service, "messages", question);
    expect(await response.text()).toHaveLength(3);
    expect(JSON.stringify(await exchangesOn(tape))).toContain("as ever.");
  });

  it("hands a stream on before it is whole, and before anything is on the tape", async () => {
    const tape = createTape();
    let speakOn = () => {};
    const silence = new Promise<void>((resolve) => {
      speakOn = resolve;
    });
    const { service } = serviceOf(
      record(
        upstreamTo(
          scriptedService(async function* () {
            yield "In Oslo";
            await silence;
            yield ", as ever.";
          }).service,
        ),
        tape,
      ),
    );
    const response = await post(service, "chat-completions", { ...question, stream: true });
    const reader = response.body!.getReader();
    let received = "";
    while (!received.includes("In Oslo")) {
      received += new TextDecoder().decode((await reader.read()).value);
    }
    expect(await exchangesOn(tape)).toEqual([]);
    speakOn();
    while (!(await reader.read()).done);
    expect(await exchangesOn(tape)).toHaveLength(1);
  });

  it("fails the reply if the tape cannot be written", async () => {
    const broken: Tape = {
      read: async () => new Map(),
      update: async () => {
        throw new ServiceError({ kind: "internal", message: "The disk is full." });
      },
    };
    const { service } = serviceOf(record(defineModel("scripted", text), broken));
    const response = await post(service, "messages", question);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("The disk is full.");
  });
});

describe("an error", () => {
  const overloaded = new ServiceError({
    kind: "overloaded",
    message: "Too much to do.",
    retryAfterSeconds: 7,
  });

  it.each(formatNames)("before the reply is replayed to %s callers", async (format) => {
    const failing = defineModel("scripted", async function* () {
      yield* [];
      throw overloaded;
    });
    const tape = createTape();
    const { service } = serviceOf(record(failing, tape));
    const recorded = await post(service, "messages", question);
    expect(recorded.status).toBe(529);
    expect((await exchangesOn(tape))[0]?.reply).toEqual({
      events: [],
      error: {
        milliseconds: expect.any(Number),
        kind: "overloaded",
        message: "Too much to do.",
        retryAfterSeconds: 7,
      },
    });
    const replayed = serviceOf(replay(tape));
    const response = await post(replayed.service, format, question);
    expect(response.status).toBe(format === "messages" ? 529 : 503);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.text()).toContain("Too much to do.");
    expect(replayed.ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it.each(formatNames)("after some of the reply is replayed to %s callers", async (format) => {
    const failing = defineModel("scripted", async function* () {
      yield "In Oslo";
      throw overloaded;
    });
    const tape = createTape();
    const { service } = serviceOf(record(failing, tape));
    await (await post(service, "messages", { ...question, stream: true })).text();
    const replayed = serviceOf(replay(tape)).service;
    const response = await post(replayed, format, { ...question, stream: true });
    expect(response.status).toBe(200);
    const stream = await response.text();
    expect(stream.indexOf("Too much to do.")).toBeGreaterThan(stream.indexOf("In Oslo"));
    expect(stream).not.toMatch(/message_stop|\[DONE\]/);
  });

  it("of a relayed reply before its content is on the tape, and a second one is not", async () => {
    const source = {
      read: async () => {
        throw new ServiceError({ kind: "internal", message: "It is broken still." });
      },
      cancel: async () => undefined,
    };
    const relaying: Model = {
      ...defineModel("scripted", text),
      respond: async () => ({
        ...{ kind: "relay", status: 200, headers: [], body: source },
        untilContent: () => Promise.reject(overloaded),
      }),
    };
    const tape = createTape();
    const recorder = record(relaying, tape);
    const { service } = serviceOf({
      ...recorder,
      async respond(request) {
        const reply = await recorder.respond(request);
        if (reply.kind === "relay") await reply.untilContent();
        return reply;
      },
    });
    expect((await post(service, "messages", question)).status).toBe(529);
    const errors = (await exchangesOn(tape)).map(({ reply }) => reply.error?.kind);
    expect(errors).toEqual(["overloaded"]);
  });

  it("in the bytes of a relayed stream is recorded as the error that it reports", async () => {
    const upstream = scriptedService(async function* () {
      yield "In Oslo";
      throw overloaded;
    });
    const tape = createTape();
    const { service } = serviceOf(record(upstreamTo(upstream.service), tape));
    await (await post(service, "chat-completions", { ...question, stream: true })).text();
    const [exchange] = await exchangesOn(tape);
    expect(exchange?.reply.error?.kind).toBe("overloaded");
    expect(JSON.stringify(exchange?.reply.events)).toContain("In Oslo");
  });
});

describe("what is not recorded", () => {
  it.each(formatNames)("is a %s reply that its caller leaves", async (format) => {
    let left = () => {};
    const leaving = new Promise<void>((resolve) => {
      left = resolve;
    });
    const model = defineModel("scripted", async function* ({ signal }) {
      signal.addEventListener("abort", left);
      yield "In Oslo";
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      yield ", as ever.";
    });
    const tape = createTape();
    const { service } = serviceOf(record(model, tape));
    const response = await post(service, format, { ...question, stream: true });
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    await leaving;
    await saidBy(
      await post(serviceOf(record(defineModel("scripted", text), tape)).service, format, question),
      format,
    );
    expect((await exchangesOn(tape)).map(({ reply }) => reply.error)).toEqual([undefined]);
  });

  it("is a refusal of the service's own ledger", async () => {
    const tape = createTape();
    const recorder = record(defineModel("scripted", text), tape);
    const { service } = serviceOf({
      ...recorder,
      respond: (request) =>
        recorder.respond({
          ...request,
          attempt: async () => {
            throw new ServiceError({ kind: "budget_exhausted", message: "No money is left." });
          },
        }),
    });
    const response = await post(service, "messages", question);
    expect(await response.text()).toContain("No money is left.");
    expect(await exchangesOn(tape)).toEqual([]);
  });
});

describe("the conversations of a tape", () => {
  const ask = (content: string) => ({ messages: [{ role: "user", content }] });

  it("keep all of many requests at once, under names that say what was asked", async () => {
    const tape = createTape();
    const { service } = serviceOf(record(defineModel("scripted", text), tape));
    const questions = ["Rain?", "Rain?", "Schnee in Århus – wo?", "", "A ".repeat(60), "Rain?"];
    for (const content of questions)
      await (await post(service, "chat-completions", ask(content))).text();
    const many = Array.from({ length: 20 }, (_, index) => ask(`Many ${index}`));
    await Promise.all(
      many.map(async (body) => (await post(service, "chat-completions", body)).text()),
    );
    const names = [...(await tape.read()).keys()];
    expect(names).toHaveLength(26);
    expect(names).toEqual([...names].sort());
    expect(names.filter((name) => !name.startsWith("many"))).toEqual([
      `${"a-".repeat(19)}a`.slice(0, 39),
      "conversation",
      "rain",
      "rain-2",
      "rain-3",
      "schnee-in-århus-wo",
    ]);
  });

  it("hold the requests that go on from one another, and each retry of one that failed", async () => {
    const answers = ["fail", "In Oslo.", "And in Rome.", "Elsewhere."];
    const tape = createTape();
    const model = defineModel("scripted", async function* () {
      const answer = answers.shift() ?? "";
      if (answer === "fail") throw new ServiceError({ kind: "overloaded", message: "Later." });
      yield answer;
    });
    const { service } = serviceOf(record(model, tape));
    const first = ask("Where does it rain?");
    const second = {
      messages: [
        ...first.messages,
        { role: "assistant", content: "In Oslo." },
        { role: "user", content: "And?" },
      ],
    };
    for (const body of [first, first, second, first]) {
      await (await post(service, "messages", body)).text();
    }
    const taped = [...(await tape.read())].map(([name, { number, exchanges }]) => [
      name,
      number,
      exchanges.map(({ conversation }) => conversation.turns.length),
    ]);
    expect(taped).toEqual([
      ["where-does-it-rain", 1, [1, 1, 3]],
      ["where-does-it-rain-2", 2, [1]],
    ]);
  });

  it("are distinguished by the reply that a request hands back", async () => {
    const answers = ["In Oslo.", "In Rome.", "Yes."];
    const tape = createTape();
    const model = defineModel("scripted", async function* () {
      yield answers.shift() ?? "";
    });
    const { service } = serviceOf(record(model, tape));
    const first = ask("Where?");
    for (const body of [first, first]) await (await post(service, "messages", body)).text();
    const on = [
      { role: "assistant", content: "In Oslo." },
      { role: "user", content: "Sure?" },
    ];
    await (await post(service, "messages", { messages: [...first.messages, ...on] })).text();
    const taped = await tape.read();
    expect(taped.get("where")?.exchanges).toHaveLength(2);
    expect(taped.get("where-2")?.exchanges).toHaveLength(1);
  });

  it("are gone on at the latest, whatever its name, by a reply that none of them gave", async () => {
    const tape = createTape();
    const { service } = serviceOf(record(defineModel("scripted", text), tape));
    const first = ask("Where?");
    for (let count = 0; count < 10; count++) await (await post(service, "messages", first)).text();
    const on = [
      { role: "assistant", content: "In Rome." },
      { role: "user", content: "Sure?" },
    ];
    await (await post(service, "messages", { messages: [...first.messages, ...on] })).text();
    const longer = [...(await tape.read())].filter(([, { exchanges }]) => exchanges.length > 1);
    expect(longer.map(([name, { number }]) => [name, number])).toEqual([["where-10", 10]]);
  });
});
