import { describe, expect, it } from "vitest";
import { call, turn } from "./__fixtures__/history.js";
import { calledTools } from "./called-tools.js";

describe("the tools that a history calls", () => {
  it("are each named once, in the order of their first calls", () => {
    const turns = [
      turn("assistant", call("1", "", "g"), call("2", "", "f")),
      turn("assistant", call("3", "", "g")),
    ];
    expect(calledTools(turns)).toEqual([
      { name: "g", parameters: { type: "object", properties: {} } },
      { name: "f", parameters: { type: "object", properties: {} } },
    ]);
  });

  it("include only tools that the assistant has called", () => {
    expect(calledTools([turn("user", call("1"))])).toEqual([]);
  });
});
