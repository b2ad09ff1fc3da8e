import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import { fakeUpstream, frames, replies, streamOf } from "../../../test/upstream-of.js";
import type { Prices } from "../../accounts/prices/prices.js";
import type { HeaderList } from "../../http/answers.js";
import type { ByteSource } from "../../http/exchange.js";
import type { Attempt } from "../../models/model.js";
import { messagesUpstream } from "../messages-upstream.js";

/** One request to an upstream with these prices, and how its attempt was opened and closed. */
async function relay({
  change = {},
  head = {},
  prices,
  reply = replies.messages,
}: {
  readonly change?: object;
  readonly head?: Record<string, unknown>;
  readonly prices?: Prices;
  readonly reply?: object;
}) {
  const fake = fakeUpstream(() => Response.json(reply), prices ? { prices } : {});
  const body = { model: "m", max_tokens: 100, messages: [], ...change };
  const { request, attempt, close, watch } = modelRequestOf({});
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const origin = { ...request.origin, head, body, bytes };
  const model = messagesUpstream(fake.options);
  const outcome = await model.respond({ ...request, origin }).then(
    ({ kind }) => kind,
    ({ message }: Error) => message,
  );
  const [announced] = attempt.mock.calls[0] ?? [];
  return { outcome, announced, close: close.mock.calls[0], watch, seen: fake.seen };
}

const fine = { input: 1, output: 2 };
const fast = { speed: "fast" };
const longContext = { betas: ["context-1m-2025-08-07"] };

describe("a relayed request", () => {
  it("is refused for what changes the price of a model that has one", async () => {
    const { outcome, seen } = await relay({ change: fast, prices: fine });
    expect(outcome).toContain("the member changes what a reply costs");
    expect((await relay({ head: longContext, prices: fine })).outcome).toContain(
      "a feature in this header",
    );
    expect(seen).toEqual([]);
  });

  it("is sent as it is to a model that costs nothing", async () => {
    const free = { input: 0, output: 0 };
    for (const prices of [undefined, free]) {
      const sent = await relay({ change: fast, head: longContext, ...(prices && { prices }) });
      expect(sent.outcome).toBe("relay");
      expect(sent.seen[0]?.body).toMatchObject(fast);
    }
  });

  it("says what it asks for that multiplies the price", async () => {
    const accepts = { speed: { fast: 6 } };
    const { announced } = await relay({ change: fast, prices: { ...fine, accepts } });
    expect(announced?.asked).toEqual({ speed: 6 });
  });
});

describe("a relayed reply", () => {
  it("is settled with what it reports, and what it says of itself", async () => {
    const { close } = await relay({});
    expect(close?.slice(0, 3)).toEqual([
      "completed",
      expect.objectContaining({ input: 11, output: 3 }),
      replies.messages.usage,
    ]);
    expect(close?.[4]?.()).toEqual({
      ...{ id: "msg_1", model: "real-model", finishReasons: ["end_turn"] },
    });
  });

  it.each([
    ["nothing", undefined],
    ["no output", { input_tokens: 11 }],
  ])("is estimated by its length if it reports %s", async (_what, usage) => {
    const content = [{ type: "text", text: "x".repeat(400) }];
    const { close } = await relay({ reply: { ...replies.messages, content, usage } });
    expect(close?.[1]).toMatchObject({ output: 100, sources: { output: "observed" } });
  });

  it("that comes as a stream nevertheless is read, and that is noted of the whole of it", async () => {
    const fake = fakeUpstream(() => streamOf(frames.messages));
    const { request } = modelRequestOf({});
    const body = { model: "m", max_tokens: 100, messages: [] };
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const origin = { ...request.origin, body, bytes };
    const { kind } = await messagesUpstream(fake.options).respond({ ...request, origin });
    expect(kind).toBe("events");
    expect(request.receipt.entries).toMatchObject([{ direction: "reply", at: "" }]);
  });

  it("is not counted where its output is reported", async () => {
    const content = [{ type: "text", text: "x".repeat(400) }];
    const { close, watch } = await relay({ reply: { ...replies.messages, content } });
    expect(close?.[1]).toMatchObject({ output: 3, sources: { output: "reported" } });
    expect(watch.mock.calls[0]?.[0]()).toMatchObject({ input: 11, output: 3 });
  });

  it("is read to its end once, and no further", async () => {
    const fake = fakeUpstream(() => Response.json(replies.messages));
    const { request, attempt, ...opened } = modelRequestOf({});
    const blocks: (Uint8Array | undefined)[] = [];
    const watched = (body: ByteSource): ByteSource => ({
      async read() {
        const block = await body.read();
        blocks.push(block);
        return block;
      },
      cancel: (reason) => body.cancel(reason),
    });
    const contents = {
      request: () => undefined,
      answer: (_status: number, _headers: HeaderList, body: ByteSource) => watched(body),
    } as unknown as Attempt["contents"];
    attempt.mockImplementation(async () => ({ id: "att", ...opened, contents }));
    const bytes = new TextEncoder().encode('{"model":"m","max_tokens":100,"messages":[]}');
    const origin = { ...request.origin, bytes };
    await messagesUpstream(fake.options).respond({ ...request, origin });
    await flushPromises();
    expect(blocks).toEqual([expect.any(Uint8Array), undefined]);
  });

  it("with too many blocks fails, and is settled with what it reports", async () => {
    const content = Array(2_001).fill({ type: "text", text: "a" });
    const { outcome, close } = await relay({ reply: { ...replies.messages, content } });
    expect(outcome).toBe("The model's reply was malformed.");
    expect(close?.[1]).toMatchObject({ input: 11, output: 3 });
  });
});
