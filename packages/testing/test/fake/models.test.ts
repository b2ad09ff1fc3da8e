import { defineModel, messagesUpstream } from "@diglot/core";
import { formatNames } from "@diglot/test-support/requests";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createFake, createManualClock } from "../../src/index.js";
import { knownModels } from "../../src/rules/models.js";
import { ask, say } from "./requests.js";

describe.each(formatNames)("the models of a fake, asked in %s", (format) => {
  it("answer under the name that was asked for, whatever it is", async () => {
    const fake = createFake({ script: ["a", "b"] });
    for (const model of ["my/own:model", "x"]) {
      const answer = await ask(fake, format, { body: { model } });
      expect((await answer.json()).model).toBe(model);
    }
  });

  it("are only those of the option, if there is one", async () => {
    const fake = createFake({ script: ["a"], models: ["one", "two"] });
    expect((await ask(fake, format, { body: { model: "three" } })).status).toBe(404);
    expect((await ask(fake, format, { body: { model: "two" } })).status).toBe(200);
    fake.verify();
  });

  it("may be named twice", async () => {
    const { id } = knownModels[0]!;
    const fake = createFake({ script: ["a", "b"], models: ["one", "one", id, id] });
    expect((await ask(fake, format, { body: { model: "one" } })).status).toBe(200);
    expect((await ask(fake, format, { body: { model: id } })).status).toBe(200);
  });

  it("know the rules of a model by each of its names", async () => {
    const { id, aliases = [] } = knownModels.find((known) => known.aliases?.length)!;
    const names = [id, ...aliases];
    const fake = createFake({ script: names.map(() => "a"), models: [names[1]!] });
    for (const model of names) {
      const answer = await ask(fake, format, { body: { model } });
      expect([answer.status, (await answer.json()).model]).toEqual([200, id]);
    }
    expect((await ask(fake, format, { body: { model: "any-model" } })).status).toBe(404);
  });

  it("count tokens as the options say", async () => {
    const fake = createFake({
      script: ["one two three"],
      countTokens: (text) => text.split(" ").length,
    });
    await (await ask(fake, format, { text: "four words are here" })).text();
    const { usage } = fake.calls[0]!.answer!.reply!;
    expect(usage.output).toBe(5);
  });

  it("cut texts and arguments into pieces as the options say", async () => {
    const turn = { text: "ab cd", toolCalls: [{ name: "f", arguments: '{"a":1}' }] };
    const fake = createFake({ script: [turn], pieces: (text) => [...text] });
    await (await ask(fake, format, { body: { stream: true } })).text();
    const { text } = fake.calls[0]!.answer!;
    for (const piece of ["a", " ", "d"]) expect(text).toContain(`"${piece}"`);
    expect(text).not.toContain('"ab');
  });

  it("make room for one of one's own, under every name", async () => {
    const model = defineModel("mine", async function* ({ conversation }) {
      yield `I am asked as ${conversation.model}.`;
    });
    const fake = createFake({ model });
    expect(await say(fake, format, { body: { model: "gpt" } })).toBe("I am asked as gpt.");
    expect(fake.calls[0]!.answer!.reply!.model).toBe("mine");
    expect(fake.calls[0]!.conversation!.model).toBe("gpt");
  });

  it("may name one of one's own by its own name, and by others", async () => {
    const model = defineModel("mine", async function* () {
      yield "Hi";
    });
    const fake = createFake({ model, models: ["mine", "yours"] });
    for (const name of ["mine", "yours"]) {
      expect(await say(fake, format, { body: { model: name } })).toBe("Hi");
    }
    expect((await ask(fake, format, { body: { model: "ours" } })).status).toBe(404);
  });

  it("make room for an upstream, which may be another fake", async () => {
    const far = createFake({ script: ["from afar", { fault: { type: "unreachable" } }] });
    const model = messagesUpstream({
      id: "far",
      baseUrl: "https://far.example",
      apiKey: "sk-far-key",
      model: "far-model",
      fetch: far.fetch,
    });
    const near = createFake({ model });
    expect(await say(near, format)).toBe("from afar");
    expect((await ask(near, format)).status).toBe(502);
    far.verify();
  });
});

describe("profiles", () => {
  const unknownMember = { body: { certainly_unknown: 1 } };

  it("refuses what the real service refuses, unless it is lenient", async () => {
    const strict = createFake({ script: ["a"] });
    const lenient = createFake({ script: ["a"], profile: "lenient" });
    expect((await ask(strict, "messages", unknownMember)).status).toBe(400);
    expect((await ask(lenient, "messages", unknownMember)).status).toBe(200);
  });

  it("does the same in front of one's own model", async () => {
    const model = defineModel("mine", async function* () {
      yield "Hi";
    });
    const strict = createFake({ model });
    const lenient = createFake({ model, profile: "lenient" });
    expect((await ask(strict, "messages", unknownMember)).status).toBe(400);
    expect((await ask(lenient, "messages", unknownMember)).status).toBe(200);
  });

  it("wants a key, of any kind unless some are listed", async () => {
    const open = createFake({ script: ["a"] });
    const guarded = createFake({ script: ["a"], keys: ["sk-test-1234"] });
    const wrong = { init: { headers: { authorization: "Bearer sk-wrong" } } };
    expect((await ask(open, "chat-completions", { init: { headers: {} } })).status).toBe(401);
    expect((await ask(guarded, "chat-completions", wrong)).status).toBe(401);
    expect((await ask(guarded, "chat-completions")).status).toBe(200);
  });
});

it("lets a thousand requests run at once, and each fake keeps to itself", async () => {
  const fakes = Array.from({ length: 10 }, (_, index) =>
    createFake({ script: Array.from({ length: 100 }, () => `fake ${index}`) }),
  );
  const heard = await Promise.all(
    fakes.flatMap((fake) => Array.from({ length: 100 }, () => say(fake, "messages"))),
  );
  expect(heard.filter((text, index) => text !== `fake ${Math.floor(index / 100)}`)).toEqual([]);
  for (const fake of fakes) fake.verify();
});

it("keeps any number of streams of one fake open at once", async () => {
  const fake = createFake().otherwise(async function* () {
    yield "Hello";
  });
  const answers = await Promise.all(
    Array.from({ length: 1_200 }, () => ask(fake, "messages", { body: { stream: true } })),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  await Promise.all(answers.map((answer) => answer.text()));
});

it.each(formatNames)("waits as long as a test lets time pass, in %s", async (format) => {
  const clock = createManualClock();
  const fake = createFake({
    ...{ clock, script: [{ fault: { type: "silence" } }] },
  }).when({ user: "stream" }, { text: "Hi there", fault: { type: "stall", at: { events: 2 } } });
  const controller = new AbortController();
  const init = { signal: controller.signal };
  const silent = ask(fake, format, { init });
  const streaming = await ask(fake, format, { text: "stream", body: { stream: true }, init });
  const reader = streaming.body!.getReader();
  await reader.read();
  await until(() => fake.calls.every(({ conversation }) => conversation !== undefined));
  clock.advance(86_400_000);
  await flushPromises();
  expect(fake.calls.map(({ state }) => state)).toEqual(["open", "open"]);
  controller.abort();
  await expect(silent).rejects.toThrow("aborted");
  await Promise.all(fake.calls.map(({ finished }) => finished));
});

it("takes as many messages as the real service of the Messages format", async () => {
  const fake = createFake({ script: ["Hi"] });
  const messages = Array.from({ length: 100_000 }, () => ({ role: "user", content: "a" }));
  expect((await ask(fake, "messages", { body: { messages } })).status).toBe(200);
  const more = await ask(fake, "messages", { body: { messages: [...messages, messages[0]] } });
  expect(more.status).toBe(400);
});
