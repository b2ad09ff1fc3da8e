import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./documents.js";

interface Run {
  readonly column: number;
  readonly width: number;
  readonly text: string;
  readonly style: Readonly<Record<string, unknown>>;
}
type Lines = readonly (readonly Run[])[];

interface Parts {
  readScreen(text: string, columns: number): Promise<Lines>;
  toLines(
    command: string,
    output: string,
    columns: number,
    cut: { readonly from?: RegExp; readonly lines?: number },
  ): Promise<Lines>;
  toSvg(lines: Lines, options: { readonly title: string; readonly columns: number }): string;
}

async function load<Name extends keyof Parts>(file: string, name: Name): Promise<Parts[Name]> {
  const path = join(root, "scripts/terminal-picture", file);
  return ((await import(pathToFileURL(path).href)) as Parts)[name];
}

const readScreen = await load("screen.mjs", "readScreen");
const toLines = await load("lines.mjs", "toLines");
const toSvg = await load("svg.mjs", "toSvg");

const textsOf = (lines: Lines) => lines.map((runs) => runs.map(({ text }) => text).join(""));

/** The elements with text, as attributes and text. */
async function draw(text: string, columns = 40) {
  const svg = toSvg(await readScreen(text, columns), { title: "A <test>", columns });
  const elements = [
    ...svg.matchAll(/<text class="(.*?)"(?: fill="(.*?)")? x="(.*?)".*>(.*)<\/text>/g),
  ];
  return {
    svg,
    elements: elements.map(([, style, fill, x, content]) => ({ style, fill, x, content })),
  };
}

describe("the screen of a terminal", () => {
  it("has what stays of lines that are written again", async () => {
    const progress = "1 of 2\r2 of 2\nfirst\nsecond\x1b[1A\r\x1b[2Knew\n";
    expect(textsOf(await readScreen(progress, 20))).toEqual(["2 of 2", "new", "second"]);
  });

  it("wraps long lines, and gives wide characters two columns", async () => {
    expect(textsOf(await readScreen("12345678", 5))).toEqual(["12345", "678"]);
    expect(await readScreen("世\x1b[31m!", 5)).toMatchObject([
      [
        { column: 0, width: 2, text: "世" },
        { column: 2, width: 1, text: "!", style: { color: 1 } },
      ],
    ]);
  });

  it("has no empty lines and no spaces at an end", async () => {
    expect(textsOf(await readScreen("one  \n\n two \x1b[31m  \n\n\n", 20))).toEqual([
      "one",
      "",
      " two",
    ]);
  });
});

describe("a session", () => {
  const output = "noise\nReady.\nabcdefgh\nlast\n";

  it("shows each command behind a prompt, and an empty line after its output", async () => {
    const lines = textsOf(await toLines("run \\\n  it", output, 40, {}));
    expect(lines).toEqual(["$ run \\", "  it", "noise", "Ready.", "abcdefgh", "last", ""]);
  });

  it("shows the lines that it should, as they are on the screen", async () => {
    const lines = textsOf(await toLines("run", output, 6, { from: /^Ready/, lines: 2 }));
    expect(lines).toEqual(["$ run", "Ready.", "abcdef", "…", ""]);
  });

  it("fails if no line is the first one to show", async () => {
    await expect(toLines("run", output, 40, { from: /^Listening/ })).rejects.toThrow(
      "/^Listening/",
    );
  });
});

describe("the picture of a terminal", () => {
  it("has the colours and styles of escape sequences", async () => {
    const { elements } = await draw(
      "plain \x1b[1;32mgreen\x1b[0m\n\x1b[38;5;196mcube\x1b[38;5;232mgrey\x1b[38;2;1;2;3mown\x1b[0m\n\x1b[2;3;4mall",
    );
    expect(elements).toMatchObject([
      { style: "plain", fill: undefined, content: "plain " },
      { style: "c2 bold", fill: undefined, content: "green" },
      { style: "", fill: "#ff0000", content: "cube" },
      { style: "", fill: "#080808", content: "grey" },
      { style: "", fill: "#010203", content: "own" },
      { style: "plain dim italic underline", content: "all" },
    ]);
  });

  it("places each piece at its column", async () => {
    const { elements } = await draw("\x1b[31mab\x1b[32mcd");
    const [first, second] = elements.map(({ x }) => Number(x));
    expect(second! - first!).toBeCloseTo(2 * 7.8);
  });

  it("is XML whatever a command prints", async () => {
    const { svg, elements } = await draw(`<a href="x">&amp;</a>\x07`);
    expect(elements).toMatchObject([{ content: `&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;` }]);
    expect(svg).toContain('<title id="title">A &lt;test&gt;</title>');
  });

  it("has all colours for light and for dark pages", async () => {
    const { svg } = await draw("text");
    for (let color = 0; color < 16; color += 1) {
      expect(svg.match(new RegExp(`\\.c${color} \\{ fill: #\\w{6}; \\}`, "g"))).toHaveLength(2);
    }
    expect(svg).toContain("prefers-color-scheme: dark");
  });

  it("is in the README, and was drawn by this script", async () => {
    expect(readPage("README.md").text).toContain("](docs/pictures/terminal.svg)");
    const committed = readFileSync(join(root, "docs/pictures/terminal.svg"), "utf8");
    const styleOf = (svg: string) => /<style>.*<\/style>/s.exec(svg)?.[0];
    expect(styleOf(committed)).toBe(styleOf((await draw("text")).svg));
  });
});
