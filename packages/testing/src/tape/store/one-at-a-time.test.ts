import { deferred, flushPromises } from "@diglot/test-support/wait";
import { expect, it } from "vitest";
import { createQueue } from "./one-at-a-time.js";

it("work begins when the work before it has ended, well or not, and says how it ended itself", async () => {
  const enqueue = createQueue();
  const begun: string[] = [];
  const first = deferred();
  const ends = [
    enqueue(async () => {
      begun.push("first");
      await first.promise;
      throw new Error("It failed.");
    }),
    enqueue(async () => begun.push("second")),
  ];
  await flushPromises();
  expect(begun).toEqual(["first"]);
  first.resolve();
  expect(await Promise.allSettled(ends)).toMatchObject([
    { status: "rejected", reason: { message: "It failed." } },
    { status: "fulfilled", value: 2 },
  ]);
  expect(begun).toEqual(["first", "second"]);
});
