import { describe, expect, it, vi } from "vitest";
import { AbortLink, toAbortSignal } from "./abort-link.js";

describe("AbortLink", () => {
  it("calls each listener once, in their order, with the reason in place", () => {
    const link = new AbortLink();
    const seen: unknown[] = [];
    link.addEventListener("abort", () => seen.push(["first", link.reason]));
    link.addEventListener("abort", () => seen.push(["second", link.aborted]));
    link.abort("gone");
    link.abort("again");
    expect(seen).toEqual([
      ["first", "gone"],
      ["second", true],
    ]);
    expect(link.reason).toBe("gone");
  });

  it("calls no listener that was removed, even by an earlier one", () => {
    const link = new AbortLink();
    const second = vi.fn();
    link.addEventListener("abort", () => link.removeEventListener("abort", second));
    link.addEventListener("abort", second);
    link.abort("gone");
    expect(second).not.toHaveBeenCalled();
  });

  it("throws its reason once it is aborted", () => {
    const link = new AbortLink();
    link.throwIfAborted();
    link.abort(new Error("gone"));
    expect(() => link.throwIfAborted()).toThrow("gone");
  });

  it.each(["before", "after"])("has one signal that aborts with it, asked for %s", (when) => {
    const link = new AbortLink();
    const early = when === "before" ? link.signal : undefined;
    link.abort("gone");
    expect(link.signal.aborted).toBe(true);
    expect(link.signal.reason).toBe("gone");
    expect(early ?? link.signal).toBe(link.signal);
  });

  it("leaves a signal of the platform as it is", () => {
    const { signal } = new AbortController();
    expect(toAbortSignal(signal)).toBe(signal);
  });
});
