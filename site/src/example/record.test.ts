import { expect, it } from "vitest";
import { joinShown } from "../../theme/playback.ts";
import { recordExchanges } from "./record.ts";

it("all formats answer the question with the same text and the same reasoning, as it comes", async () => {
  const exchanges = await recordExchanges();
  expect(exchanges.map(({ format }) => format)).toEqual([
    "Messages",
    "Chat Completions",
    "Responses",
  ]);
  for (const { events } of exchanges) {
    expect(joinShown(events, "text")).toBe("Three blue mugs are left.");
    expect(joinShown(events, "reasoning")).toBe("I look up the stock.");
    expect(events.at(-1)?.at).toBeGreaterThan(events[0]?.at ?? 0);
  }
});
