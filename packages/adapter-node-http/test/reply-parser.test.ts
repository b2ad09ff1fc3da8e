import { describe, expect, it } from "vitest";
import type { ReplyHead } from "../src/client/read-head.js";
import { ReplyParser } from "../src/client/reply-parser.js";

interface Parsed {
  readonly heads: ReplyHead[];
  readonly text: string;
  readonly ended: boolean;
  /** Whether all bytes belonged to the answer. */
  readonly exact: boolean;
}

/** Parses an answer that comes in these blocks. */
function parse(...blocks: readonly string[]): Parsed {
  const heads: ReplyHead[] = [];
  let text = "";
  let ended = false;
  const parser = new ReplyParser({
    onHead: (head) => heads.push(head),
    onBody: (block) => {
      text += block.toString("latin1");
    },
    onEnd: () => {
      ended = true;
    },
  });
  const exact = blocks.map((block) => parser.read(Buffer.from(block, "latin1"))).every(Boolean);
  return { heads, text, ended, exact };
}

const ok = "HTTP/1.1 200 OK\r\n";
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

function everyCut(text: string): Parsed[] {
  return Array.from({ length: text.length + 1 }, (_, at) =>
    parse(text.slice(0, at), text.slice(at)),
  );
}

describe("an answer", () => {
  it("with a length ends after so many bytes", () => {
    for (const { text, ended, exact } of everyCut(`${ok}content-length: 5\r\n\r\nhello`)) {
      expect([text, ended, exact]).toEqual(["hello", true, true]);
    }
  });

  it("in chunks ends with the last one, its extensions and trailers passed over", () => {
    const body = '5;a;b=c;d="e f"\r\nhello\r\n00A\r\n0123456789\r\n0\r\nx-sum: 1\r\n\r\n';
    for (const { text, ended, exact } of everyCut(`${chunked}${body}`)) {
      expect([text, ended, exact]).toEqual(["hello0123456789", true, true]);
    }
  });

  it("comes byte by byte as it comes at once", () => {
    const whole = `HTTP/1.1 103 Early\r\nlink: x\r\n\r\n${chunked}3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n`;
    expect(parse(...whole)).toEqual(parse(whole));
    expect(parse(whole).text).toBe("abcd");
  });

  it("hands the chunks of one block on as one block", () => {
    const blocks: string[] = [];
    const parser = new ReplyParser({
      onHead: () => undefined,
      onBody: (block) => blocks.push(block.toString()),
      onEnd: () => undefined,
    });
    parser.read(Buffer.from(`${chunked}${"2\r\nab\r\n".repeat(100)}`));
    expect(blocks).toEqual(["ab".repeat(100)]);
  });

  it("without a length and without chunks ends with its connection", () => {
    const parser = new ReplyParser({
      onHead: () => undefined,
      onBody: () => undefined,
      onEnd: () => undefined,
    });
    parser.read(Buffer.from(`${ok}\r\nhello`));
    expect([parser.close(), parser.close()]).toEqual([true, false]);
  });

  it.each(["204 No Content", "304 Not Modified"])("of status %s has no body", (status) => {
    const { text, ended } = parse(`HTTP/1.1 ${status}\r\ncontent-length: 5\r\n\r\n`);
    expect([text, ended]).toEqual(["", true]);
  });

  it("reports bytes behind its end", () => {
    expect(parse(`${ok}content-length: 2\r\n\r\nokHTTP/1.1 200`).exact).toBe(false);
    expect(parse(`${chunked}0\r\n\r\n!`).exact).toBe(false);
  });
});

describe("a head", () => {
  it("has its names in lower case, and repeated headers joined", () => {
    const { heads } = parse(`${ok}X-A:  one \r\nx-a: two\r\nX-Empty:\r\ncontent-length: 0\r\n\r\n`);
    expect(Object.fromEntries(heads[0]?.headers ?? [])).toEqual({
      "x-a": "one, two",
      "x-empty": "",
      "content-length": "0",
    });
  });

  it.each([
    ["HTTP/1.1 200", true],
    ["HTTP/1.1 200 OK\r\nconnection: Close", false],
    ["HTTP/1.0 200 OK", false],
    ["HTTP/1.0 200 OK\r\nconnection: Keep-Alive", true],
  ])("tells whether the connection is kept: %j", (head, kept) => {
    expect(parse(`${head}\r\n\r\n`).heads[0]?.keepsConnection).toBe(kept);
  });

  it("U07 is refused at once if it cannot become one", () => {
    expect(() => parse("SSH-2.0")).toThrow(
      expect.objectContaining({ code: "HPE_INVALID_CONSTANT" }),
    );
  });

  it("U07 is refused if it is longer than Node's limit", () => {
    const long = `${ok}x-a: ${"a".repeat(17_000)}`;
    for (const text of [long, `${long}\r\n\r\n`]) {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: "HPE_HEADER_OVERFLOW" }));
    }
  });

  it.each([
    ["another version", "HTTP/2.0 200 OK"],
    ["a status that is none", "HTTP/1.1 0200 OK"],
    ["a space before a colon", `${ok}x-a : b`],
    ["a name with a space", `${ok}x a: b`],
    ["a line without a colon", `${ok}x-a`],
    ["a header that goes on in the next line", `${ok}x-a: b\r\n c: d`],
    ["a lone line feed", "HTTP/1.1 200 OK\nx-a: b"],
    ["a lone carriage return", `${ok}x-a: b\rc`],
    ["a zero byte", `${ok}x-a: b\0`],
    ["two lengths", `${ok}content-length: 1\r\ncontent-length: 1`],
    ["a length with a sign", `${ok}content-length: +1`],
    ["an empty length", `${ok}content-length:`],
    ["a length beside chunks", `${ok}content-length: 1\r\ntransfer-encoding: chunked`],
    ["a coding that is not chunked", `${ok}transfer-encoding: gzip`],
    ["a coding that is chunked twice", `${ok}transfer-encoding: chunked, chunked`],
    ["a switch of protocols", "HTTP/1.1 101 Switching\r\nupgrade: x"],
  ])("U07 is refused with %s", (_what, head) => {
    expect(() => parse(`${head}\r\n\r\n`)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^HPE_/) }),
    );
  });
});

describe("chunks", () => {
  it.each([
    ["no size", "\r\nabc"],
    ["a size with a sign", "+3\r\nabc\r\n"],
    ["a size in other digits", "0x3\r\nabc\r\n"],
    ["a size that no number holds", `${"f".repeat(14)}\r\n`],
    ["more bytes than their size", "3\r\nabcd\r\n"],
    ["a lone line feed behind the size", "3\nabc\r\n"],
    ["a lone line feed behind the bytes", "3\r\nabc\n"],
    ["a space behind the size", "3 \r\nabc\r\n"],
    ["a line feed in an extension", "3;a\nb\r\nabc"],
    ["an extension without a name", "3;=b\r\nabc"],
    ["a trailer without a colon", "0\r\nx y\r\n\r\n"],
    ["long extensions", `3;${"a".repeat(17_000)}`],
    ["long trailers", `0\r\n${"x: y\r\n".repeat(5_000)}`],
  ])("J03 are refused with %s", (_what, body) => {
    expect(() => parse(`${chunked}${body}`)).toThrow(
      expect.objectContaining({ code: "HPE_INVALID_CHUNK" }),
    );
  });
});
