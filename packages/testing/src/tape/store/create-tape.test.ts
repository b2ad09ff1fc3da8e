import { conversationOf } from "@diglot/test-support/conversations";
import { expect, it } from "vitest";
import type { RecordedExchange, TapedConversation } from "../tape.js";
import { createTape } from "./create-tape.js";

it("conversations are in the order of their names, in code units, which is the same everywhere", async () => {
  const names = ["b", "a", "é", "B", "a-b", "ab", "2", "10"];
  const conversation: TapedConversation = { version: 1, number: 1, exchanges: [] };
  const tape = createTape(Object.fromEntries(names.map((name) => [name, conversation])));
  const sorted = ["10", "2", "B", "a", "a-b", "ab", "b", "é"];
  expect([...(await tape.read()).keys()]).toEqual(sorted);
  await tape.update((taped) => {
    expect([...taped.keys()]).toEqual(sorted);
    return ["c", conversation];
  });
});

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
