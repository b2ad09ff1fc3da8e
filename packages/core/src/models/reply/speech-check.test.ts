import { expect, it } from "vitest";
import type { RelayReply } from "../model.js";
import { createSpeechCheck } from "./speech-check.js";

const relayed: RelayReply = {
  kind: "relay",
  status: 200,
  headers: [],
  body: new Uint8Array(),
  untilContent: async () => undefined,
};

it("tells after each read whether events have arrived since the read before", () => {
  for (const counts of [
    [0, 1, 1, 3, 3],
    [1, 1, 2],
  ]) {
    let read = 0;
    const hasSpoken = createSpeechCheck({ ...relayed, countEvents: () => counts[read] ?? 0 });
    for (; read < counts.length; read++) {
      expect(hasSpoken()).toBe((counts[read] ?? 0) > (counts[read - 1] ?? 0));
    }
  }
});

it("takes every read for content if nobody counts the events", () => {
  const hasSpoken = createSpeechCheck(relayed);
  expect([hasSpoken(), hasSpoken()]).toEqual([true, true]);
});
