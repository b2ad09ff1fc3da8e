import { describe, expect, it, vi } from "vitest";
import type { AttemptEnd } from "../../conversation/attempt-end.js";
import type { Usage } from "../../conversation/usage/usage.js";
import type { ModelRequest } from "../../models/model.js";
import type { Upstream } from "../upstream.js";
import {
  isNothing,
  nothingObserved,
  type ObservedReply,
  toFinalUsage,
  toObserved,
} from "./observed.js";

/** A reply of which this was reported, and 7 tokens of output, 2 of them reasoning, were observed. */
function observed(counts: Usage, final = false): ObservedReply {
  return { reported: { counts, final, raw: undefined }, output: 7, reasoning: 2 };
}

/** The usage of an attempt whose request has 5 tokens, or cannot be read as a conversation. */
function usageOf(end: AttemptEnd, reply: ObservedReply, { readable = true } = {}) {
  const conversation = vi.fn(() => {
    if (readable) return {};
    throw new Error("It is not one.");
  });
  const upstream = { model: { countInputTokens: () => 5 } } as unknown as Upstream;
  const origin = { bytes: new Uint8Array(40) };
  const request = { conversation, origin } as unknown as ModelRequest;
  return {
    usage: toFinalUsage(upstream, request, end, reply),
    read: conversation.mock.calls.length,
  };
}

describe("isNothing", () => {
  it("holds for a reply of which nothing was reported or observed", () => {
    expect(isNothing(nothingObserved)).toBe(true);
    expect(isNothing({ ...nothingObserved, output: 1 })).toBe(false);
    expect(isNothing({ ...observed({ input: 0 }), output: 0 })).toBe(false);
    expect(isNothing(observed({ input: 1 }))).toBe(false);
  });
});

describe("toFinalUsage", () => {
  it("takes reported counts, and reads the request only for a missing count of its input", () => {
    const { usage, read } = usageOf("completed", observed({ input: 3, output: 4, reasoning: 1 }));
    expect(usage).toMatchObject({ input: 3, output: 4, reasoning: 1 });
    expect(usage.sources).toMatchObject({ input: "reported", output: "reported" });
    expect(read).toBe(0);
    expect(usageOf("completed", observed({ input: 0 }))).toMatchObject({
      usage: { input: 0 },
      read: 0,
    });
  });

  it("estimates an input that was not reported: from the conversation, or from the bytes", () => {
    const { usage, read } = usageOf("completed", observed({}));
    expect(usage).toMatchObject({ input: 5, output: 7, reasoning: 2 });
    expect(usage.sources).toMatchObject({ input: "estimated", output: "observed" });
    expect(read).toBe(1);
    expect(usageOf("completed", observed({}), { readable: false }).usage.input).toBe(10);
  });

  it("takes the larger output of a reply that broke off, unless the report was final", () => {
    const less = { input: 3, output: 4 };
    expect(usageOf("client_abort", observed(less)).usage.output).toBe(7);
    expect(usageOf("upstream_error", observed(less)).usage.output).toBe(7);
    expect(usageOf("client_abort", observed(less, true)).usage.output).toBe(4);
    expect(usageOf("completed", observed(less)).usage.output).toBe(4);
    expect(usageOf("client_abort", observed({ input: 3, output: 9 })).usage.output).toBe(9);
  });
});

describe("toObserved", () => {
  it("has what was reported and observed so far, and no estimate of the input", () => {
    expect(toObserved(nothingObserved)).toEqual({ input: undefined, output: 0, reasoning: 0 });
    expect(toObserved(observed({ input: 3, output: 4 }))).toEqual({
      input: 3,
      output: 7,
      reasoning: 2,
    });
    expect(toObserved(observed({ cacheRead: 1 }))).toEqual({
      input: undefined,
      cacheRead: 1,
      output: 7,
      reasoning: 2,
    });
  });

  it("is the report itself once that is final", () => {
    const counts = { input: 3, output: 4 };
    expect(toObserved(observed(counts, true))).toBe(counts);
  });
});
