import {
  chatCompletionsUpstream,
  type Model,
  type ModelYield,
  messagesUpstream,
  thinking,
  toolCall,
} from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { modelOf } from "@diglot/test-support/models";
import { type FormatName, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { createFake, type FaultPlan, faults, withFaults } from "../../src/index.js";

const said: readonly ModelYield[] = [
  thinking("Hm."),
  "Grüße 😀 an alle.",
  toolCall({ name: "look", arguments: { at: "this" } }),
];
const fixedIds = { create: (prefix: string, length: number) => prefix + "1".repeat(length) };
const inProcess = () => modelOf(said, {}, "asked");

/** An upstream of a format, which is a fake in this process. */
function upstream(format: FormatName): Model {
  const { fetch } = createFake({ script: [said, said, said] });
  const parts = { id: "asked", apiKey: "sk", fetch };
  return format === "messages"
    ? messagesUpstream({ ...parts, baseUrl: "http://fake.test" })
    : chatCompletionsUpstream({ ...parts, baseUrl: "http://fake.test/v1" });
}

const models: readonly (readonly [name: string, create: () => Model])[] = [
  ["a model in this process", inProcess],
  ["a Messages upstream", () => upstream("messages")],
  ["a Chat Completions upstream", () => upstream("chat-completions")],
];

const tools = {
  messages: [{ name: "look", input_schema: { type: "object" } }],
  "chat-completions": [
    { type: "function", function: { name: "look", parameters: { type: "object" } } },
  ],
};

function ask(model: Model, format: FormatName, stream: boolean, signal?: AbortSignal) {
  const { service } = serviceOf(model, { ids: fixedIds, relaysAnything: true });
  const change = { model: "asked", stream, tools: tools[format] };
  return service.request(...requestOf(format, change, signal && { signal }));
}

/** How many whole content blocks a stream shows. */
function countBlocks(format: FormatName, text: string): number {
  if (format === "messages") {
    return framesOf(text).filter(({ event }) => event === "content_block_stop").length;
  }
  const shown = ['"reasoning_content":"', '"content":"Gr', '"tool_calls":'];
  return shown.filter((part) => text.includes(part)).length;
}

describe.each(models)("withFaults around %s", (_name, create) => {
  describe.each(formatNames)("asked in the format %s", (format) => {
    const broken = (plan: FaultPlan, stream: boolean) =>
      ask(withFaults(create(), plan), format, stream);

    it("cuts a stream after so many bytes, and leaves those as they are", async () => {
      const whole = new Uint8Array(await (await ask(create(), format, true)).arrayBuffer());
      const cut = await broken([faults.cut({ bytes: 60 })], true);
      expect(cut.status).toBe(200);
      const bytes = new Uint8Array(await cut.arrayBuffer());
      expect(bytes).toEqual(whole.subarray(0, 60));
    });

    it.each([1, 2])("ends a stream after %i content blocks with an error event", async (blocks) => {
      const text = await (await broken([faults.errorEvent({ blocks })], true)).text();
      expect(countBlocks(format, text)).toBe(blocks);
      expect(JSON.parse(framesOf(text).at(-1)?.data ?? "").error.type).toBe(
        format === "messages" ? "overloaded_error" : "service_unavailable_error",
      );
    });

    it("answers a request for JSON with the error that a stream would end with", async () => {
      const answer = await broken([faults.errorEvent({ blocks: 1 })], false);
      expect(answer.status).toBe(format === "messages" ? 529 : 503);
    });

    it("leaves out the last event of a stream", async () => {
      const text = await (await broken([faults.noTerminal()], true)).text();
      expect(text).not.toMatch(/message_stop|\[DONE\]/);
      expect(text).toMatch(/stop_reason|finish_reason/);
    });

    it("fails the body of a broken connection", async () => {
      const answer = await broken([faults.reset({ events: 2 })], true);
      await expect(answer.text()).rejects.toThrow("terminated");
    });

    it.each([true, false])("refuses instead of asking the model (stream: %s)", async (stream) => {
      let asked = 0;
      const model = create();
      const counted = {
        ...model,
        respond: (request: Parameters<Model["respond"]>[0]) => {
          asked += 1;
          return model.respond(request);
        },
      };
      const limited = withFaults(counted, [
        faults.rateLimited({ retryAfterSeconds: 7, message: "Slowly." }),
        faults.html(503),
        faults.unreachable(),
      ]);
      const answer = await ask(limited, format, stream);
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe("7");
      expect((await answer.json()).error.message).toBe("Slowly.");
      const page = await ask(limited, format, stream);
      expect(page.status).toBe(503);
      expect(page.headers.get("content-type")).toBe("text/html");
      expect(page.headers.get("request-id") ?? page.headers.get("x-request-id")).toBeNull();
      expect((await ask(limited, format, stream)).status).toBe(502);
      expect(asked).toBe(0);
      expect((await ask(limited, format, stream)).status).toBe(200);
      expect(asked).toBe(1);
    });

    it("stays silent until the caller gives up", async () => {
      const abort = new AbortController();
      const model = withFaults(create(), ({ index }) => {
        if (index === 0) queueMicrotask(() => abort.abort(new Error("Enough.")));
        return faults.timeout();
      });
      await expect(ask(model, format, true, abort.signal)).rejects.toThrow("Enough.");
    });
  });
});

describe("withFaults", () => {
  it("goes well beyond the end of its plan", async () => {
    const model = withFaults(inProcess(), [faults.serverError(), undefined]);
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      statuses.push((await ask(model, "messages", false)).status);
    }
    expect(statuses).toEqual([500, 200, 200, 200]);
  });

  it("applies several faults to one answer in their order", async () => {
    const plan = [[faults.garbage({ bytes: 0 }, "x"), faults.cut({ bytes: 3 })]];
    const answer = await ask(withFaults(inProcess(), plan), "messages", false);
    expect(await answer.text()).toBe('x{"');
  });

  it("changes an answer after the faults that the model itself has", async () => {
    const once = withFaults(inProcess(), [faults.cut({ bytes: 2 })]);
    const twice = withFaults(once, [faults.garbage({ bytes: 99 }, "!")]);
    expect(await (await ask(twice, "messages", false)).text()).toBe('{"!');
  });

  it("keeps all that is known of a model", () => {
    const model = {
      ...upstream("messages"),
      prices: undefined,
      countTokens: async () => ({ inputTokens: 7, estimated: false }),
    };
    const { respond, countInputTokens, countTokens, secrets, ...known } = withFaults(model, []);
    expect(model).toMatchObject(known);
    expect(secrets?.()).toEqual(model.secrets?.());
    expect(Object.keys(withFaults(model, [])).sort()).toEqual(Object.keys(model).sort());
    expect(Object.isFrozen(withFaults(model, []))).toBe(true);
  });

  it("does not count tokens for a model that cannot", () => {
    expect(withFaults(inProcess(), []).countTokens).toBeUndefined();
  });
});

it("a fake that cuts the bytes of a model keeps what goes wrong with them", async () => {
  const model = withFaults(inProcess(), [{ type: "cut", at: { bytes: 10 } }]);
  const { fetch } = createFake({ model, chunks: { bytes: 4 } });
  const [path, init] = requestOf("messages", { model: "asked", stream: true });
  const answer = await fetch(path, init);
  const sizes: number[] = [];
  for await (const block of answer.body ?? []) sizes.push(block.length);
  expect(sizes).toEqual([4, 4, 2]);
});
