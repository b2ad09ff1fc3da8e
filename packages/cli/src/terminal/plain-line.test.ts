import { describe, expect, it } from "vitest";
import { toPlainLine } from "./plain-line.js";

describe("toPlainLine", () => {
  it("leaves what is printed, in any script", () => {
    expect(toPlainLine("Grüße, 世界 🦭")).toBe("Grüße, 世界 🦭");
  });

  it("takes out what moves the cursor or turns the direction of writing", () => {
    expect(toPlainLine("\u001b[2Ja\r\n\u0007b\u202ec\u0000")).toBe("[2Ja b c");
  });

  it("cuts long texts", () => {
    expect(toPlainLine("one\ntwo", 5)).toBe("one t…");
  });
});
