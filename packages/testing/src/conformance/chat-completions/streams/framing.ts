import type { Check } from "../../check.js";
import { equal, holds, isStream, matches } from "../../expect.js";
import type { Probe, ProbedAnswer } from "../../probing/probe.js";
import { defineChecks, type Row } from "../define-checks.js";

const done = "data: [DONE]\n\n";

type Look = (answer: ProbedAnswer) => void;

const looks: readonly (readonly [id: string, what: string, look: Look])[] = [
  [
    "C065a",
    "A stream has the content type text/event-stream.",
    ({ headers }) => {
      matches(headers.get("content-type"), /^text\/event-stream\s*(;|$)/i, "content-type");
    },
  ],
  [
    "C065b",
    "A stream has x-request-id.",
    ({ headers }) => {
      matches(headers.get("x-request-id"), /\S/, "x-request-id");
    },
  ],
  [
    "C065c",
    "A stream has neither content-length nor content-encoding.",
    ({ headers }) => {
      equal(headers.get("content-length"), null, "content-length");
      equal(headers.get("content-encoding"), null, "content-encoding");
    },
  ],
  [
    "C066a",
    "Each line of a stream is a data line, a comment or blank; there is no event, id or retry line.",
    ({ text }) => {
      const other = text.split("\n").find((line) => !/^(data: \S|:|$)/.test(line));
      holds(other === undefined, "a line is none of these", other);
    },
  ],
  [
    "C066b",
    "Each event of a stream is one line, and ends in two line feeds.",
    ({ text, events }) => {
      holds(!text.includes("\r"), "a line ends in a carriage return");
      const frames = text.split("\n\n").filter((frame) => /^data:/m.test(frame));
      equal(frames.length, events.length, "the frames that hold data");
      const many = frames.find((frame) => (frame.match(/^data:/gm) ?? []).length > 1);
      holds(many === undefined, "an event has several data lines", many);
    },
  ],
  [
    "C066c",
    "A stream ends in [DONE] exactly, once, and nothing follows it.",
    ({ text }) => {
      equal(text.slice(-done.length), done, "the end of the stream");
      equal(text.split("[DONE]").length - 1, 1, "how often [DONE] comes");
    },
  ],
];

/** The head and the bytes of a stream. */
export const framingChecks: readonly Check[] = defineChecks(
  "Streams",
  looks.map(([id, what, look]): Row => [id, what, lookAtStream(look)]),
);

function lookAtStream(look: Look): (probe: Probe) => Promise<void> {
  return async (probe) => {
    const answer = await probe.send({ body: { stream: true } });
    isStream(answer);
    look(answer);
  };
}
