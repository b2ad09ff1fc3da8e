/** One thing that is done with a socket. */
export type Step =
  /** Writes the bytes with one call, and waits until the kernel has taken them. */
  | { readonly do: "write"; readonly bytes: Uint8Array }
  /** Waits so many milliseconds. */
  | { readonly do: "wait"; readonly milliseconds: number }
  /** Does nothing until the peer leaves. */
  | { readonly do: "stall" }
  /** Sends FIN. */
  | { readonly do: "close" }
  /** Sends RST. */
  | { readonly do: "reset" };

/** A well-formed HTTP answer as data, ready to be sent or spoilt. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body in the pieces in which it is written; those of a stream are its frames. */
  readonly pieces: readonly Uint8Array[];
  /** How the end of the body is marked: by its length, by a last chunk, or by the close of the connection. */
  readonly framing: "length" | "chunked" | "close";
}

/** What may be sent: a well-formed answer, or steps, which may be without end. */
export type Answer = HttpAnswer | Iterable<Step>;

const utf8 = new TextEncoder();

/** Text as bytes, bytes as they are. */
export function toBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === "string" ? utf8.encode(value) : value;
}

/** A step that writes. */
export function write(value: string | Uint8Array): Step {
  return { do: "write", bytes: toBytes(value) };
}

/** A JSON answer with its length. */
export function jsonAnswer(
  body: unknown,
  status = 200,
  headers: HttpAnswer["headers"] = [],
): HttpAnswer {
  return textAnswer(JSON.stringify(body), "application/json", status, headers);
}

/** An answer of any content type with its length. */
export function textAnswer(
  body: string | Uint8Array,
  contentType: string,
  status = 200,
  headers: HttpAnswer["headers"] = [],
): HttpAnswer {
  return {
    status,
    headers: [["content-type", contentType], ...headers],
    pieces: body.length === 0 ? [] : [toBytes(body)],
    framing: "length",
  };
}

/** An event stream of the given frames. */
export function streamAnswer(
  frames: readonly (string | Uint8Array)[],
  headers: HttpAnswer["headers"] = [],
): HttpAnswer {
  return {
    status: 200,
    headers: [["content-type", "text/event-stream; charset=utf-8"], ...headers],
    pieces: frames.map(toBytes),
    framing: "chunked",
  };
}

/** Whether steps or an answer as data. */
export function isHttpAnswer(answer: Answer): answer is HttpAnswer {
  return "framing" in answer;
}

/** The steps that send an answer as it should be. */
export function toSteps(answer: Answer): Iterable<Step> {
  if (!isHttpAnswer(answer)) return answer;
  return [
    headOf(answer),
    ...answer.pieces.map((piece) => pieceOf(answer, piece)),
    ...endOf(answer),
  ];
}

/** The step that writes the head of an answer. */
export function headOf({ status, headers, framing, pieces }: HttpAnswer): Step {
  const lines = [...headers, ...framingHeaders(framing, pieces)];
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return write(`HTTP/1.1 ${status} Status\r\n${text}\r\n`);
}

function framingHeaders(
  framing: HttpAnswer["framing"],
  pieces: HttpAnswer["pieces"],
): HttpAnswer["headers"] {
  switch (framing) {
    case "length":
      return [["content-length", String(pieces.reduce((sum, { length }) => sum + length, 0))]];
    case "chunked":
      return [["transfer-encoding", "chunked"]];
    case "close":
      return [["connection", "close"]];
  }
}

/** The step that writes a piece of the body of an answer. */
export function pieceOf({ framing }: HttpAnswer, piece: Uint8Array): Step {
  return write(framing === "chunked" ? toChunk(piece) : piece);
}

function toChunk(piece: Uint8Array): Uint8Array {
  return Buffer.concat([toBytes(`${piece.length.toString(16)}\r\n`), piece, toBytes("\r\n")]);
}

/** The steps that end the body of an answer as its head has announced. */
export function endOf({ framing }: HttpAnswer): readonly Step[] {
  switch (framing) {
    case "length":
      return [];
    case "chunked":
      return [write("0\r\n\r\n")];
    case "close":
      return [{ do: "close" }];
  }
}
