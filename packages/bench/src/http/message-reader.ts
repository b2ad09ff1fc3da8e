/** One HTTP message, of which the body was read to its end. */
export interface ReadMessage {
  /** The first line, such as `HTTP/1.1 200 OK`. */
  readonly line: string;
  /** The last bytes of the body, as Latin-1. */
  readonly tail: string;
}

/** Bytes of a body that are kept for its tail. */
const tailLength = 120;

/** Reads the HTTP/1.1 messages of one connection. It knows bodies with a length and chunked ones. */
export class MessageReader {
  #state: "head" | "body" | "size" | "trailer" = "head";
  #text = "";
  #line = "";
  #tail = "";
  #left = 0;
  #chunked = false;
  readonly #onMessage: (message: ReadMessage) => void;

  /** @param onMessage is called at the end of each message */
  constructor(onMessage: (message: ReadMessage) => void) {
    this.#onMessage = onMessage;
  }

  /** Reads what has arrived. */
  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === "body") at = this.#readBody(bytes, at);
      else at = this.#readLine(bytes, at);
    }
  }

  #readBody(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    const from = Math.max(at, end - tailLength);
    this.#tail = (this.#tail + bytes.toString("latin1", from, end)).slice(-tailLength);
    if (this.#left > 0) return end;
    if (this.#chunked) this.#state = "size";
    else this.#finish();
    return end;
  }

  #readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(10, at);
    this.#text += bytes.toString("latin1", at, end < 0 ? bytes.length : end + 1);
    if (end < 0) return bytes.length;
    if (this.#state === "head") {
      if (this.#text.endsWith("\r\n\r\n")) this.#readHead();
    } else this.#readFraming();
    return end + 1;
  }

  #readHead(): void {
    const head = this.#text;
    this.#text = "";
    this.#line = head.slice(0, head.indexOf("\r\n"));
    this.#chunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#left = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#chunked) this.#state = "size";
    else if (this.#left > 0) this.#state = "body";
    else this.#finish();
  }

  /** A line of a chunked body: a size, the empty line after a chunk, or what ends the body. */
  #readFraming(): void {
    const line = this.#text.trim();
    this.#text = "";
    if (this.#state === "trailer") {
      if (line === "") this.#finish();
      return;
    }
    if (line === "") return;
    this.#left = Number.parseInt(line, 16);
    this.#state = this.#left > 0 ? "body" : "trailer";
  }

  #finish(): void {
    const message = { line: this.#line, tail: this.#tail };
    this.#state = "head";
    this.#tail = "";
    this.#onMessage(message);
  }
}
