import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { readEagerly } from "./read-eagerly.js";

/** A source that is told what it has, and when it is over. */
function createSource() {
  let tell = (_value: Promise<number | undefined>): void => undefined;
  const next = () => new Promise<number | undefined>((resolve) => (tell = resolve));
  async function* read() {
    for (let value = await next(); value !== undefined; value = await next()) yield value;
  }
  const give = async (value: Promise<number | undefined>) => {
    tell(value);
    await flushPromises();
  };
  return {
    values: read(),
    give: (value: number) => give(Promise.resolve(value)),
    end: () => give(Promise.resolve(undefined)),
    fail: (error: Error) => give(Promise.reject(error)),
  };
}

describe("readEagerly", () => {
  it("gives each value as soon as it comes", async () => {
    const { values, give, end } = createSource();
    const reader = readEagerly(values);
    const first = reader.next();
    await give(1);
    expect(await first).toEqual({ done: false, value: 1 });
    const second = reader.next();
    await give(2);
    expect(await second).toEqual({ done: false, value: 2 });
    const last = reader.next();
    await end();
    expect(await last).toEqual({ done: true, value: undefined });
  });

  it("keeps what comes while nobody reads, and gives it before a failure", async () => {
    const { values, give, fail } = createSource();
    const reader = readEagerly(values);
    const first = reader.next();
    for (const value of [1, 2, 3]) await give(value);
    expect(await first).toEqual({ done: false, value: 1 });
    expect(await reader.next()).toEqual({ done: false, value: 2 });
    const error = new Error("It has failed.");
    await fail(error);
    expect(await reader.next()).toEqual({ done: false, value: 3 });
    await expect(reader.next()).rejects.toBe(error);
  });

  it("gives what is there although more may come", async () => {
    const { values, give } = createSource();
    const reader = readEagerly(values);
    const first = reader.next();
    await give(1);
    await first;
    await give(2);
    expect(await reader.next()).toEqual({ done: false, value: 2 });
  });

  it("lets a failure go that nobody waits for any more", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const { values, give, fail } = createSource();
    const reader = readEagerly(values);
    const first = reader.next();
    await give(1);
    await first;
    await reader.return(undefined);
    await fail(new Error("It has failed."));
    await flushPromises();
    expect(unhandled).toEqual([]);
  });
});
