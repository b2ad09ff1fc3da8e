import { defineModel, text, toolCall, usage } from "@diglot/core";
import { conversationOf, turn } from "@diglot/test-support/conversations";
import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { flushPromises, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  createManualClock,
  createTape,
  type ReplayOptions,
  record,
  replay,
  type Tape,
} from "../../src/index.js";
import { fromTapeText, toTapeText } from "../../src/tape/store/tape-text.js";
import { callerKey, post, question, saidBy, serviceOf } from "./world.js";

const ask = (content: string) => ({ messages: [{ role: "user", content }] });

/** Records these questions, each answered with its answer. */
async function taping(pairs: readonly (readonly [question: object, answer: string])[]) {
  const tape = createTape();
  const answers = pairs.map(([, answer]) => answer);
  const model = defineModel("scripted", async function* () {
    yield answers.shift() ?? "";
    yield usage({ input: 20, output: 7 });
  });
  const { service } = serviceOf(record(model, tape));
  for (const [body] of pairs) await (await post(service, "messages", body)).text();
  return tape;
}

function replaying(tape: Tape, options: ReplayOptions = {}) {
  const { service } = serviceOf(replay(tape, options));
  return async (body: object, format: FormatName = "messages") => {
    const response = await post(service, format, body);
    if (!response.ok) return `${response.status} ${(await response.json()).error.message}`;
    return (await saidBy(response, format)).blocks.map(({ content }) => content).join("|");
  };
}

describe("which recording answers", () => {
  it("is that of the structure, whatever the prompt says", async () => {
    const say = replaying(await taping([[ask("Where?"), "In Oslo."]]));
    expect(await say({ ...ask("Where does it rain today?"), temperature: 0.5 })).toBe("In Oslo.");
  });

  it("is the nth for the nth request, in the order of recording and not of names", async () => {
    const tape = await taping([
      [ask("Zero 7f"), "first"],
      [ask("Any 2a"), "second"],
      [ask("Many 9c"), "third"],
    ]);
    const say = replaying(tape);
    const said = [];
    for (const content of ["Q", "R", "S"]) said.push(await say(ask(content)));
    expect(said).toEqual(["first", "second", "third"]);
  });

  it("is the one with the same texts, if there is one, in whatever order and at once", async () => {
    const tape = await taping([
      [ask("Oslo?"), "rain"],
      [ask("Rome?"), "sun"],
      [ask("Oslo?"), "snow"],
    ]);
    const say = replaying(tape);
    const said = ["Rome?", "Oslo?", "Oslo?"].map((content) =>
      say(ask(content), "chat-completions"),
    );
    const [rome, ...oslo] = await Promise.all(said);
    expect(rome).toBe("sun");
    // Of two equal requests that come at once, either may be the first.
    expect(oslo.sort()).toEqual(["rain", "snow"]);
  });

  it("goes on the conversation whose replies are handed back, though its prompts have changed", async () => {
    const on = (first: string, answer: string) => ({
      messages: [
        { role: "user", content: first },
        { role: "assistant", content: answer },
        { role: "user", content: "And then?" },
      ],
    });
    const tape = await taping([
      [ask("Oslo?"), "rain"],
      [ask("Rome?"), "sun"],
      [on("Oslo?", "rain"), "more rain"],
      [on("Rome?", "sun"), "more sun"],
    ]);
    expect([...(await tape.read()).keys()]).toEqual(["oslo", "rome"]);
    const say = replaying(tape);
    expect(await say(on("In Rome, the capital?", "sun"))).toBe("more sun");
    expect(await say(on("In Oslo, the capital?", "rain"))).toBe("more rain");
  });

  it("is the one with the same texts, the caller's own key in them, which no tape has", async () => {
    const mine = ask(`I am ${callerKey}.`);
    const tape = await taping([
      [ask("I am somebody."), "first"],
      [mine, "second"],
    ]);
    expect(await replaying(tape)(mine)).toBe("second");
  });

  it("is the one with nothing unused before it, if neither texts nor replies decide", async () => {
    const on = (first: string, answer: string) => ({
      messages: [
        ...ask(first).messages,
        { role: "assistant", content: answer },
        ...ask("And?").messages,
      ],
    });
    const tape = await taping([
      [ask("Oslo?"), "rain"],
      [on("Oslo?", "rain"), "more rain"],
      [on("Rome?", "sun"), "more sun"],
    ]);
    const say = replaying(tape);
    expect(await say(on("Bern?", "fog"))).toBe("more sun");
    expect(await say(ask("Oslo?"))).toBe("rain");
    expect(await say(on("Bern?", "fog"))).toBe("more rain");
  });

  it("is not there once all were used, for one replay; another begins anew", async () => {
    const tape = await taping([
      [ask("Where?"), "In Oslo."],
      [ask("Where?"), "In Rome."],
    ]);
    const say = replaying(tape);
    expect([await say(ask("Where?")), await say(ask("Where?"))]).toEqual(["In Oslo.", "In Rome."]);
    expect(await say(ask("Where?"))).toBe(
      "400 Not on the tape: a request of this structure was recorded 2 times, and has been made once more.\n  turn 0 user: text",
    );
    expect(await replaying(tape)(ask("Where?"))).toBe("In Oslo.");
  });
});

describe("a request that is not on the tape", () => {
  const tool = { name: "weather", input_schema: { type: "object" } };

  it("learns how it differs from the nearest recorded one", async () => {
    const say = replaying(
      await taping([
        [ask("Where?"), "In Oslo."],
        [{ ...ask("Where?"), tools: [tool], system: "Be brief." }, "In Rome."],
      ]),
    );
    const other = { ...tool, name: "forecast" };
    expect(await say({ ...ask("Where?"), tools: [other], system: "Be brief." })).toBe(
      [
        "400 Not on the tape: no recorded request has this structure.",
        'The nearest is request 1 of the conversation "where-2":',
        "           instructions",
        "           turn 0 user: text",
        "expected:  tool weather",
        "got:       tool forecast",
      ].join("\n"),
    );
  });

  it.each(formatNames)("learns so from an empty tape in %s", async (format) => {
    expect(await replaying(createTape())(question, format)).toBe(
      "400 Not on the tape: the tape is empty.\n  turn 0 user: text",
    );
  });

  it("learns what is wrong with a tape that cannot be read", async () => {
    const broken = {
      ...createTape(),
      read: () => Promise.reject(new Error("tape.json: it is no JSON.")),
    };
    expect(await replaying(broken)(question)).toBe(
      "400 The tape cannot be read: tape.json: it is no JSON.",
    );
  });

  it("leaves no row in the ledger", async () => {
    const { service, ledger } = serviceOf(replay(createTape()));
    expect((await post(service, "messages", question)).status).toBe(400);
    expect(ledger.all()).toEqual([]);
  });

  it("is counted as the fallback counts, and taken if that takes it", () => {
    const live = defineModel("live", async function* () {}, {
      countTokens: () => 1_000,
      capabilities: { tools: false },
    });
    const fallback = { ...live, validatesOwnRequests: true };
    const replayed = replay(createTape(), { fallback, id: "mine", aliases: ["other"] });
    const { id, aliases, capabilities, validatesOwnRequests } = replayed;
    expect([id, aliases]).toEqual(["mine", ["other"]]);
    expect({ capabilities, validatesOwnRequests }).toEqual({
      capabilities: live.capabilities,
      validatesOwnRequests: true,
    });
    const conversation = conversationOf({ turns: [turn("user", "Hi")] });
    expect(replayed.countInputTokens(conversation)).toBe(live.countInputTokens(conversation));
    expect(replayed.countInputTokens(conversation)).toBeGreaterThan(999);
  });

  it("may be asked for under every name, if there is no fallback", () => {
    const { id, aliases, capabilities } = replay(createTape());
    expect([id, aliases]).toEqual(["replay", ["*"]]);
    expect(capabilities).toMatchObject({ unknownContent: true, logprobs: true });
  });

  it("is recorded from the fallback, and is on the tape the next time", async () => {
    const tape = await taping([[ask("Where?"), "In Oslo."]]);
    let asked = 0;
    const live = defineModel("scripted", async function* () {
      asked++;
      yield toolCall({ name: "weather", arguments: { place: "Oslo" }, id: "call_1" });
    });
    const withTools = { ...ask("Where?"), tools: [tool] };
    const recording = replaying(tape, { fallback: record(live, tape) });
    expect(await recording(ask("Where?"))).toBe("In Oslo.");
    expect(await recording(withTools)).toBe('{"place":"Oslo"}');
    expect(asked).toBe(1);
    expect(await replaying(tape)(withTools)).toBe('{"place":"Oslo"}');
    expect(asked).toBe(1);
  });
});

describe("the time of a recording", () => {
  /** Records a reply that says one word each second, on a clock of its own. */
  async function slowTape() {
    const clock = createManualClock();
    const tape = createTape();
    const model = defineModel("scripted", async function* () {
      for (const word of ["one ", "two ", "three"]) {
        clock.advance(1000);
        yield word;
      }
    });
    const { service } = serviceOf(record(model, tape), clock);
    await (await post(service, "chat-completions", { ...question, stream: true })).text();
    return tape;
  }

  it("is counted from the request, in whole milliseconds of the service's clock", async () => {
    const [conversation] = (await slowTape().then((tape) => tape.read())).values();
    const deltas = conversation!.exchanges[0]!.reply.events.filter(
      ([, { type }]) => type === "delta",
    );
    expect(deltas.map(([milliseconds]) => milliseconds)).toEqual([1000, 2000, 3000]);
  });

  /** Replays on a clock of its own, and returns what has come so far. */
  async function hearing(timing?: ReplayOptions["timing"]) {
    const clock = createManualClock();
    const { service, ledger } = serviceOf(replay(await slowTape(), { timing }), clock);
    const heard = { text: "" };
    const leaving = new AbortController();
    const listen = async () => {
      const body = { ...question, stream: true };
      const response = await post(service, "chat-completions", body, leaving.signal);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        heard.text += [...read.value.matchAll(/"content":"(\w+ ?)"/g)]
          .map(([, word]) => word)
          .join("");
      }
    };
    const over = listen().catch(() => undefined);
    await until(() => ledger.all().length === 1);
    await flushPromises();
    /** What is heard must become `text`, and nothing else before. */
    const pass = async (milliseconds: number, text: string) => {
      clock.advance(milliseconds);
      await flushPromises();
      await until(() => heard.text.length >= text.length);
      expect(heard.text).toBe(text);
    };
    return { pass, heard, over, leave: () => leaving.abort(), ledger };
  }

  it("is ignored unless it is asked for", async () => {
    const { heard, over } = await hearing();
    await over;
    expect(heard.text).toBe("one two three");
  });

  it.each([
    ["recorded", 1000],
    [0.5, 500],
    [3, 3000],
  ] as const)("passes when replayed with the timing %s", async (timing, step) => {
    const { pass, over } = await hearing(timing);
    await pass(step - 1, "");
    await pass(1, "one ");
    await pass(step - 1, "one ");
    await pass(1, "one two ");
    await pass(step, "one two three");
    await over;
  });

  it("ends for a caller that leaves while it passes", async () => {
    const { pass, over, leave, ledger } = await hearing("recorded");
    await pass(1000, "one ");
    leave();
    await over;
    await until(() => ledger.all().every(({ state }) => state === "settled"));
    expect(ledger.all()).toMatchObject([{ end: "client_abort" }]);
  });

  it("costs nothing for a caller who has left before the reply began", async () => {
    const leaving = new AbortController();
    const replayed = replay(await slowTape());
    const { service, ledger } = serviceOf({
      ...replayed,
      respond: (request) =>
        replayed.respond({
          ...request,
          attempt: async (announcement) => {
            const attempt = await request.attempt(announcement);
            leaving.abort();
            return attempt;
          },
        }),
    });
    await post(service, "messages", question, leaving.signal).catch(() => undefined);
    expect(ledger.all()).toMatchObject([{ state: "released" }]);
  });

  it("must be a word or a factor", () => {
    expect(() => replay(createTape(), { timing: -1 })).toThrow(TypeError);
    expect(() => replay(createTape(), { timing: "fast" as never })).toThrow(
      'replay: "timing" must be "ignored"',
    );
  });
});

describe("a recorded answer with several choices", () => {
  it("has each choice in its place, in whatever order they ended", async () => {
    const ended = [2, 0, 1];
    let last = -1;
    const model = defineModel("scripted", async function* ({ choice = 0 }) {
      await until(() => ended.indexOf(choice) === last + 1);
      yield `choice ${choice}`;
      last += 1;
    });
    const body = { ...question, n: 3 };
    const contents = async (response: Response) => {
      const { choices } = await response.json();
      return choices.map(({ message }: { message: { content: string } }) => message.content);
    };
    const tape = createTape();
    const recorded = serviceOf(record(model, tape)).service;
    const expected = ["choice 0", "choice 1", "choice 2"];
    expect(await contents(await post(recorded, "chat-completions", body))).toEqual(expected);
    const files = [...(await tape.read()).values()].map(toTapeText);
    const kept = files.map(fromTapeText).flatMap(({ exchanges }) => exchanges);
    expect(kept.map(({ choice }) => choice)).toEqual(ended);
    const replayed = serviceOf(replay(tape)).service;
    expect(await contents(await post(replayed, "chat-completions", body))).toEqual(expected);
  });
});

describe("recorded log probabilities", () => {
  it("are shown to a caller who asks for them", async () => {
    const model = defineModel(
      "scripted",
      async function* () {
        yield text("Hi", { logprobs: [{ token: "Hi", logprob: -1 }] });
      },
      { capabilities: { logprobs: true } },
    );
    const tape = createTape();
    const body = { ...question, logprobs: true };
    const logprobsOf = async (response: Response) => (await response.json()).choices[0].logprobs;
    const first = post(serviceOf(record(model, tape)).service, "chat-completions", body);
    const recorded = await logprobsOf(await first);
    expect(recorded.content).toMatchObject([{ token: "Hi", logprob: -1 }]);
    const replayed = post(serviceOf(replay(tape)).service, "chat-completions", body);
    expect(await logprobsOf(await replayed)).toEqual(recorded);
  });
});
