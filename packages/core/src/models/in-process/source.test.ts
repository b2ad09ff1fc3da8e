import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "../model.js";
import { createReplyBuilder } from "./reply-builder.js";
import { createInProcessSource } from "./source.js";
import { type ModelYield, stop, usage } from "./yields.js";

function sourceOf(pieces: AsyncIterator<ModelYield>) {
  const close = vi.fn<Attempt["close"]>(async () => undefined);
  const release = vi.fn<Attempt["release"]>(async () => undefined);
  const builder = createReplyBuilder({
    model: "m",
    stopSequences: [],
    maxTokens: 100,
    inputTokens: 3,
    createToolCallId: () => "call",
  });
  const source = createInProcessSource({
    pieces,
    builder,
    attempt: { id: "att", watch: () => undefined, close, release },
  });
  return { source, close, release };
}

async function* yielding(...pieces: ModelYield[]): AsyncGenerator<ModelYield> {
  yield* pieces;
}

const never = () => new Promise<never>(() => undefined);

/** The kinds of all events until the source ends. */
async function drain(source: ReturnType<typeof sourceOf>["source"]): Promise<string[]> {
  const types: string[] = [];
  for (let batch = await source.read(); batch; batch = await source.read()) {
    types.push(...batch.map(({ type }) => type));
  }
  return types;
}

describe("createInProcessSource", () => {
  it("pulls one piece for each read, and never reads ahead", async () => {
    let pulled = 0;
    const { source } = sourceOf(
      (async function* () {
        for (;;) {
          pulled += 1;
          yield "a";
        }
      })(),
    );
    await flushPromises();
    expect(pulled).toBe(0);
    await source.read();
    await source.read();
    await flushPromises();
    expect(pulled).toBe(2);
  });

  it("never returns an empty batch: it pulls until there is something to show", async () => {
    const { source } = sourceOf(yielding("", usage({ input: 9 }), "", "a"));
    expect((await source.read())?.map(({ type }) => type)).toEqual(["start", "open", "delta"]);
  });

  it("closes the attempt as completed with the last counts", async () => {
    const { source, close, release } = sourceOf(yielding("1234", usage({ input: 8, output: 9 })));
    expect((await drain(source)).at(-1)).toBe("end");
    expect(close.mock.calls.map(([end, usage]) => [end, usage])).toEqual([
      [
        "completed",
        expect.objectContaining({
          input: 8,
          output: 9,
          sources: expect.objectContaining({ input: "reported", output: "reported" }),
        }),
      ],
    ]);
    await source.cancel("client_abort");
    expect([close.mock.calls.length, release.mock.calls.length]).toEqual([1, 0]);
  });

  it("S23 ends the generator at a stop, without asking for more", async () => {
    const left = vi.fn();
    const more = vi.fn();
    const { source, close } = sourceOf(
      (async function* () {
        try {
          yield stop("end");
          more();
          yield "more";
        } finally {
          left();
        }
      })(),
    );
    expect(await drain(source)).toEqual(["start", "stop", "end"]);
    await flushPromises();
    expect([left.mock.calls.length, more.mock.calls.length, close.mock.calls.length]).toEqual([
      1, 0, 1,
    ]);
  });

  it("S23 closes the attempt as failed with what was generated before", async () => {
    const { source, close } = sourceOf(
      (async function* () {
        yield "12345678";
        throw new Error("broken");
      })(),
    );
    await source.read();
    await expect(source.read()).rejects.toThrow("broken");
    expect(close.mock.calls.map(([end, usage]) => [end, usage])).toEqual([
      ["upstream_error", expect.objectContaining({ output: 2 })],
    ]);
    expect(close.mock.calls[0]?.[3]).toEqual({ error: new Error("broken") });
    expect(await source.read()).toBeUndefined();
  });

  it.each<[string, AsyncIterator<ModelYield>]>([
    ["yields what is none", yielding(5 as never)],
    ["answers with no result", { next: async () => undefined as never }],
    [
      "throws at once",
      {
        next() {
          throw new Error("hm");
        },
      },
    ],
  ])("treats an iterator that %s as failed", async (_name, pieces) => {
    const { source, close } = sourceOf(pieces);
    await expect(source.read()).rejects.toThrow();
    expect(close.mock.calls.map(([end]) => end)).toEqual(["upstream_error"]);
  });

  it.each([
    ["timeout", "timeout"],
    ["limit", "limit"],
    ["upstream_error", "upstream_error"],
    ["client_abort", "client_abort"],
    ["completed", "client_abort"],
    [undefined, "client_abort"],
    [new Error("gone"), "client_abort"],
  ])("closes a cancelled attempt; the reason %s is written as %s", async (reason, end) => {
    const { source, close } = sourceOf(yielding("1234", "5"));
    await source.read();
    await source.cancel(reason);
    await source.cancel("timeout");
    expect(close.mock.calls.map(([end, usage]) => [end, usage])).toEqual([
      [end, expect.objectContaining({ output: 1 })],
    ]);
    expect(await source.read()).toBeUndefined();
  });

  it("is cancelled at once while a read is pending, and settles once when the piece still comes", async () => {
    let arrive = (_result: IteratorResult<ModelYield>): void => undefined;
    const pending = new Promise<IteratorResult<ModelYield>>((resolve) => {
      arrive = resolve;
    });
    const { source, close } = sourceOf({ next: () => pending, return: never });
    const read = source.read();
    await source.cancel("client_abort");
    expect(close).toHaveBeenCalledTimes(1);
    arrive({ done: false, value: "late" });
    expect(await read).toBeUndefined();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => Promise<IteratorResult<ModelYield>>]>([
    ["hangs", never],
    ["rejects", () => Promise.reject(new Error("hm"))],
    [
      "throws",
      () => {
        throw new Error("hm");
      },
    ],
  ])("S23 is not held up by a return() that %s", async (_name, leave) => {
    const generator = yielding("a", "b");
    const { source, close } = sourceOf({ next: () => generator.next(), return: leave });
    await source.read();
    await source.cancel("client_abort");
    await flushPromises();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
