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
  const counts = [0, 1, 1, 3, 3];
  const hasSpoken = createSpeechCheck({ ...relayed, countEvents: () => counts.shift() ?? 3 });
  const heard = Array.from({ length: 6 }, () => hasSpoken());
  expect(heard).toEqual([false, true, false, true, false, false]);
});

it("takes every read for content if nobody counts the events", () => {
  const hasSpoken = createSpeechCheck(relayed);
  expect([hasSpoken(), hasSpoken()]).toEqual([true, true]);
});
