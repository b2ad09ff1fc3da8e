import { conversationOf } from "@diglot/test-support/conversations";
import { expect, it } from "vitest";
import type { RecordedExchange, TapedConversation } from "../tape.js";
import { createTape } from "./create-tape.js";

it("a tape keeps conversations by their names, as they were when they were put on it", async () => {
  const exchange: RecordedExchange = {
    ...{ structure: "", conversation: conversationOf(), reply: { events: [] } },
  };
  const exchanges = [exchange];
  const conversation: TapedConversation = { version: 1, number: 1, exchanges };
  const tape = createTape({ c: conversation });
  await tape.update(() => ["b", conversation]);
  await tape.update((taped) => ["a", { ...conversation, number: taped.size }]);
  exchanges.push(exchange);
  const taped = await tape.read();
  expect([...taped.keys()]).toEqual(["a", "b", "c"]);
  expect([taped.get("a")?.number, taped.get("b")?.exchanges.length]).toEqual([2, 1]);
});
