import { describe, expect, it, vi } from "vitest";
import type { Bookkeeper } from "../../accounts/bookkeeper/bookkeeper.js";
import { noUsage } from "../../conversation/usage.js";
import { defineModel } from "../../models/in-process/define-model.js";
import type { Attempt } from "../../models/model.js";
import { watchAttempts } from "./watch-attempts.js";

const used = { ...noUsage, input: 1 };

/** Opens attempts of a bookkeeper that is watched. */
function watched() {
  const attempt: Attempt = {
    id: "att_1",
    sent: vi.fn(),
    close: vi.fn(async () => undefined),
    release: vi.fn(async () => undefined),
  };
  const bookkeeper: Bookkeeper = {
    open: async () => ({ ...attempt }),
    close: async () => undefined,
  };
  const watch = watchAttempts(bookkeeper);
  const model = defineModel("m", async function* () {});
  const context: Parameters<Bookkeeper["open"]>[0] = Object.create(null);
  return { ...watch, attempt, open: () => watch.bookkeeper.open(context, { model }) };
}

describe("watched attempts", () => {
  it("have not run before there is one", () => {
    expect(watched().mayHaveRun()).toBe(false);
  });

  it("may have run while one is open, and when it was settled with usage", async () => {
    const { open, mayHaveRun, attempt } = watched();
    const one = await open();
    expect(mayHaveRun()).toBe(true);
    await one.close("completed", used);
    expect(mayHaveRun()).toBe(true);
    expect(attempt.close).toHaveBeenCalledWith("completed", used, undefined);
  });

  it("have not run when they never left or used nothing", async () => {
    const { open, mayHaveRun, attempt } = watched();
    await (await open()).release();
    await (await open()).close("upstream_error", noUsage);
    expect(mayHaveRun()).toBe(false);
    expect(attempt.release).toHaveBeenCalledTimes(1);
  });

  it("have run if one of several has", async () => {
    const { open, mayHaveRun } = watched();
    await (await open()).close("timeout", used);
    await (await open()).close("upstream_error", noUsage);
    expect(mayHaveRun()).toBe(true);
  });

  it("are judged by the end that came first", async () => {
    const { open, mayHaveRun } = watched();
    const one = await open();
    await one.close("completed", used);
    await one.release();
    expect(mayHaveRun()).toBe(true);
  });
});
