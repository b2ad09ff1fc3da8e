import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "./caller.js";
import type { TorturedProcess } from "./process.js";
import { createScript, type Script } from "./script.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const stay: Script = { ...createScript(1, 12), stream: true, caller: { name: "stay" } };

/** A call of a process that answers in blocks of four bytes, and what its service has seen. */
function start(
  change: Partial<Script>,
  status = 200,
  loss: Promise<never> = new Promise(() => undefined),
) {
  const seen: { path?: string; init?: RequestInit; blocks: number; over: boolean } = {
    blocks: 0,
    over: false,
  };
  const service = {
    async request(path: string, init: RequestInit) {
      Object.assign(seen, { path, init });
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (init.signal?.aborted) return controller.error(init.signal.reason);
            seen.blocks += 1;
            if (seen.blocks > 5) return controller.close();
            controller.enqueue(new Uint8Array(4));
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { status });
    },
  };
  const process = {
    service,
    loss,
    state: { lost: false },
    lose: () => undefined,
  } as unknown as TorturedProcess;
  const done = call(process, { ...stay, ...change }).then(() => (seen.over = true));
  return { seen, done };
}

describe("a caller of a torture run", () => {
  it.each([
    ["messages", "/v1/messages", {}],
    ["chat-completions", "/v1/chat/completions", { stream_options: { include_usage: true } }],
  ] as const)(
    "asks in the format %s for its account, and gives its number",
    async (format, path, more) => {
      const { seen, done } = start({ format, account: "poor", model: "in-process" });
      await done;
      expect(seen.path).toBe(path);
      expect(seen.init).toMatchObject({
        method: "POST",
        headers: { authorization: "Bearer secret-of-the-poor", "anthropic-version": "2023-06-01" },
      });
      expect(JSON.parse(String(seen.init?.body))).toEqual({
        model: "in-process",
        stream: true,
        max_tokens: 40,
        messages: [{ role: "user", content: "This is request 12." }],
        ...more,
      });
      const whole = start({ format, stream: false });
      await whole.done;
      expect(JSON.parse(String(whole.seen.init?.body))).not.toHaveProperty("stream_options");
    },
  );

  it("reads to the end if it stays, and leaves once it has read so many bytes", async () => {
    const staying = start({});
    await staying.done;
    expect([staying.seen.blocks, staying.seen.init?.signal?.aborted]).toEqual([6, false]);
    const leaving = start({ caller: { name: "leave-at", bytes: 8 } });
    await leaving.done;
    expect([leaving.seen.blocks, leaving.seen.init?.signal?.aborted]).toEqual([2, true]);
  });

  it("leaves after its time, and not before", async () => {
    const { seen, done } = start({ caller: { name: "leave-after", milliseconds: 30 } });
    await done;
    await vi.advanceTimersByTimeAsync(29);
    expect(seen.init?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.init?.signal?.aborted).toBe(true);
  });

  it("rests where the ledger is away, and only there", async () => {
    const { seen, done } = start({}, 503);
    await vi.advanceTimersByTimeAsync(39);
    expect([seen.blocks, seen.over]).toEqual([6, false]);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    const refused = start({}, 429);
    await refused.done;
    expect(refused.seen.over).toBe(true);
  });

  it("goes on when its process is lost", async () => {
    const { seen, done } = start({}, 503, Promise.reject(new Error("The process was lost.")));
    await done;
    expect(seen.over).toBe(true);
  });
});
