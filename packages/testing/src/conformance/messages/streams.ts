import { parseJsonObject } from "../../common/json.js";
import type { Check } from "../check.js";
import {
  at,
  equal,
  holds,
  isAbsent,
  isCount,
  isErrorOf,
  isFilled,
  isJson,
  isStream,
  matches,
} from "../expect.js";
import {
  askForCall,
  askForClippedCall,
  askForTwoCalls,
  isWholeStream,
  needStop,
} from "./asking/ask-kinds.js";
import { plainDocument, talk, text } from "./asking/bodies.js";
import { type GatheredBlock, type GatheredStream, joined } from "./asking/gather.js";
import { check, skipRefused } from "./define-checks.js";

const stream = { stream: true };

/** The events of streams. */
export const streams: readonly Check[] = [
  check("M076", "Streams", "The events come in the order of the grammar.", async (probe) => {
    const { blocks } = isWholeStream(await probe.send({ body: stream }));
    const said = blocks.filter(({ start }) => start.type === "text");
    holds(said.length > 0, "there is no text block");
    for (const { start, deltas } of said) {
      equal(start.text, "", "the text of content_block_start");
      holds(deltas.length > 0, "a text block has no deltas");
    }
  }),
  check("M077", "Streams", "Each event has a name, equal to its type.", async (probe) => {
    for (const { event, json } of isStream(await probe.send({ body: stream }))) {
      equal(event, isFilled(json?.type, "type"), "the name of an event");
    }
  }),
  check("M078", "Streams", "A stream has its content type and a request id.", async (probe) => {
    const answer = await probe.send({ body: stream });
    isStream(answer);
    isFilled(answer.headers.get("request-id"), "the header request-id");
  }),
  check("M079", "Streams", "A stream starts with an empty message.", async (probe) => {
    const { message } = isWholeStream(await probe.send({ body: stream }));
    equal(message.type, "message", "type");
    equal(message.role, "assistant", "role");
    isFilled(message.id, "id");
    isFilled(message.model, "model");
    equal(message.content, [], "content");
    isAbsent(message.stop_reason, "stop_reason");
    isCount(at(message, "usage", "input_tokens"), "usage.input_tokens");
    isCount(at(message, "usage", "output_tokens"), "usage.output_tokens");
  }),
  check("M081", "Streams", "A streamed call puts its input together.", async (probe) => {
    const calls = callsOf(isWholeStream(await askForCall(probe, stream)));
    if (calls.length === 0) probe.skip("the model made no call");
    for (const call of calls) {
      equal(call.start.input, {}, "input at the start");
      equal(call.deltas[0]?.partial_json, "", "the first partial_json");
      isJson(parseJsonObject(joined(call, "partial_json")), "the joined input");
    }
  }),
  check("M084", "Streams", "Streamed citations come within their text block.", async (probe) => {
    const document = { ...plainDocument, citations: { enabled: true } };
    const question = talk(["user", [document, text("Where is it sunny? Quote the document.")]]);
    const answer = await probe.send({ body: { ...stream, ...question, max_tokens: 512 } });
    skipRefused(probe, answer, /document|citations/i);
    const blocks = isWholeStream(answer).blocks.filter(isCited);
    if (blocks.length === 0) probe.skip("the model cited nothing");
    for (const { start } of blocks) {
      equal(start.type, "text", "the type of a block that cites");
      equal(start.citations, [], "citations at the start");
    }
  }),
  check("M086", "Streams", "A text and two calls have the indexes 0, 1 and 2.", async (probe) => {
    const gathered = isWholeStream(await askForTwoCalls(probe, stream));
    if (callsOf(gathered).length < 2) probe.skip("the model did not make two calls");
    const ids = callsOf(gathered).map(({ start }) => matches(start.id, /^toolu_/, "id"));
    equal(new Set(ids).size, ids.length, "the number of different ids");
  }),
  check("M087", "Streams", "A call that is cut short is never closed.", async (probe) => {
    const gathered = isWholeStream(await askForClippedCall(probe, stream));
    needStop(probe, gathered.last, "max_tokens");
    const call = gathered.blocks.at(-1);
    if (call?.start.type !== "tool_use") return probe.skip("the cut was not within a call");
    if (parseJsonObject(joined(call, "partial_json")) !== undefined)
      probe.skip("the call came whole");
    equal(call.closed, false, "whether the block has its content_block_stop");
  }),
  check("M088a", "Streams", "The stop reason comes in message_delta, once.", async (probe) => {
    const events = isStream(await probe.send({ body: stream }));
    const stopped = events.filter(
      ({ json }) => typeof at(json, "delta", "stop_reason") === "string",
    );
    equal(
      stopped.map(({ json }) => json?.type),
      ["message_delta"],
      "the events with a stop reason",
    );
    isAbsent(at(events[0]?.json, "message", "stop_reason"), "stop_reason of message_start");
  }),
  check("M089", "Streams", "A stream that fails before it begins is JSON.", async (probe) => {
    const answer = await probe.send({ body: { ...stream, messages: [] } });
    isErrorOf(answer, { status: 400, type: "invalid_request_error" });
    matches(answer.headers.get("content-type"), /^application\/json\b/i, "content-type");
  }),
  check("M093", "Streams", "The last event ends with a blank line.", async (probe) => {
    const answer = await probe.send({ body: stream });
    isStream(answer);
    matches(answer.text.slice(-4), /(\n\n|\r\n\r\n|\r\r)$/, "the end of the stream");
  }),
];

function callsOf({ blocks }: GatheredStream): readonly GatheredBlock[] {
  return blocks.filter(({ start }) => start.type === "tool_use");
}

function isCited({ deltas }: GatheredBlock): boolean {
  return deltas.some(({ type }) => type === "citations_delta");
}
