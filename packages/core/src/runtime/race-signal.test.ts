import { describe, expect, it, vi } from "vitest";
import { createSignalRace, raceSignal } from "./race-signal.js";

describe("raceSignal", () => {
  function race(work: () => Promise<string>, onAbort?: () => void) {
    const controller = new AbortController();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    return { controller, removed, raced: raceSignal(controller.signal, work, onAbort) };
  }

  it("returns the result of the work, and stops listening", async () => {
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

  it("calls onAbort when the signal aborts, and rejects at once", async () => {
    const onAbort = vi.fn();
    const { controller, raced } = race(() => new Promise(() => undefined), onAbort);
    controller.abort(new Error("gone"));
    expect(onAbort).toHaveBeenCalledOnce();
    await expect(raced).rejects.toThrow("gone");
  });

  it("does not begin work if the signal has aborted", async () => {
    const work = vi.fn(async () => "done");
    const onAbort = vi.fn();
    await expect(raceSignal(AbortSignal.abort("gone"), work, onAbort)).rejects.toBe("gone");
    expect(work).not.toHaveBeenCalled();
    expect(onAbort).toHaveBeenCalledOnce();
  });
});

describe("createSignalRace", () => {
  function start() {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const onAbort = vi.fn();
    return { controller, added, onAbort, race: createSignalRace(controller.signal, onAbort) };
  }

  it("returns or rejects with the result of each work, and listens once for all of them", async () => {
    const { race, added } = start();
    expect(await race.wait(async () => "first")).toBe("first");
    await expect(race.wait(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    const throwing = () => {
      throw new Error("broken at once");
    };
    await expect(race.wait(throwing)).rejects.toThrow("broken at once");
    expect(added).toHaveBeenCalledOnce();
  });

  it("calls onAbort when the signal aborts, and ends the current wait", async () => {
    const { controller, race, onAbort } = start();
    const waiting = race.wait(() => new Promise(() => undefined));
    controller.abort("gone");
    expect(onAbort).toHaveBeenCalledOnce();
    await expect(waiting).rejects.toBe("gone");
  });

  it("does not begin work after the abort", async () => {
    const { controller, race } = start();
    controller.abort("gone");
    const work = vi.fn(async () => "late");
    await expect(race.wait(work)).rejects.toBe("gone");
    expect(work).not.toHaveBeenCalled();
  });

  it("does not call onAbort after it has left", () => {
    const { controller, race, onAbort } = start();
    race.leave();
    controller.abort("gone");
    expect(onAbort).not.toHaveBeenCalled();
  });
});
