import { type Answer, type HttpAnswer, type Step, textAnswer, toSteps, write } from "./answer.js";
import type { Change, Fault } from "./say.js";

/** The connection is reset instead of an answer. */
export const resetBeforeHead: Answer = [{ do: "reset" }];

/** The connection is closed instead of an answer. */
export const closeBeforeHead: Answer = [{ do: "close" }];

/** Nothing comes, until the peer leaves. */
export const stallBeforeHead: Answer = [{ do: "stall" }];

/** Any bytes instead of an answer, and then the close. */
export function raw(bytes: string | Uint8Array): Answer {
  return [write(bytes), { do: "close" }];
}

/** The reset comes in the middle of the head. */
export const cutHead: Answer = [
  write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-le"),
  { do: "reset" },
];

/** Bytes that are no HTTP. */
export const garbageHead: Answer = raw("SSH-2.0-OpenSSH_9.9\r\n\r\n");

/** A head with one header of so many bytes. */
export function bigHead(bytes: number): Change {
  return withHeaders({ "x-big": "a".repeat(bytes) });
}

/** Two lengths that differ. */
export const twoLengths: Fault = (answer) => [
  write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n"),
  ...answer.pieces.map(write),
];

/** So many informational heads before the real one. */
export function informationalHeads(count: number): Fault {
  const head = "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n";
  return (answer) => [write(head.repeat(count)), ...toSteps(answer)];
}

/** Waits before the head. */
export function late(milliseconds: number): Fault {
  return (answer) => [{ do: "wait", milliseconds }, ...toSteps(answer)];
}

/** A redirect to another place. */
export function redirect(status: number, location: string): HttpAnswer {
  return textAnswer("", "text/plain", status, [["location", location]]);
}

/** A page as proxies send it. */
export function htmlPage(status: number): HttpAnswer {
  const page = "<!doctype html><html><head><title>Oops</title></head><body>Oops</body></html>";
  return textAnswer(page, "text/html; charset=utf-8", status);
}

/** An answer without a body. */
export function emptyAnswer(status: number): HttpAnswer {
  return textAnswer("", "application/json", status);
}

/** A body of the content type that never ends. */
export function endlessBody(status: number, contentType: string, block: string): Answer {
  return {
    *[Symbol.iterator](): Generator<Step> {
      yield write(`HTTP/1.1 ${status} Status\r\ncontent-type: ${contentType}\r\n\r\n`);
      const step = write(block);
      for (;;) yield step;
    },
  };
}

/** Replaces headers, or adds them. */
export function withHeaders(change: Readonly<Record<string, string>>): Change {
  return (answer) => ({
    ...answer,
    headers: [
      ...answer.headers.filter(([name]) => !Object.hasOwn(change, name)),
      ...Object.entries(change),
    ],
  });
}

/** Another status with the same body. */
export function withStatus(status: number): Change {
  return (answer) => ({ ...answer, status });
}

/** The end of the body marked in another way. */
export function framedBy(framing: HttpAnswer["framing"]): Change {
  return (answer) => ({ ...answer, framing });
}
