import type { ErrorKind } from "@diglot/core";
import {
  badChunkSize,
  bigHead,
  both,
  type Change,
  chatError,
  chatFrame,
  closeBeforeHead,
  cutAfter,
  cutHead,
  declareMore,
  emptyAnswer,
  endlessAfter,
  extraAfterEnd,
  type Fault,
  fail,
  findClosedPort,
  garbageHead,
  hello,
  htmlPage,
  informationalHeads,
  inPiecesOf,
  insertAt,
  jsonAnswer,
  merged,
  messagesError,
  messagesFrame,
  openEnd,
  type Responder,
  redirect,
  resetBeforeHead,
  say,
  stallBeforeHead,
  textAnswer,
  trickle,
  twoLengths,
  withHeaders,
  withoutLast,
  withPieces,
} from "../../upstream/index.js";
import { textFrame, untilText, type Way } from "./ways.js";

/** A row of the matrix that ends in an error: its fault, and what its caller should be told. */
export interface ErrorRow {
  /** Begins with the ids of the row. */
  readonly title: string;
  readonly kind: ErrorKind;
  readonly answer: (way: Way) => Responder;
  /** Where the upstream is thought to be, if not where it is. */
  readonly origin?: () => string | Promise<string>;
  /** The upstream falls silent, and is not waited for long. */
  readonly isSilent?: true;
  /** The upstream says it in words of its own, which a relayed caller reads. */
  readonly isUpstreamsOwn?: true;
  /** The service takes replies of no more than so many characters. */
  readonly replyCharacters?: number;
  /** Takes long, so that it is asked once only. */
  readonly isSlow?: true;
}

const closedPort = async (scheme: string) => `${scheme}://127.0.0.1:${await findClosedPort()}`;
const good = () => say(hello);

/** An error in a body or a frame of the upstream's format. */
function errorOf({ upstream }: Way, type: string, code: unknown): object {
  return upstream === "messages" ? messagesError(type, "Oops") : chatError(type, code, "Oops");
}

const errorFrame = (way: Way) =>
  way.upstream === "messages"
    ? messagesFrame(messagesError("overloaded_error", "Oops"))
    : chatFrame(chatError("overloaded_error", 503, "Oops"));

/** Failures that reach every caller in the service's own words, before the head. */
export const errorsBeforeHead: readonly ErrorRow[] = [
  {
    title: "U01 a closed port",
    kind: "upstream_unavailable",
    answer: good,
    origin: () => closedPort("http"),
  },
  {
    title: "U02 a name that does not resolve",
    kind: "upstream_unavailable",
    answer: good,
    origin: () => "http://no-such-host.invalid",
    isSlow: true,
  },
  {
    title: "U04 no TLS",
    kind: "upstream_unavailable",
    answer: good,
    origin: () => closedPort("https"),
  },
  { title: "U05 a reset", kind: "upstream_unavailable", answer: () => resetBeforeHead },
  { title: "U05 a cut head", kind: "upstream_unavailable", answer: () => cutHead },
  { title: "U06 a close", kind: "upstream_unavailable", answer: () => closeBeforeHead },
  {
    title: "U07 a large head",
    kind: "upstream_bad_response",
    answer: () => say(hello, bigHead(400_000)),
  },
  {
    title: "U07 two lengths",
    kind: "upstream_bad_response",
    answer: () => say(hello, twoLengths),
  },
  { title: "U07 no HTTP", kind: "upstream_bad_response", answer: () => garbageHead },
  {
    title: "U03 U08 silence",
    kind: "upstream_timeout",
    answer: () => stallBeforeHead,
    isSilent: true,
    isSlow: true,
  },
  {
    title: "U10 a redirect",
    kind: "upstream_bad_response",
    answer: () => redirect(307, "http://127.0.0.1/"),
  },
  {
    title: "U12 a refused key",
    kind: "upstream_unavailable",
    answer: () => fail(401, "authentication_error", "Oops"),
  },
  { title: "U18 a page", kind: "upstream_unavailable", answer: () => htmlPage(500) },
  { title: "U18 nothing", kind: "overloaded", answer: () => emptyAnswer(503) },
  { title: "U19 a page as 200", kind: "upstream_bad_response", answer: () => htmlPage(200) },
  {
    title: "U20 an error as 200",
    kind: "overloaded",
    answer: (way) => jsonAnswer(errorOf(way, "overloaded_error", 503)),
  },
  { title: "U21 no body", kind: "upstream_bad_response", answer: () => emptyAnswer(200) },
];

/** Failures of a JSON body. */
export const errorsOfJson: readonly ErrorRow[] = [
  {
    title: "U22 JSON of another encoding than told",
    kind: "upstream_bad_response",
    answer: () => say(hello, withHeaders({ "content-encoding": "gzip" })),
  },
  {
    title: "J01 a length that is not reached",
    kind: "upstream_bad_response",
    answer: () => say(hello, declareMore(10)),
  },
  {
    title: "J01 a reset",
    kind: "upstream_bad_response",
    answer: () => say(hello, cutAfter({ byte: 40 }, "reset")),
  },
  {
    title: "J02 half a body",
    kind: "upstream_bad_response",
    answer: () => say(hello, cutAfter({ byte: 40 }, "end")),
  },
  {
    title: "J03 a chunk of no size",
    kind: "upstream_bad_response",
    answer: () => say(hello, badChunkSize(0)),
  },
  {
    title: "J05 a body without end",
    kind: "upstream_bad_response",
    answer: () => say(hello, endlessAfter(0, " ".repeat(262_144))),
    isSlow: true,
  },
  {
    title: "J06 a trickle",
    kind: "upstream_timeout",
    answer: () => say(hello, trickle(1, 10)),
    isSilent: true,
    isSlow: true,
  },
  { title: "J10 null", kind: "upstream_bad_response", answer: () => jsonAnswer(null) },
  {
    title: "J11 depth",
    kind: "upstream_bad_response",
    answer: () =>
      textAnswer(`{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "application/json"),
  },
];

/** Failures of a stream before its first event. */
export const errorsBeforeEvents: readonly ErrorRow[] = [
  {
    title: "U22 a stream of another encoding than told",
    kind: "upstream_bad_response",
    answer: () => say(hello, withHeaders({ "content-encoding": "gzip" })),
  },
  {
    title: "S01 no event",
    kind: "upstream_bad_response",
    answer: () => say(hello, cutAfter({ byte: 0 }, "end")),
  },
  {
    title: "S02 an error as the first event",
    kind: "overloaded",
    answer: (way) =>
      say(
        hello,
        withPieces(() => [errorFrame(way)]),
      ),
  },
  {
    title: "S09 silence before the first event",
    kind: "upstream_timeout",
    answer: () => say(hello, cutAfter({ byte: 0 }, "stall")),
    isSilent: true,
    isSlow: true,
  },
];

/** Failures of a stream after its head is out. */
export const errorsInBand: readonly ErrorRow[] = [
  {
    title: "S03 an error event",
    kind: "overloaded",
    answer: (way) =>
      say(
        hello,
        withPieces((pieces) => [...pieces.slice(0, untilText(way)), errorFrame(way)]),
      ),
    isUpstreamsOwn: true,
  },
  {
    title: "S04 a reset",
    kind: "upstream_unavailable",
    answer: (way) => say(hello, cutAfter({ piece: untilText(way) }, "reset")),
  },
  {
    title: "S05 an early end",
    kind: "upstream_bad_response",
    answer: () => say(hello, withoutLast(4)),
  },
  {
    title: "S07 half a frame",
    kind: "upstream_bad_response",
    answer: (way) => say(hello, cutAfter({ piece: untilText(way) }, "end")),
  },
  {
    title: "S08 a frame that is no object",
    kind: "upstream_bad_response",
    answer: (way) => say(hello, insertAt(untilText(way), "data: [7]\n\n")),
  },
  {
    title: "S09 silence",
    kind: "upstream_timeout",
    answer: (way) => say(hello, cutAfter({ piece: untilText(way) }, "stall")),
    isSilent: true,
  },
  {
    title: "S11 a frame without end",
    kind: "upstream_bad_response",
    answer: (way) => say(hello, endlessAfter(untilText(way), "x".repeat(262_144))),
  },
  {
    title: "S12 output without end",
    kind: "upstream_bad_response",
    answer: (way) => say(hello, endlessAfter(untilText(way), textFrame(way, "more "))),
    replyCharacters: 2_000,
  },
];

/** A row of the matrix that changes nothing for the caller of a good answer. */
export interface WholeRow {
  readonly title: string;
  readonly fault: Fault;
}

/** Oddities of any answer that nobody should notice. */
export const odditiesOfAnswers: readonly WholeRow[] = [
  { title: "U09 informational heads", fault: informationalHeads(50) },
  {
    title: "U19 no content type that says something",
    fault: withHeaders({ "content-type": "text/plain" }),
  },
];

/** Oddities of a JSON body that nobody should notice. */
export const odditiesOfJson: readonly WholeRow[] = [
  { title: "J04 more bytes than announced", fault: extraAfterEnd("garbage") },
  { title: "J08 a byte order mark", fault: insertAt(0, "\ufeff") },
  {
    title: "J09 white space around the body",
    fault: both(insertAt(0, "\r\n\t"), insertAt(99, "\r\n")),
  },
];

const rewritten = (change: (frames: string) => string): Change =>
  withPieces((pieces) => [change(Buffer.concat(pieces).toString())]);

/** Oddities of a stream that nobody should notice. */
export const odditiesOfStreams: readonly WholeRow[] = [
  { title: "S06 an open connection behind the end", fault: openEnd },
  { title: "S06 garbage behind the end", fault: insertAt(99, "data: garbage\n\n") },
  { title: "S10 a trickle", fault: trickle(40, 1) },
  {
    title: "S13 lines that end with CR LF",
    fault: rewritten((frames) => frames.replaceAll("\n", "\r\n")),
  },
  {
    title: "S13 lines that end with CR",
    fault: rewritten((frames) => frames.replaceAll("\n", "\r")),
  },
  { title: "S13 a byte order mark", fault: insertAt(0, "\ufeff") },
  { title: "S14 pieces of one byte", fault: inPiecesOf(1) },
  { title: "S14 one piece", fault: merged },
];
