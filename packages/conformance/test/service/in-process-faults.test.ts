import {
  createMemoryLedger,
  defineModel,
  type InProcessRequest,
  type ModelYield,
  type Service,
  stop,
} from "@diglot/core";
import type { Script } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { post as postChat } from "../chat-completions/helpers.js";
import { post as postMessages } from "../messages/helpers.js";

const secret = "secret detail of the operator";

/** Both formats, streamed or not. */
const callers = [
  { format: "messages", stream: false },
  { format: "messages", stream: true },
  { format: "chat-completions", stream: false },
  { format: "chat-completions", stream: true },
] as const;
type Caller = (typeof callers)[number];
const title = "($format caller, stream: $stream)";

function ask(service: Service, { format, stream }: Caller): Promise<Response> {
  const messages = [{ role: "user", content: "hi" }];
  const body = { model: "scripted", max_tokens: 50, stream, messages };
  return format === "messages" ? postMessages(service, body) : postChat(service, body);
}

async function answerOf(script: Script, caller: Caller, options: ServedOptions = {}) {
  const { service, ledger } = serviceOf(script, options);
  const response = await ask(service, caller);
  const text = await response.text();
  expect(text).not.toContain(secret);
  await until(() => ledger.all().every(({ state }) => state === "settled"));
  return { response, text, rows: ledger.all() };
}

describe("an in-process model that fails before its first event", () => {
  const scripts: Readonly<Record<string, Script>> = {
    "throws at once": () => {
      throw new Error(secret);
    },
    async *rejects() {
      throw new Error(secret);
    },
    "gives no events": (() => 7) as unknown as Script,
    "gives nothing at all": (() => undefined) as unknown as Script,
  };

  it.each(callers)(
    `U23 by what it throws or returns is answered in the format ${title}`,
    async (caller) => {
      for (const [name, script] of Object.entries(scripts)) {
        const { response, text, rows } = await answerOf(script, caller);
        expect(response.status, name).toBe(500);
        expect(JSON.parse(text).error.type).toBe(
          caller.format === "messages" ? "api_error" : "server_error",
        );
        expect(rows).toMatchObject([{ end: "upstream_error" }]);
      }
    },
  );

  it.each(callers)(`U23 by never settling is ended by its time ${title}`, async (caller) => {
    const script: Script = () => ({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
    });
    const { response, rows } = await answerOf(script, caller, { timeouts: { firstEvent: 80 } });
    expect(response.status).toBe(504);
    expect(rows).toMatchObject([{ end: "timeout" }]);
  });
});

describe("an in-process model that fails in the middle", () => {
  const streams = callers.filter(({ stream }) => stream);

  it.each(streams)(`S23 ends the stream with an error frame ${title}`, async (caller) => {
    async function* script(): AsyncGenerator<ModelYield> {
      yield "Hel";
      throw new Error(secret);
    }
    const { response, text, rows } = await answerOf(script, caller);
    expect(response.status).toBe(200);
    expect(text).toContain("Hel");
    expect(text.match(/"error":\{/g)).toHaveLength(1);
    expect(text).not.toMatch(/message_stop|\[DONE\]|"finish_reason":"/);
    expect(rows).toMatchObject([
      { end: "upstream_error", usage: { sources: { input: "estimated", output: "observed" } } },
    ]);
  });

  it.each(streams)(
    `S23 by going on after its end adds nothing to the answer ${title}`,
    async (caller) => {
      const said: ModelYield[] = ["Hello.", stop("end"), " And more."];
      const script: Script = () => ({
        [Symbol.asyncIterator]: () => {
          const goOn = async () => ({ done: false as const, value: said.shift() ?? secret });
          return { next: goOn, return: goOn };
        },
      });
      const { response, text, rows } = await answerOf(script, caller);
      expect(response.status).toBe(200);
      expect(text).toContain("Hello.");
      expect(text).not.toMatch(/And more|"error"/);
      expect(text).toMatch(caller.format === "messages" ? /"message_stop"/ : /\[DONE\]\n\n$/);
      expect(rows).toMatchObject([{ end: "completed" }]);
    },
  );

  it.each(streams)(
    `S23 by ignoring its abort, or by hanging when it is left, is settled all the same ${title}`,
    async (caller) => {
      const ledger = createMemoryLedger();
      const model = defineModel("scripted", (_request: InProcessRequest) => {
        let yielded = 0;
        return {
          [Symbol.asyncIterator]: () => ({
            next: async () => {
              yielded += 1;
              if (yielded > 3) return new Promise<never>(() => undefined);
              return { done: false as const, value: "more " };
            },
            return: () => new Promise<never>(() => undefined),
          }),
        };
      });
      const { service } = serviceOf([], {
        models: [model],
        ledger,
        timeouts: { betweenEvents: 100 },
      });
      const response = await ask(service, caller);
      expect(await response.text()).toMatch(/timeout_error|upstream_timeout/);
      await until(() => ledger.all().every(({ state }) => state === "settled"));
      expect(ledger.all()).toMatchObject([{ end: "timeout" }]);
    },
  );
});

it.each(callers)(`S12 output over the token limit is a normal end ${title}`, async (caller) => {
  const words = Array.from({ length: 500 }, () => "many words ");
  const { response, text, rows } = await answerOf(words, caller);
  expect(response.status).toBe(200);
  expect(text).toMatch(caller.format === "messages" ? /"max_tokens"/ : /"length"/);
  expect(rows).toMatchObject([
    { state: "settled", usage: { sources: { input: "estimated", output: "observed" } } },
  ]);
});
