import fc from "fast-check";

/** A change of a text whose characters are bytes. Places are taken modulo its length. */
export interface ByteChange {
  readonly do: "flip" | "remove" | "repeat" | "insert" | "cut" | "move";
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** What parsers of JSON, of event streams and of HTTP look for, and what they must survive. */
const tokens = [
  ...['"', "\\", "{", "}", "[", "]", ",", ":", "\n", "\r", "\r\n", "\n\n", "\0", " ", "\t"],
  ...["data: ", "data:", "event: ", "id: ", "retry: 5", ": comment\n\n", "data: [DONE]\n\n"],
  ...["null", "true", "-1", "1e999", "1e-999", "0.1", "99999999999999999999", "NaN"],
  ...["\\u0000", "\\ud800", "\\udc00", "\\u2028", "__proto__", "constructor", '"a":1,'],
  ...["\xef\xbb\xbf", "\xe2\x80\xa8", "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf0\x9f\x98"],
];

const place = fc.nat({ max: 1_000_000 });

/** A change of bytes, somewhere. */
export const byteChange: fc.Arbitrary<ByteChange> = fc.record({
  do: fc.constantFrom("remove", "flip", "repeat", "insert", "cut", "move"),
  at: place,
  length: fc.oneof({ weight: 4, arbitrary: fc.nat(8) }, place),
  text: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...tokens) },
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
});

/** Applies a change to a text whose characters are bytes. */
export function changeBytes(text: string, change: ByteChange): string {
  const at = change.at % (text.length + 1);
  const end = Math.min(text.length, at + 1 + (change.length % (text.length + 1)));
  const [before, piece, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  switch (change.do) {
    case "remove":
      return before + after;
    case "flip":
      return before + change.text + text.slice(at + 1);
    case "repeat":
      return before + piece + piece + after;
    case "insert":
      return before + change.text + text.slice(at);
    case "cut":
      return before;
    default:
      return after + before + piece;
  }
}

/** The bytes of a text, each character being one. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** A text with a character for each byte of another text's UTF-8. */
export function toByteText(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
