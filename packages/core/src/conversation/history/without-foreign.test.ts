import { conversationOf } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import type { Block } from "../conversation.js";
import { createReceipt } from "../receipt/receipt.js";
import { withoutForeign } from "./without-foreign.js";

const isForeign = (value: string) => value.endsWith("-elsewhere");

/** The blocks of a turn that are left, and what the receipt says. */
function strip(...blocks: Block[]) {
  const receipt = createReceipt();
  const whole = conversationOf({ turns: [{ role: "assistant", blocks }] });
  const { turns } = withoutForeign(whole, isForeign, receipt);
  const entries = receipt.entries.map(({ code, at }) => `${code} ${at}`);
  return { left: turns[0]?.blocks, entries };
}

describe("a conversation without what another upstream has proven", () => {
  it("keeps readable reasoning without its signature", () => {
    const block = { type: "thinking", text: "Hm.", at: "/messages/1/content/0" } as const;
    expect(strip({ ...block, signature: "sig-elsewhere" })).toEqual({
      left: [block],
      entries: ["dropped /messages/1/content/0/signature"],
    });
  });

  it("has no hidden reasoning of another upstream", () => {
    const text = { type: "text", text: "So." } as const;
    const hidden = {
      type: "redacted_thinking",
      data: "data-elsewhere",
      at: "/messages/1",
    } as const;
    expect(strip(hidden, text)).toEqual({ left: [text], entries: ["dropped /messages/1"] });
  });

  it("keeps everything else", () => {
    const blocks: Block[] = [
      { type: "thinking", text: "Hm.", signature: "sig-here" },
      { type: "thinking", text: "Hm." },
      { type: "redacted_thinking", data: "data-here" },
      { type: "text", text: "text-elsewhere" },
    ];
    expect(strip(...blocks)).toEqual({ left: blocks, entries: [] });
  });
});
