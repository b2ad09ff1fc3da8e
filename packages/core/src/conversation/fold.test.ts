import { describe, expect, it } from "vitest";
import { reportedUsage } from "../../test/make.js";
import type { ConversationEvent } from "./events.js";
import { createFold } from "./fold.js";

const usage = reportedUsage({ input: 5, output: 7 });

function fold(events: readonly ConversationEvent[]) {
  const state = createFold();
  for (const event of events) state.push(event);
  return state;
}

const citation = { format: "messages", value: { cited: "x" } };
const reply: readonly ConversationEvent[] = [
  { type: "start", model: "m", usage: { ...usage, output: 0 } },
  { type: "open", index: 0, block: { type: "thinking" } },
  { type: "delta", index: 0, delta: { type: "text", text: "hm" } },
  { type: "delta", index: 0, delta: { type: "signature", signature: "proof" } },
  { type: "close", index: 0 },
  { type: "usage", usage: { output: 3 } },
  { type: "open", index: 1, block: { type: "text" } },
  { type: "delta", index: 1, delta: { type: "text", text: "Hel" } },
  { type: "delta", index: 1, delta: { type: "citation", ...citation } },
  { type: "delta", index: 1, delta: { type: "text", text: "lo" } },
  { type: "close", index: 1 },
  { type: "open", index: 2, block: { type: "tool_call", id: "c", name: "f" } },
  { type: "delta", index: 2, delta: { type: "arguments", json: '{"a' } },
  { type: "delta", index: 2, delta: { type: "arguments", json: '":1' } },
  { type: "stop", reason: "max_tokens" },
  { type: "end", usage },
];

describe("createFold", () => {
  it("joins the pieces of every block, in order", () => {
    const { model, blocks } = fold(reply).result();
    expect(model).toBe("m");
    expect(blocks.map(({ text }) => text)).toEqual(["hm", "Hello", '{"a":1']);
    expect(blocks.map(({ opened }) => opened.type)).toEqual(["thinking", "text", "tool_call"]);
  });

  it("keeps signatures and citations with their block", () => {
    const { blocks } = fold(reply).result();
    expect(blocks.map(({ signature }) => signature)).toEqual(["proof", undefined, undefined]);
    expect(blocks[1]?.citations).toEqual([citation]);
  });

  it("keeps what the upstream said about the whole reply, and the web pages of citations", () => {
    const web = { url: "https://a.test", title: "A" };
    const state = fold([
      { type: "start", model: "m", id: "abc", serviceTier: "priority", usage },
      { type: "open", index: 0, block: { type: "text" } },
      { type: "delta", index: 0, delta: { type: "citation", ...citation, web } },
      { type: "close", index: 0 },
      { type: "stop", reason: "end" },
      { type: "end", usage },
    ]);
    const { id, serviceTier, blocks } = state.result();
    expect({ id, serviceTier }).toEqual({ id: "abc", serviceTier: "priority" });
    expect(blocks[0]?.citations).toEqual([{ ...citation, web }]);
  });

  it("distinguishes a truncated tool call from a closed one", () => {
    expect(
      fold(reply)
        .result()
        .blocks.map(({ closed }) => closed),
    ).toEqual([true, true, false]);
  });

  it("takes the stop reason and the counts from the last events that carry them", () => {
    const { stop, usage: final } = fold(reply).result();
    expect(stop).toEqual({ type: "stop", reason: "max_tokens" });
    expect(final).toEqual(usage);
  });

  it("does not return a reply that has not ended", () => {
    expect(() => fold(reply.slice(0, -1)).result()).toThrow("before its end");
    expect(() => createFold().result()).toThrow("before its end");
  });
});
