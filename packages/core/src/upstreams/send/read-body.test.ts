import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { OverLimit } from "../../errors/over-limit.js";
import type { ByteSource } from "../../http/exchange.js";
import { readErrorBody, readJsonReply } from "./read-body.js";

/** A body of blocks; it then ends, or hangs, or fails. */
function bodyOf(blocks: readonly (Uint8Array | string)[], end: "end" | "hang" | Error = "end") {
  let next = 0;
  const state = { cancelled: false };
  const source: ByteSource = {
    read() {
      const block = blocks[next++];
      if (typeof block === "string") return Promise.resolve(new TextEncoder().encode(block));
      if (block) return Promise.resolve(block);
      if (end instanceof Error) return Promise.reject(end);
      return end === "end" ? Promise.resolve(undefined) : new Promise(() => undefined);
    },
    async cancel() {
      state.cancelled = true;
    },
  };
  return { source, state };
}

const broken = (cause: unknown = expect.anything()) =>
  expect.objectContaining({ kind: "upstream_bad_response", mayHaveRun: true, cause });

describe("readJsonReply", () => {
  it("returns the value and the bytes as they came", async () => {
    const reply = await readJsonReply(bodyOf(['{ "a":', "1.0 }\r\n"]).source, createFakeClock());
    expect(reply.value).toEqual({ a: 1 });
    expect(new TextDecoder().decode(reply.bytes)).toBe('{ "a":1.0 }\r\n');
  });

  it("J07 J08 J09 reads broken characters, a byte order mark and white space", async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x20, 0x22, 0xff, 0x22, 0x0a]);
    expect((await readJsonReply(bodyOf([bytes]).source, createFakeClock())).value).toBe("\uFFFD");
  });

  it("J01 J02 J03 J11 refuses a reply that is cut, broken off or too deep", async () => {
    const deep = "[".repeat(10_000) + "]".repeat(10_000);
    const bodies = [bodyOf(['{"a":']), bodyOf(["{}"], new Error("terminated")), bodyOf([deep])];
    for (const { source } of [...bodies, bodyOf([])]) {
      await expect(readJsonReply(source, createFakeClock())).rejects.toEqual(broken());
    }
  });

  it("takes off one byte order mark at the beginning, and none inside of a text", async () => {
    const { value } = await readJsonReply(bodyOf(['{"a":"\uFEFFx"}']).source, createFakeClock());
    expect(value).toEqual({ a: "\uFEFFx" });
    const twice = bodyOf(["\uFEFF\uFEFF{}"]);
    await expect(readJsonReply(twice.source, createFakeClock())).rejects.toEqual(broken());
  });

  it.each([
    ["What a model said", "The body of 17 bytes is not JSON."],
    ['{"said":', "The body of 8 bytes is not JSON."],
    ["[".repeat(513) + "]".repeat(513), "The body exceeds the limit jsonDepth of 512."],
  ])("R6 says what is wrong with a reply, and quotes nothing of it: %j", async (text, message) => {
    const cause = expect.objectContaining({ message });
    await expect(readJsonReply(bodyOf([text]).source, createFakeClock())).rejects.toEqual(
      broken(cause),
    );
  });

  it("refuses a large reply whose objects all have names of their own", async () => {
    const blocks = Array.from({ length: 50_100 }, (_, index) => ({ [`n${index}`]: 1 }));
    const cause = expect.objectContaining({
      message: "The body exceeds the limit jsonNames of 50000.",
    });
    const { source } = bodyOf([JSON.stringify({ content: blocks })]);
    await expect(readJsonReply(source, createFakeClock())).rejects.toEqual(broken(cause));
    const fewer = bodyOf([JSON.stringify({ content: blocks.slice(101) })]);
    await expect(readJsonReply(fewer.source, createFakeClock())).resolves.toBeDefined();
  });

  it("reads the log probabilities of a long reply, which are more values than a request may have", async () => {
    const alternatives = Array.from({ length: 20 }, () => ({
      token: "a",
      logprob: -1,
      bytes: [97],
    }));
    const content = Array.from({ length: 8_000 }, () => ({ top_logprobs: alternatives }));
    const { value } = await readJsonReply(
      bodyOf([JSON.stringify({ content })]).source,
      createFakeClock(),
    );
    expect((value as { content: unknown[] }).content).toHaveLength(8_000);
  });

  it("J05 stops reading above its limit", async () => {
    const blocks = Array.from({ length: 40 }, () => new Uint8Array(1024 * 1024).fill(0x20));
    const { source } = bodyOf(blocks);
    await expect(readJsonReply(source, createFakeClock())).rejects.toEqual(
      broken(new OverLimit("The reply has more than 33554432 bytes.")),
    );
    const left: unknown[] = [];
    for (let block = await source.read(); block; block = await source.read()) left.push(block);
    expect(left).toHaveLength(40 - 33);
  });

  it("J05 reads a reply that just meets its limit", async () => {
    const blocks = Array.from({ length: 32 }, () => new Uint8Array(1024 * 1024).fill(0x61));
    blocks[0]?.fill(0x22, 0, 1);
    blocks[31]?.fill(0x22, -1);
    const { value } = await readJsonReply(bodyOf(blocks).source, createFakeClock());
    expect(value).toHaveLength(32 * 1024 * 1024 - 2);
  });
});

describe("readErrorBody", () => {
  it("returns all of a small body", async () => {
    const { bytes, whole } = await readErrorBody(bodyOf(["a", "b"]).source, createFakeClock());
    expect([new TextDecoder().decode(bytes), whole]).toEqual(["ab", true]);
  });

  it("U18 returns 64 KiB of a large body and cancels the rest", async () => {
    const { source, state } = bodyOf(Array.from({ length: 100 }, () => "x".repeat(1024)));
    const { bytes, whole } = await readErrorBody(source, createFakeClock());
    expect([bytes.length, whole, state.cancelled]).toEqual([64 * 1024, false, true]);
  });

  it("U18 returns all of a body of exactly 64 KiB", async () => {
    const { source, state } = bodyOf(Array.from({ length: 64 }, () => "x".repeat(1024)));
    const { bytes, whole } = await readErrorBody(source, createFakeClock());
    expect([bytes.length, whole, state.cancelled]).toEqual([64 * 1024, true, false]);
  });

  it("U18 returns what has arrived after two seconds and cancels the rest", async () => {
    const clock = createFakeClock();
    const { source, state } = bodyOf(["a"], "hang");
    const reading = readErrorBody(source, clock);
    await flushPromises();
    clock.advance(2000);
    const { bytes, whole } = await reading;
    expect([bytes.length, whole, state.cancelled, clock.pending]).toEqual([1, false, true, 0]);
  });

  it("returns what has arrived of a body that breaks off", async () => {
    const { source } = bodyOf(["a"], new Error("reset"));
    const { bytes, whole } = await readErrorBody(source, createFakeClock());
    expect([bytes.length, whole]).toEqual([1, false]);
  });
});
