import {
  type Answer,
  badChunkSize,
  bigHead,
  both,
  chatError,
  chatFrame,
  closeBeforeHead,
  cutAfter,
  cutHead,
  declareMore,
  type Fault,
  fail,
  htmlPage,
  insertAt,
  jsonAnswer,
  messagesError,
  messagesFrame,
  type Responder,
  raw,
  redirect,
  resetBeforeHead,
  type Script,
  say,
  script,
  speaksMessages,
  streamAnswer,
  text,
  textAnswer,
  twoLengths,
  withHeaders,
  withPieces,
  withStatus,
} from "../../upstream/index.js";
import { untilText, type Way } from "./ways.js";

/** Headers that a relay passes on, with these words as their values. */
function leakingHeaders(words: string): readonly (readonly [string, string])[] {
  return [
    "retry-after",
    "retry-after-ms",
    "x-should-retry",
    "x-ratelimit-limit-requests",
    "x-ratelimit-reset-tokens",
    "anthropic-ratelimit-requests-limit",
    "anthropic-ratelimit-tokens-reset",
    "request-id",
    "x-request-id",
    "location",
    "set-cookie",
    "server",
  ].map((name) => [name, words]);
}

/** The statuses of errors that mean something of their own. */
const statuses = [400, 401, 402, 403, 404, 408, 409, 413, 422, 425, 429, 500, 502, 503, 504, 529];

/** The frame of an error with these words, in the upstream's format. */
function errorFrame({ upstream }: Way, words: string): string {
  return upstream === "messages"
    ? messagesFrame(messagesError("overloaded_error", words))
    : chatFrame(chatError("overloaded_error", 503, words));
}

/** Errors in which an upstream writes these words where a relay might pass them on. */
export function leakingErrors(way: Way, words: string): Readonly<Record<string, Responder>> {
  const headers = leakingHeaders(words);
  const hello = script([text("Hel", "lo")]);
  const body =
    way.upstream === "messages" ? messagesError("api_error", words) : chatError("x", 1, words);
  const refusals = statuses.map(
    (status) => [status, fail(status, "invalid_request_error", words, { headers })] as const,
  );
  return {
    ...Object.fromEntries(refusals),
    "an error of another shape": () => jsonAnswer({ detail: words }, 400, headers),
    "an error in a list": () => jsonAnswer([{ error: { message: words } }], 400, headers),
    "an error of one text": () => jsonAnswer({ error: words }, 400, headers),
    "an error with status 200": () => jsonAnswer(body, 200, headers),
    "an error as the first event": () => streamAnswer([errorFrame(way, words)], headers),
    "an error after output": say(hello, insertAt(untilText(way), errorFrame(way, words))),
  };
}

/** Answers that are broken, with these words in them, by what is wrong. */
export function leakingFaults(said: Script, words: string): Readonly<Record<string, Responder>> {
  const with_ = (fault: Fault): Responder => say(said, fault);
  const always =
    (answer: Answer): Responder =>
    () =>
      answer;
  return {
    "a good answer": with_((answer) => answer),
    "headers with words": with_(withHeaders(Object.fromEntries(leakingHeaders(words)))),
    "no head": always(resetBeforeHead),
    "a close": always(closeBeforeHead),
    "half a head": always(cutHead),
    "garbage instead of a head": always(raw(`SSH-2.0 ${words}\r\n\r\n`)),
    "a header line that is none": always(raw(`HTTP/1.1 200 OK\r\n${words}\r\n\r\n`)),
    "a status that is none": always(raw(`HTTP/1.1 ${words}\r\n\r\n`)),
    "a head that is too large": with_(bigHead(70_000)),
    "two lengths": with_(twoLengths),
    "a redirect": always(redirect(307, `http://127.0.0.1:1/?${encodeURIComponent(words)}`)),
    "a page": always({ ...htmlPage(200), pieces: [new TextEncoder().encode(words)] }),
    "a page with an error": always(textAnswer(`<p>${words}</p>`, "text/html", 502)),
    "a text with an error": always(textAnswer(words, "text/plain", 400)),
    "no content": with_(withStatus(204)),
    "JSON that is cut": always(textAnswer(`{"${words}":"${words}`, "application/json")),
    "JSON that is a text": always(jsonAnswer(words)),
    "JSON of another shape": always(jsonAnswer({ words, [words]: 1 })),
    "gzip that is none": with_(withHeaders({ "content-encoding": "gzip" })),
    "a bad chunk": with_(badChunkSize(2)),
    "more declared than sent": with_(declareMore(10)),
    "a cut": with_(cutAfter({ byte: 150 }, "close")),
    "a reset": with_(cutAfter({ byte: 150 }, "reset")),
    "an early end": with_(cutAfter({ byte: 150 }, "end")),
    "a frame that is no JSON": with_(insertAt(3, `data: ${words}\n\n`)),
    "a frame of one text": with_(insertAt(3, `data: ${JSON.stringify(words)}\n\n`)),
    "an event of an unknown name": with_(insertAt(3, `event: ${words}\ndata: ${words}\n\n`)),
    "a reason that reports a failure": with_(
      withPieces((pieces) =>
        pieces.map((piece) =>
          new TextDecoder().decode(piece).replace(/"(?:end_turn|stop)"/, '"error"'),
        ),
      ),
    ),
    "a bad chunk after words": with_(both(insertAt(1, `: ${words}\n\n`), badChunkSize(3))),
    "the shape of the other format": (request) =>
      jsonAnswer(speaksMessages(request) ? chatError("x", null, words) : { message: words }, 500),
  };
}
