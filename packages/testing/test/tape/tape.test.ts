import { refusal, thinking, toolCall, toolCallArguments, toolCallStart, usage } from "@diglot/core";
import type { FormatName } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { createTape, record, replay } from "../../src/index.js";
import {
  asking,
  post,
  question,
  type Script,
  saidBy,
  scriptedService,
  serviceOf,
  upstreamTo,
  ways,
} from "./world.js";

const replies: Readonly<Record<string, Script>> = {
  "a text": async function* () {
    yield "In Oslo";
    yield ", as ever.";
    yield usage({ input: 20, output: 7 });
  },
  "two calls in parallel": async function* () {
    yield "Let me look. ";
    yield toolCall({ name: "weather", arguments: { place: "Oslo" }, id: "call_1" });
    yield toolCallStart({ name: "weather", id: "call_2" });
    for (const piece of ['{"pla', 'ce":"Ro', 'me"}']) yield toolCallArguments(piece);
    yield usage({ input: 20, output: 15 });
  },
  "reasoning and a text": async function* () {
    yield thinking("Rain falls in Oslo.");
    yield "In Oslo.";
    yield usage({ input: 20, output: 9, reasoning: 4 });
  },
  "a refusal": async function* () {
    yield refusal("I do not speak of rain.");
    yield usage({ input: 20, output: 6 });
  },
};

interface Way {
  readonly format: FormatName;
  readonly stream: boolean;
}

type Service = ReturnType<typeof serviceOf>["service"];

async function ask(service: Service, { format, stream }: Way) {
  return saidBy(await post(service, format, asking(question, format, stream)), format);
}

describe.each(["chat-completions", "messages"] as const)("behind a %s upstream", (upstream) => {
  describe.each(Object.entries(replies))("%s", (_name, script) => {
    describe.each(ways)("recorded in $format, stream: $stream", (from) => {
      it.each(ways)(
        "is replayed as the upstream itself answers in $format, stream: $stream",
        async (to) => {
          const tape = createTape();
          const original = scriptedService(script);
          const model = upstreamTo(original.service, upstream);
          const live = await ask(serviceOf(model).service, to);
          await ask(serviceOf(record(model, tape)).service, from);
          expect(original.asked()).toBe(2);

          const { service, ledger } = serviceOf(replay(tape));
          expect(await ask(service, to)).toEqual(live);
          expect(original.asked()).toBe(2);
          expect(ledger.all()).toMatchObject([
            { end: "completed", usage: { input: 20, output: live.usage.output } },
          ]);
        },
      );
    });
  });
});
