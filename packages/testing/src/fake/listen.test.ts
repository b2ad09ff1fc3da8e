import type { ByteSource } from "@diglot/core";
import { inTime } from "@diglot/test-support/wait";
import { expect, it, onTestFinished } from "vitest";
import { listen } from "./listen.js";

const utf8 = new TextEncoder();

/** A body of these blocks, which fails as soon as they are read. */
function failing(...texts: readonly string[]): ByteSource {
  const blocks = texts.map((text) => utf8.encode(text));
  return {
    read() {
      const block = blocks.shift();
      if (block === undefined) throw new Error("The model is gone.");
      return block;
    },
    cancel: async () => {},
  };
}

it("sends what comes before a failure, however soon the failure follows", async () => {
  const headers = [["content-type", "text/event-stream"]] as const;
  const { url, close } = await listen(async () => ({
    ...{ status: 200, headers },
    body: failing("data: first\n\n"),
  }));
  onTestFinished(close);
  const answer = await fetch(url);
  const blocks: string[] = [];
  const reading = (async () => {
    for await (const block of answer.body ?? []) blocks.push(new TextDecoder().decode(block));
  })();
  await expect(reading).rejects.toThrow("terminated");
  expect(blocks.join("")).toBe("data: first\n\n");
});

it("sends the head of an answer that fails before its first block", async () => {
  const { url, close } = await listen(async () => ({
    ...{ status: 200, headers: [["x-kind", "cut"]] },
    body: failing(),
  }));
  onTestFinished(close);
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get("x-kind")]).toEqual([200, "cut"]);
  await expect(answer.text()).rejects.toThrow("terminated");
});

it("cancels an answer whose caller leaves", async () => {
  let cancel = () => {};
  const cancelled = new Promise<void>((resolve) => {
    cancel = resolve;
  });
  const { url, close } = await listen(async () => ({
    ...{ status: 200, headers: [] },
    body: { read: () => new Promise<undefined>(() => {}), cancel: async () => cancel() },
  }));
  onTestFinished(close);
  const controller = new AbortController();
  await fetch(url, { signal: controller.signal });
  controller.abort();
  await expect(inTime(cancelled)).resolves.toBeUndefined();
});
