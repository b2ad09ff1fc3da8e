import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { chatCompletionsUpstream } from "../chat-completions-upstream.js";
import { upstreamOf } from "../create-upstream.js";
import { createFrameReader } from "./frame-reader.js";

const encoder = new TextEncoder();
const chunk = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
const done = "data: [DONE]\n\n";

/** A reader of these blocks, each of which comes at once, later, or not at all. */
function readerOf(...blocks: readonly MaybePromise<string | Error | undefined>[]) {
  const upstream = upstreamOf(
    chatCompletionsUpstream({ id: "public", model: "own-1", baseUrl: "http://upstream.test/v1" }),
  );
  if (!upstream) throw new Error("It is an upstream.");
  const { format, settings } = upstream;
  const left = [...blocks];
  const toBytes = (block: string | Error | undefined) => {
    if (block instanceof Error) throw block;
    return block === undefined ? undefined : encoder.encode(block);
  };
  const read = () => {
    const block = left.shift();
    return block instanceof Promise ? block.then(toBytes) : toBytes(block as string | undefined);
  };
  const body = { read, cancel: async () => undefined };
  const observer = format.createRelayObserver(settings.capabilities, false, {});
  const limits = { clock: createFakeClock(), maxEventCharacters: 1_000 };
  return createFrameReader(upstream, body, observer, limits);
}

const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

describe("a reader of frames", () => {
  it("reads at once what does not wait, past blocks in which no frame ends", () => {
    const reader = readerOf(chunk("a").slice(0, 5), chunk("a").slice(5), chunk("b", "stop") + done);
    expect(textOf(reader.read() as Uint8Array)).toBe(chunk("a"));
    expect(reader.ended()).toBe(false);
    expect(textOf(reader.read() as Uint8Array)).toBe(chunk("b", "stop") + done);
    expect([reader.ended(), reader.read()]).toEqual([true, undefined]);
  });

  it("reads what it has to wait for", async () => {
    const reader = readerOf(Promise.resolve("data: "), Promise.resolve(chunk("a").slice(6)));
    expect(textOf(await reader.read())).toBe(chunk("a"));
  });

  it("fails as a network does, whether a read throws or rejects", async () => {
    const reset = () => Object.assign(new Error("x"), { code: "ECONNRESET" });
    const failure = expect.objectContaining({ kind: "upstream_unavailable", mayHaveRun: true });
    const thrown = readerOf(chunk("a"), reset() as never);
    thrown.read();
    expect(() => thrown.read()).toThrow(failure);
    await expect(readerOf(Promise.resolve(reset())).read()).rejects.toEqual(failure);
  });
});
