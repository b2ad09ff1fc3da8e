import { describe, expect, it } from "vitest";
import { MessageReader, type ReadMessage } from "./message-reader.ts";

/** What a reader reads of these bytes, in pieces of so many. */
function read(text: string, size: number): readonly ReadMessage[] {
  const messages: ReadMessage[] = [];
  const reader = new MessageReader((message) => messages.push(message));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return messages;
}

const withLength = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const chunked =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n";
const empty = "POST / HTTP/1.1\r\nhost: a\r\n\r\n";

describe("MessageReader", () => {
  it.each([1, 2, 7, 1_000])("reads messages that come in pieces of %i bytes", (size) => {
    expect(read(withLength + chunked + empty + withLength, size)).toEqual([
      { line: "HTTP/1.1 200 OK", tail: "hello" },
      { line: "HTTP/1.1 200 OK", tail: "hello world" },
      { line: "POST / HTTP/1.1", tail: "" },
      { line: "HTTP/1.1 200 OK", tail: "hello" },
    ]);
  });

  it("says nothing of a message that is not complete", () => {
    expect(read(withLength.slice(0, -1), 10)).toEqual([]);
    expect(read(chunked.slice(0, -2), 10)).toEqual([]);
  });
});
