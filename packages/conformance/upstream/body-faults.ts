import {
  type Answer,
  endOf,
  type HttpAnswer,
  headOf,
  pieceOf,
  type Step,
  toBytes,
  write,
} from "./answer.js";
import type { Change, Fault } from "./say.js";

/** A place in a body: after so many bytes, or after so many pieces (frames of a stream). Negative numbers count from the end. */
export type Coordinate = { readonly byte: number } | { readonly piece: number };

/** What happens there: the body ends as if it were whole, the connection closes, is reset, or falls silent. */
export type CutEnd = "end" | "close" | "reset" | "stall";

/**
 * Cuts the body. With `end` a declared length would betray the cut, so such a body is framed by
 * the close of the connection.
 */
export function cutAfter(at: Coordinate, end: CutEnd): Fault {
  return (answer) => {
    const pieces = piecesUntil(answer.pieces, at);
    if (end === "end") return { ...answer, pieces, framing: endless(answer.framing) };
    return [headOf(answer), ...pieces.map((piece) => pieceOf(answer, piece)), { do: end }];
  };
}

function endless(framing: HttpAnswer["framing"]): HttpAnswer["framing"] {
  return framing === "length" ? "close" : framing;
}

function piecesUntil(pieces: HttpAnswer["pieces"], at: Coordinate): HttpAnswer["pieces"] {
  if ("piece" in at) return pieces.slice(0, at.piece);
  const bytes = bodyOf(pieces).subarray(0, at.byte);
  return bytes.length === 0 ? [] : [bytes];
}

/** All bytes of a body. */
export function bodyOf(pieces: HttpAnswer["pieces"]): Uint8Array {
  return Buffer.concat(pieces);
}

/** Falls silent after so many pieces, and then goes on. */
export function pauseAfter(piece: number, milliseconds: number): Fault {
  return (answer) => [
    headOf(answer),
    ...answer.pieces.slice(0, piece).map((bytes) => pieceOf(answer, bytes)),
    { do: "wait", milliseconds },
    ...answer.pieces.slice(piece).map((bytes) => pieceOf(answer, bytes)),
    ...endOf(answer),
  ];
}

/** So many bytes at a time, with a wait after each. */
export function trickle(bytes: number, milliseconds: number): Fault {
  const slow: Step = { do: "wait", milliseconds };
  return (answer) => [
    headOf(answer),
    ...split(answer.pieces, bytes).flatMap((piece) => [pieceOf(answer, piece), slow]),
    ...endOf(answer),
  ];
}

/** The same body in pieces of so many bytes. */
export function inPiecesOf(bytes: number): Change {
  return (answer) => ({ ...answer, pieces: split(answer.pieces, bytes) });
}

function split(pieces: HttpAnswer["pieces"], bytes: number): HttpAnswer["pieces"] {
  const body = bodyOf(pieces);
  return Array.from({ length: Math.ceil(body.length / bytes) }, (_, index) =>
    body.subarray(index * bytes, (index + 1) * bytes),
  );
}

/** The same body in two pieces. */
export function splitAt(byte: number): Change {
  return (answer) => {
    const body = bodyOf(answer.pieces);
    const pieces = [body.subarray(0, byte), body.subarray(byte)];
    return { ...answer, pieces: pieces.filter(({ length }) => length > 0) };
  };
}

/** The same body in one piece. */
export const merged: Change = (answer) => ({
  ...answer,
  pieces: [bodyOf(answer.pieces)],
});

/** Other pieces. Negative indexes count from the end, as those of `slice` do. */
export function withPieces(
  change: (pieces: HttpAnswer["pieces"]) => readonly (string | Uint8Array)[],
): Change {
  return (answer) => ({ ...answer, pieces: change(answer.pieces).map(toBytes) });
}

/** Puts bytes in before a piece. */
export function insertAt(index: number, ...inserted: readonly (string | Uint8Array)[]): Change {
  return withPieces((pieces) => [...pieces.slice(0, index), ...inserted, ...pieces.slice(index)]);
}

/** Sends a piece twice. */
export function repeatPiece(index: number): Change {
  return withPieces((pieces) => [
    ...pieces.slice(0, index),
    ...pieces.slice(index, index + 1),
    ...pieces.slice(index),
  ]);
}

/** Leaves the last pieces out: one, if nothing else is said, which is the terminal event of a stream. */
export function withoutLast(count = 1): Change {
  return withPieces((pieces) => pieces.slice(0, -count));
}

/** Sends more after the end that the head has announced. */
export function extraAfterEnd(extra: string): Fault {
  return (answer) => [...wholeSteps(answer), write(extra), { do: "close" }];
}

/** Sends the whole body, and keeps the connection open without ending it. */
export const openEnd: Fault = (answer) => [
  headOf(answer),
  ...answer.pieces.map((piece) => pieceOf(answer, piece)),
  { do: "stall" },
];

function wholeSteps(answer: HttpAnswer): readonly Step[] {
  return [
    headOf(answer),
    ...answer.pieces.map((piece) => pieceOf(answer, piece)),
    ...endOf(answer),
  ];
}

/** Declares more bytes than come, and closes. */
export function declareMore(extra: number): Fault {
  return (answer) => {
    const { length } = bodyOf(answer.pieces);
    const headers: HttpAnswer["headers"] = [
      ...answer.headers,
      ["content-length", String(length + extra)],
    ];
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return [
      write(`HTTP/1.1 ${answer.status} Status\r\n${head}\r\n`),
      ...answer.pieces.map(write),
      { do: "close" },
    ];
  };
}

/** A chunk whose size is no number after so many pieces. */
export function badChunkSize(piece: number): Fault {
  return (answer) => {
    const chunked = { ...answer, framing: "chunked" } as const;
    const pieces = chunked.pieces.slice(0, piece);
    return [
      headOf(chunked),
      ...pieces.map((bytes) => pieceOf(chunked, bytes)),
      write("zz\r\nbody\r\n"),
      { do: "stall" },
    ];
  };
}

/** After so many pieces the same block again and again, without end. */
export function endlessAfter(piece: number, block: string): Fault {
  return (answer): Answer => ({
    *[Symbol.iterator](): Generator<Step> {
      const open = { ...answer, framing: endless(answer.framing) };
      yield headOf(open);
      for (const bytes of open.pieces.slice(0, piece)) yield pieceOf(open, bytes);
      const step = pieceOf(open, toBytes(block));
      for (;;) yield step;
    },
  });
}

/** A change, and then a fault. */
export function both(change: Change, fault: Fault): Fault {
  return (answer) => fault(change(answer));
}
