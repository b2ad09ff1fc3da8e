import { describe, expect, it } from "vitest";
import { toolCall, toolCallArguments, toolCallStart } from "../../in-process/yields.js";
import { createCallSequencer } from "./call-sequencer.js";

const stock = { name: "stock", id: "a" };
const price = { name: "price", id: "b" };

describe("a sequencer of calls", () => {
  it("yields the call that began first as it comes, and those beside it when it is complete", () => {
    const calls = createCallSequencer<string>();
    expect(calls.begin("a", stock)).toEqual([toolCallStart(stock)]);
    expect(calls.begin("b", price)).toEqual([]);
    expect(calls.add("b", '{"in":1}')).toEqual([]);
    expect(calls.add("a", '{"of":')).toEqual([toolCallArguments('{"of":')]);
    expect(calls.complete("b")).toEqual([]);
    expect(calls.add("a", "2}")).toEqual([toolCallArguments("2}")]);
    expect(calls.complete("a")).toEqual([toolCall({ ...price, arguments: '{"in":1}' })]);
    expect(calls.end()).toEqual([]);
  });

  it("takes the whole arguments of a call that had no fragments", () => {
    const calls = createCallSequencer<string>();
    calls.begin("a", stock);
    calls.begin("b", price);
    expect(calls.complete("a", '{"of":2}')).toEqual([toolCallArguments('{"of":2}')]);
    expect(calls.complete("b", '{"in":1}')).toEqual([
      toolCall({ ...price, arguments: '{"in":1}' }),
    ]);
  });

  it("holds back text that comes in the middle of a call, which it would cut", () => {
    const calls = createCallSequencer<string>();
    expect(calls.addContent(["I look."])).toEqual(["I look."]);
    calls.begin("a", stock);
    expect(calls.addContent(["Wait."])).toEqual([]);
    calls.add("a", "{}");
    expect(calls.complete("a")).toEqual(["Wait."]);
  });

  it("completes all calls at the end, in the order in which they began", () => {
    const calls = createCallSequencer<number>();
    calls.begin(0, stock);
    calls.begin(1, price);
    calls.begin(2, { name: "now", id: undefined });
    calls.add(1, '{"in":1}');
    expect(calls.end()).toEqual([
      toolCall({ ...price, arguments: '{"in":1}' }),
      toolCall({ name: "now", id: undefined }),
    ]);
  });
});
