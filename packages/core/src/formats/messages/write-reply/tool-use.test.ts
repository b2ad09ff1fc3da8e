import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toToolUse } from "./tool-use.js";

const callOf = (id: string, extra?: Readonly<Record<string, unknown>>) =>
  toToolUse({ type: "tool_call", id, name: "f", extra }, {});

describe("toToolUse", () => {
  it("does not change a legal id", () => {
    for (const id of ["call_1", "toolu_01ABC", "chatcmpl-tool-0"]) {
      expect(callOf(id)).toMatchObject({ id });
    }
  });

  it("makes an illegal id legal, always in the same way, and keeps different ids different", () => {
    const idOf = (id: string) => String((callOf(id) as { id: unknown }).id);
    expect(idOf("functions.f:0")).toBe(idOf("functions.f:0"));
    expect(idOf("functions.f:0")).not.toBe(idOf("functions.f:1"));
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (id) => {
        expect(idOf(id)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
    );
  });

  it("T175 adds to a call what its issuer needs back, and never replaces the format's own members", () => {
    const extra = { extra_content: { s: 1 }, id: "other", input: { x: 1 } };
    expect(callOf("call_1", extra)).toEqual({
      type: "tool_use",
      id: "call_1",
      name: "f",
      input: {},
      caller: { type: "direct" },
      extra_content: { s: 1 },
    });
  });
});
