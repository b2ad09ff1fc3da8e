import { describe, expect, it, vi } from "vitest";
import { AbortLink, abortOf, toAbortSignal, withSignal } from "./abort-link.js";

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

describe("withSignal", () => {
  it("gives an object the signal of a link, to which the service listens itself", () => {
    const link = new AbortLink();
    const object = withSignal({ name: "request" }, link);
    expect(abortOf(object)).toBe(link);
    expect(object.signal).toBe(link.signal);
  });

  it("gives a copy the signal as well, which the copy may replace", () => {
    const object = withSignal({ name: "request" }, new AbortLink());
    const { signal } = new AbortController();
    expect(abortOf({ ...object })).toBe(object.signal);
    expect(abortOf({ ...object, signal })).toBe(signal);
  });

  it("leaves a signal of the platform as it is", () => {
    const { signal } = new AbortController();
    expect(abortOf(withSignal({}, signal))).toBe(signal);
  });
});
