import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises, until } from "@diglot/test-support/wait";
import { expect, it } from "vitest";
import { createStreamBody } from "../src/http/stream-body.js";
import { createSignalRace } from "../src/runtime/race-signal.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Whether an object is collected; a reference that somebody keeps lets the test fail in time. */
function isCollected(reference: WeakRef<object>): Promise<boolean> {
  return until(async () => {
    await flushPromises();
    collectGarbage();
    return reference.deref() === undefined;
  });
}

it("C08 a stream whose caller stops reading keeps no batch that it has written", async () => {
  const batches: object[] = [{ text: "first" }, { text: "second" }];
  const [first, second] = batches.map((batch) => new WeakRef(batch));
  const body = createStreamBody<object>({
    first: batches.shift() as object,
    source: { read: async () => batches.shift(), cancel: async () => undefined },
    clock: createFakeClock(),
    pingInterval: 10,
    encode: () => new Uint8Array(1),
    ping: () => "",
    fail: () => undefined,
  });
  await body.read();
  await body.read();
  expect(await isCollected(first as WeakRef<object>)).toBe(true);
  expect(await isCollected(second as WeakRef<object>)).toBe(true);
  await body.cancel();
});

it("C08 a reader that waits for one batch at a time keeps none that has come", async () => {
  const batches: object[] = [{ text: "first" }];
  const [batch] = batches.map((value) => new WeakRef(value));
  const race = createSignalRace(new AbortController().signal, () => undefined);
  // A function of its own, so that no frame of this one holds the value.
  await (async () => void (await race.wait(async () => batches.shift())))();
  expect(await isCollected(batch as WeakRef<object>)).toBe(true);
  race.leave();
});
