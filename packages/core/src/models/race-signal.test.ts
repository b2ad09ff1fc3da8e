import { describe, expect, it, vi } from "vitest";
import { raceSignal } from "./race-signal.js";

describe("raceSignal", () => {
  function race(work: () => Promise<string>, onAbort?: () => void) {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    return { controller, removed, raced: raceSignal(controller.signal, work, onAbort) };
  }

  it("gives what the work gives, and listens no longer", async () => {
    const { raced, removed } = race(async () => "done");
    expect(await raced).toBe("done");
    await Promise.resolve();
    expect(removed).toHaveBeenCalledOnce();
  });

  it.each<[string, () => Promise<string>]>([
    ["rejects", () => Promise.reject(new Error("broken"))],
    [
      "throws at once",
      () => {
        throw new Error("broken");
      },
    ],
  ])("fails as work that %s does, and listens no longer", async (_name, work) => {
    const { raced, removed } = race(work);
    await expect(raced).rejects.toThrow("broken");
    await Promise.resolve();
    expect(removed).toHaveBeenCalledOnce();
  });

  it("rejects at once when the signal aborts, after it has told so", async () => {
    const onAbort = vi.fn();
    const { controller, raced } = race(() => new Promise(() => undefined), onAbort);
    controller.abort(new Error("gone"));
    expect(onAbort).toHaveBeenCalledOnce();
    await expect(raced).rejects.toThrow("gone");
  });

  it("does not begin the work of a signal that has aborted", async () => {
    const work = vi.fn(async () => "done");
    const onAbort = vi.fn();
    await expect(raceSignal(AbortSignal.abort("gone"), work, onAbort)).rejects.toBe("gone");
    expect(work).not.toHaveBeenCalled();
    expect(onAbort).toHaveBeenCalledOnce();
  });
});
