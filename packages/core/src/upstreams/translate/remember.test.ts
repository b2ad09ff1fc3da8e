import { conversationOf } from "@diglot/test-support/conversations";
import { describe, expect, it, vi } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import type { ConversationEvent, EventSource } from "../../conversation/events.js";
import { noUsage } from "../../conversation/usage/usage.js";
import { createMemoryReasoningStore, type ReasoningStore } from "./reasoning-store.js";
import { recallBlocks, rememberBlocks } from "./remember.js";

const upstreamWith = (reasoningStore: ReasoningStore | undefined) => ({
  settings: { reasoningStore },
});

/** A reply with reasoning and two calls. */
const events: readonly ConversationEvent[] = [
  { type: "start", model: "m", usage: noUsage },
  { type: "open", index: 0, block: { type: "thinking" } },
  { type: "delta", index: 0, delta: { type: "text", text: "Hm." } },
  { type: "delta", index: 0, delta: { type: "signature", signature: "sig" } },
  { type: "close", index: 0 },
  { type: "open", index: 1, block: { type: "tool_call", id: "a", name: "n" } },
  { type: "close", index: 1 },
  { type: "open", index: 2, block: { type: "tool_call", id: "b", name: "n", extra: { x: 1 } } },
  { type: "delta", index: 2, delta: { type: "arguments", json: "{}" } },
  { type: "close", index: 2 },
  { type: "stop", reason: "tool_calls" },
  { type: "end", usage: noUsage },
];
const blocks = [
  { type: "thinking", text: "Hm.", signature: "sig" },
  { type: "tool_call", id: "b", name: "n", arguments: "{}", extra: { x: 1 } },
];

function sourceOf(batch: readonly ConversationEvent[]): EventSource {
  const batches = [batch];
  return { read: async () => batches.shift(), cancel: async () => undefined };
}

function askedBy(accountId: string) {
  const turn = {
    role: "assistant",
    blocks: ["a", "b", "c"].map((id) => ({
      type: "tool_call" as const,
      id,
      name: "n",
      arguments: "{}",
    })),
  } as const;
  const conversation = conversationOf({ turns: [turn] });
  return modelRequestOf({ caller: { keyId: "key", accountId }, conversation: () => conversation })
    .request;
}

async function readAll(store: ReasoningStore | undefined, batch = events) {
  const reply = { kind: "events", events: sourceOf(batch) } as const;
  const remembered = rememberBlocks(upstreamWith(store), askedBy("one"), reply);
  while (await remembered.events.read());
}

describe("a reply that is remembered", () => {
  it("is kept under its 256 newest calls", async () => {
    const calls = Array.from({ length: 300 }, (_, index): readonly ConversationEvent[] => [
      { type: "open", index: 3 + index, block: { type: "tool_call", id: `c${index}`, name: "n" } },
      { type: "close", index: 3 + index },
    ]).flat();
    const put = vi.fn(async () => undefined);
    await readAll({ put, get: async () => undefined }, events.toSpliced(-2, 0, ...calls));
    expect(put).toHaveBeenCalledTimes(256);
    expect(put).toHaveBeenLastCalledWith({ accountId: "one", toolCallId: "c299" }, blocks);
  });

  it("T158 T175 is found under each of its calls, in order, with the native data of the calls", async () => {
    const store = createMemoryReasoningStore();
    await readAll(store);
    const found = await recallBlocks(upstreamWith(store), askedBy("one"));
    expect([...found]).toEqual([
      ["a", blocks],
      ["b", blocks],
    ]);
  });

  it("T173 is not found by another account", async () => {
    const store = createMemoryReasoningStore();
    await readAll(store);
    expect((await recallBlocks(upstreamWith(store), askedBy("two"))).size).toBe(0);
  });

  it("is not kept if it broke off, or if it contains nothing that a caller's format would lose", async () => {
    const put = vi.fn(async () => undefined);
    const store = { put, get: async () => undefined };
    await readAll(store, events.slice(0, -1));
    await readAll(store, [
      { type: "start", model: "m", usage: noUsage },
      { type: "open", index: 0, block: { type: "tool_call", id: "a", name: "n" } },
      { type: "close", index: 0 },
      { type: "stop", reason: "tool_calls" },
      { type: "end", usage: noUsage },
    ]);
    expect(put).not.toHaveBeenCalled();
  });

  it("continues when the store fails or there is no store", async () => {
    const fail = async () => Promise.reject(new Error("down"));
    const throwAtOnce = () => {
      throw new Error("down");
    };
    await readAll({ put: fail, get: fail });
    await readAll({ put: throwAtOnce, get: throwAtOnce });
    await readAll(undefined);
    const found = await recallBlocks(upstreamWith({ put: fail, get: fail }), askedBy("one"));
    expect(found.size).toBe(0);
  });
});
