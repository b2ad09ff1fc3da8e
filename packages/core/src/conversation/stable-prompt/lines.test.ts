import { describe, expect, it } from "vitest";
import { createReceipt } from "../receipt/receipt.js";
import { cutLines } from "./cut-lines.js";
import { changingLines, promptPresets, toChangingLines } from "./lines.js";

const cut = (text: string, lines = changingLines) =>
  cutLines(text, "/system", { lines, receipt: createReceipt() });

/** Where a line stands in the instructions of its tool: at their beginning, unless they have another place for it. */
function inside(line: string): string {
  if (line.startsWith("<total_tokens>")) return `You are an agent.\n${line}`;
  if (!line.startsWith("Current time:")) return `${line}\nYou are an agent.`;
  return `You are an agent.\n<omo-env>\n  ${line}\n  Locale: en-US\n</omo-env>`;
}

describe.each(changingLines)("what $tool writes: $example", ({ preset, example, kept }) => {
  it("is cut out of instructions, and the rest stays", () => {
    const text = cut(inside(example));
    const rest = inside(example).split(example);
    const withoutLine = rest.map((part) => part.replace(/^\n|\n *$/g, "")).filter(Boolean);
    expect(text).toBe(kept === undefined ? withoutLine.join("\n") : rest.join(kept));
    expect(cut(text)).toBe(text);
  });

  it("makes two texts equal that differ only in it", () => {
    const later = example.replace(/\d+(?= tokens)|\d\d(?= ?[AP]M)|\d\d(?=\.$)|\w(?=;$)/, "07");
    expect(later).not.toBe(example);
    expect(cut(inside(later))).toBe(cut(inside(example)));
  });

  it("is noted with the name of the preset, and stays where every loss is refused", () => {
    const receipt = createReceipt();
    cutLines(inside(example), "/system/0", { lines: changingLines, receipt });
    expect(receipt.entries).toMatchObject([{ at: "/system/0", from: preset }]);
    const strict = createReceipt({ default: "strict", fields: {} });
    const text = inside(example);
    expect(cutLines(text, "/system/0", { lines: changingLines, receipt: strict })).toBe(text);
    expect(() => strict.assertAccepted()).toThrow(expect.objectContaining({ kind: "bad_request" }));
  });
});

describe("the first line of Claude Code", () => {
  it("is cut only at the beginning, and what follows it on the same line stays", () => {
    const line = "x-anthropic-billing-header: cc_version=2.1.42; cch=65abc;";
    expect(cut(`${line}You are an agent.`)).toBe("You are an agent.");
    expect(cut(`About ${line}`)).toBe(`About ${line}`);
  });
});

describe("texts that only look like it", () => {
  it.each([
    "<total_tokens>N tokens left</total_tokens> is what the tool writes.",
    "The current date is 2026-11-28.",
    "Today's date: Sat Nov 28 2026",
    "Current time: 03:04:05 PM",
    "Current date: 2026-11-28",
  ])("stay: %s", (text) => {
    expect(cut(text)).toBe(text);
  });
});

describe("the choice of lines", () => {
  it("is all, those of the named tools, or none", () => {
    expect(toChangingLines(true)).toBe(changingLines);
    expect(toChangingLines(["pi"])?.map(({ preset }) => preset)).toEqual(["pi"]);
    expect([toChangingLines(false), toChangingLines(undefined)]).toEqual([undefined, undefined]);
  });

  it("knows every preset that has lines", () => {
    const presets = new Set(changingLines.map(({ preset }) => preset));
    expect([...presets].sort()).toEqual([...promptPresets].sort());
  });

  it("names a source for each line", () => {
    for (const { source } of changingLines) expect(source).toMatch(/^https:\/\/github\.com\//);
  });
});
