import { growthOf, linear } from "@diglot/test-support/growth";
import { describe, expect, it } from "vitest";
import { readHtml } from "./html-text.js";

describe("the text of a page", () => {
  it("has lines as a browser shows them", () => {
    const { title, text } = readHtml(
      `<title>K2 &amp;
       co</title><body><h1>K2</h1><p>It is <b>8,611&nbsp;m</b>
       high.<br>Very.</p><ul><li>one<li>two</ul><table><tr><td>a<td>b</table>`,
    );
    expect(title).toBe("K2 & co");
    expect(text).toBe("K2\n\nIt is 8,611 m high.\nVery.\n\none\ntwo\n\na b");
  });

  it("keeps the white space of code", () => {
    expect(readHtml("<p>Run:<pre>if (a) {\n  b();\n}</pre>").text).toBe(
      "Run:\n\nif (a) {\n  b();\n}",
    );
  });

  it("has the address of a link behind it, if there is one", () => {
    const html = '<a href="https://x.example/?a=1&amp;b=2">More</a> <a href="#top">Top</a>';
    expect(readHtml(html).text).toBe("More [https://x.example/?a=1&b=2] Top");
  });

  it("leaves out what says nothing", () => {
    const html =
      "<style>p{}</style><nav><a href='https://x.example'>Menu</a></nav><p>Text</p><script>let a = '<p>b';</script>";
    expect(readHtml(html).text).toBe("Text");
  });

  it("is that of the main part, if the page has one", () => {
    expect(readHtml("<p>Head</p><main><p>Text</p></main><p>Foot</p>").text).toBe("Text");
    expect(readHtml("<p>Head</p><main></main><p>Foot</p>").text).toBe("Head\n\nFoot");
    expect(readHtml("<p>Head</p><main><p>Text").text).toBe("Text");
  });

  const shapes = {
    "nested blocks": "<div>",
    "links without an end": '<a href="https://x.example">',
    "nested tables": "<table><tr><td>",
    "nested lists": "<ul><li>a",
    "ends without a beginning": "</b></div></a>",
    "beginnings of titles": "<title ",
    titles: "<title>a</title>",
    "beginnings of tags": "<",
    comments: "<!--",
    entities: "&amp;",
    "white space": " \n\t ",
    "code in code": "<pre> \n",
    "main parts": "<main>a</main>",
    words: "word ",
  };

  it.each(Object.entries(shapes))("costs no more than its length, for %s", async (_, piece) => {
    const read = async (size: number) => {
      readHtml(piece.repeat(size / piece.length));
    };
    let growth = await growthOf(read, 1_000_000);
    for (let more = 0; more < 2 && growth >= linear; more++) {
      growth = Math.min(growth, await growthOf(read, 1_000_000));
    }
    expect(growth).toBeLessThan(linear);
  });
});
