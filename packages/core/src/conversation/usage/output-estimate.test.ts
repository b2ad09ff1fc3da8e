import { expect, it } from "vitest";
import { createOutputEstimate } from "./output-estimate.js";

it("counts text, reasoning, names and arguments in bytes, however they are split", () => {
  const estimate = createOutputEstimate();
  estimate.add([
    { type: "open", index: 0, block: { type: "thinking" } },
    { type: "delta", index: 0, delta: { type: "text", text: "ab" } },
    { type: "delta", index: 0, delta: { type: "text", text: "cdef" } },
    { type: "delta", index: 0, delta: { type: "signature", signature: "x".repeat(400) } },
    { type: "close", index: 0 },
  ]);
  expect([estimate.output(), estimate.reasoning()]).toEqual([2, 2]);
  estimate.add([
    { type: "open", index: 1, block: { type: "tool_call", id: "c", name: "name" } },
    { type: "delta", index: 1, delta: { type: "arguments", json: '{"a":1}' } },
    { type: "close", index: 1 },
    { type: "open", index: 2, block: { type: "text" } },
    { type: "delta", index: 2, delta: { type: "text", text: "é" } },
  ]);
  expect([estimate.output(), estimate.reasoning()]).toEqual([5, 2]);
});
