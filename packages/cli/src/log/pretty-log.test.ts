import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { LogStream } from "./log.js";
import { createPrettyLog } from "./pretty-log.js";

/** The lines that a message, or the error behind it, becomes. */
function linesOf(act: (log: ReturnType<typeof createPrettyLog>) => void): readonly string[] {
  const stream = new PassThrough({ encoding: "utf8" });
  act(createPrettyLog("info", stream as unknown as LogStream));
  return String(stream.read()).trimEnd().split("\n");
}

it("writes one line for each message, whoever has written parts of it", () => {
  const said = "\u001b[2Jno\r\n12:00:00 200 forged\u009b31m\u202e";
  expect(linesOf((log) => log.warn(said))).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d \[2Jno 12:00:00 200 forged 31m$/),
  ]);
  expect(linesOf((log) => log.error("The store has failed.", new Error(said)))).toEqual([
    expect.stringMatching(/ The store has failed\. {2}\[2Jno 12:00:00 200 forged 31m$/),
  ]);
});

it("cuts what a caller has made too long", () => {
  const [line = ""] = linesOf((log) => log.info("x".repeat(5_000)));
  expect(line).toHaveLength("12:00:00 ".length + 1_001);
});
