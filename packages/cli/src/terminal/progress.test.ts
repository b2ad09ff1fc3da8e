import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.js";

/** What is written to a stream, which is a terminal or not. */
function written(isTTY: boolean): string {
  let text = "";
  const write = (piece: string | Uint8Array) => {
    text += String(piece);
    return true;
  };
  const progress = createProgress({ isTTY, write });
  progress.show("3 of 9");
  progress.clear();
  return text;
}

describe("createProgress", () => {
  it("writes one line on a terminal and removes it", () => {
    expect(written(true)).toBe("\r\u001b[2K3 of 9\r\u001b[2K");
  });

  it("writes nothing anywhere else", () => {
    expect(written(false)).toBe("");
  });
});
