import { describe, expect, it } from "vitest";
import { createProgress, showWhile } from "./progress.js";

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

describe("showWhile", () => {
  /** What is shown, in order. */
  function recorder() {
    const steps: string[] = [];
    const show = (line: string) => void steps.push(line);
    return { steps, progress: { show, clear: () => void steps.push("cleared") } };
  }

  it("shows a line until the work is done, or has failed", async () => {
    const { steps, progress } = recorder();
    const work = async () => steps.push("worked");
    await showWhile(progress, "Asking", work);
    await expect(
      showWhile(progress, "Asking", () => Promise.reject(new Error("no"))),
    ).rejects.toThrow("no");
    expect(steps).toEqual(["Asking", "worked", "cleared", "Asking", "cleared"]);
  });

  it("leaves the terminal alone where there is nothing to show", async () => {
    const { steps, progress } = recorder();
    await showWhile(progress, "", async () => steps.push("worked"));
    expect(steps).toEqual(["worked"]);
  });
});
