import { describe, expect, it } from "vitest";
import type { ToolCallBlock, ToolResultBlock } from "../conversation.js";
import { matchResults } from "./match-results.js";

const call = (id: string): ToolCallBlock => ({ type: "tool_call", id, name: "f", arguments: "{}" });
const result = (callId: string, said: string): ToolResultBlock => ({
  type: "tool_result",
  callId,
  content: [{ type: "text", text: said }],
  isError: false,
});

describe("the results of some calls", () => {
  it("are found by the ids of the calls, whatever their own order", () => {
    const calls = [call("a"), call("b")];
    const results = [result("b", "2"), result("a", "1")];
    const { ofCall, matched } = matchResults(calls, results);
    expect(calls.map((one) => ofCall.get(one))).toEqual([results[1], results[0]]);
    expect(matched.size).toBe(2);
  });

  it("belong in order to the calls with the same id, and a surplus result belongs to no call", () => {
    const calls = [call("a"), call("a")];
    const results = [result("a", "1"), result("a", "2"), result("a", "3")];
    const { ofCall, matched } = matchResults(calls, results);
    expect(calls.map((one) => ofCall.get(one))).toEqual(results.slice(0, 2));
    expect(results.map((one) => matched.has(one))).toEqual([true, true, false]);
  });

  it("may have ids that are names of members of Object", () => {
    const [proto, other] = [call("__proto__"), call("constructor")];
    const { ofCall } = matchResults([proto, other], [result("__proto__", "1")]);
    expect(ofCall.get(proto)).toEqual(result("__proto__", "1"));
    expect(ofCall.get(other)).toBeUndefined();
  });
});
