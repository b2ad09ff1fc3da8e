import { askForWeather, repeating } from "../chat-completions/asking/bodies.js";
import type { Check } from "../check.js";
import { equal, holds, isJson, isString, type Json } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { weather } from "./asking/bodies.js";
import {
  type EventStream,
  finalOf,
  isTerminal,
  ofType,
  stream,
  streamOrSkip,
} from "./asking/events.js";
import { respond } from "./asking/response.js";
import { defineChecks } from "./define-checks.js";

const added = "response.output_item.added";
const done = "response.output_item.done";
const partAdded = "response.content_part.added";
const partDone = "response.content_part.done";

/** The events of the vendor; those of tools that it runs are not listed one by one. */
const declared =
  /^(?:error|keepalive|response\.(?:created|queued|in_progress|completed|incomplete|failed|output_item\.(?:added|done)|content_part\.(?:added|done)|output_text\.(?:delta|done|annotation\.added)|refusal\.(?:delta|done)|function_call_arguments\.(?:delta|done)|custom_tool_call_input\.(?:delta|done)|reasoning_summary_part\.(?:added|done)|reasoning_summary_text\.(?:delta|done)|reasoning_text\.(?:delta|done)|reasoning\.(?:delta|done)|audio\..+|(?:web_search|file_search|code_interpreter|image_generation|mcp|mcp_list_tools)(?:_call)?.*))$/;

/** How a response is streamed. */
export const streamsChecks: readonly Check[] = defineChecks("Streams", [
  [
    "R072",
    "The first event is response.created, with a response that is in progress.",
    async (probe) => {
      const [first] = (await stream(probe)).events;
      equal(first?.type, "response.created", "the type of the first event");
      equal(isJson(first?.response, "its response").status, "in_progress", "its status");
    },
  ],
  [
    "R073",
    "Exactly one terminal event ends the stream.",
    async (probe) => {
      const read = await stream(probe);
      finalOf(read);
      const last = read.events.at(-1);
      holds(last !== undefined && isTerminal(last), "another event comes last", last?.type);
    },
  ],
  [
    "R074",
    "The sequence numbers count from 0 without a gap.",
    async (probe) => {
      const { events } = await stream(probe);
      const numbers = events.map((event) => event.sequence_number);
      equal(numbers, [...numbers.keys()], "the sequence numbers");
    },
  ],
  [
    "R075",
    "The name of each event is its type.",
    async (probe) => {
      const { answer } = await stream(probe);
      for (const { event, json } of answer.events) {
        if (json) equal(event, json.type, "the name of an event");
      }
    },
  ],
  [
    "R076",
    "Every item is added before the events of its parts, and done after them.",
    ofBoth(itemOrder),
  ],
  [
    "R077",
    "Every part of a message is added before its deltas, and done after them.",
    ofBoth(partOrder),
  ],
  ["R078", "The deltas of a text join to the text that is done.", ofBoth(textAgrees)],
  ["R079", "The deltas of arguments, their end and the item agree.", argumentsAgree],
  [
    "R080",
    "The items are numbered from 0, without a gap and without a repetition.",
    ofBoth((read) => {
      const indexes = ofType(read, added).map(({ output_index: index }) => index);
      equal(indexes, [...indexes.keys()], "the output_index of the items");
    }),
  ],
  [
    "R081",
    "The id of an item is the same when it is added, when it is done and at the end.",
    ofBoth((read) => {
      const ids = (type: string) => ofType(read, type).map((event) => idOf(event.item));
      const final = finalOf(read).output.map(idOf);
      equal(ids(added), final, "the ids of the items that are added");
      equal(ids(done).toSorted(), final.toSorted(), "the ids of the items that are done");
    }),
  ],
  [
    "R082",
    "The response of the last event has the members that the answer without a stream has.",
    async (probe) => {
      const streamed = finalOf(await stream(probe)).body;
      const { body } = await respond(probe);
      equal(Object.keys(streamed).toSorted(), Object.keys(body).toSorted(), "its members");
      for (const name of ["object", "status", "model", "store", "tools", "text", "metadata"]) {
        equal(streamed[name], body[name], name);
      }
    },
  ],
  [
    "R083",
    "The parts of a summary are added before their deltas and done after them.",
    async (probe) => {
      const body = { reasoning: { effort: "high", summary: "auto" } };
      const read = await streamOrSkip(probe, body, "a summary");
      const part = "response.reasoning_summary_part";
      const deltas = ofType(read, "response.reasoning_summary_text.delta");
      if (deltas.length === 0) probe.skip("the model showed no summary");
      for (const delta of deltas) {
        isAround(read, `${part}.added`, delta, `${part}.done`, ["item_id", "summary_index"]);
      }
    },
  ],
  [
    "R084",
    "Only events that the format has are sent.",
    ofBoth(({ events }) => {
      const others = events.map(({ type }) => String(type)).filter((type) => !declared.test(type));
      equal(others, [], "the types of other events");
    }),
  ],
  [
    "R089",
    "Text of several bytes for each character arrives whole.",
    async (probe) => {
      const read = await stream(probe, { input: repeating("naïve ✓ 日本語 👩‍💻") });
      const text = joined(ofType(read, "response.output_text.delta"));
      holds(!text.includes("\uFFFD"), "characters are broken", text);
      equal(text, finalOf(read).text, "the joined deltas");
    },
  ],
]);

const callOfWeather = { input: askForWeather, tools: [weather] };

/** Looks at the stream of a text, and at that of a call, if the model makes one. */
function ofBoth(look: (read: EventStream) => void): (probe: Probe) => Promise<void> {
  return async (probe) => {
    look(await stream(probe));
    look(await streamOrSkip(probe, callOfWeather, "a call of a tool"));
  };
}

function idOf(item: unknown): string {
  return isString(isJson(item, "the item").id, "the id of an item");
}

/** @throws an error unless events of both types with these members of the event stand around it */
function isAround(
  { events }: EventStream,
  before: string,
  event: Json,
  after: string,
  names: readonly string[],
): void {
  const isSame = (type: string) => (other: Json) =>
    other.type === type && names.every((name) => placeOf(other, name) === placeOf(event, name));
  const place = events.indexOf(event);
  const first = events.findIndex(isSame(before));
  const last = events.findLastIndex(isSame(after));
  holds(first >= 0 && first < place, `there is no ${before} before a ${event.type}`, event);
  holds(last > place, `there is no ${after} after a ${event.type}`, event);
}

/** The member of an event; the id of an item stands in the item when it is added or done. */
function placeOf(event: Json, name: string): unknown {
  return name === "item_id" && event.item !== undefined ? idOf(event.item) : event[name];
}

function itemOrder(read: EventStream): void {
  const inner = read.events.filter(({ item_id: id }) => id !== undefined);
  for (const event of inner) isAround(read, added, event, done, ["item_id", "output_index"]);
  equal(ofType(read, added).length, ofType(read, done).length, "the items that are done");
}

function partOrder(read: EventStream): void {
  const names = ["item_id", "output_index", "content_index"];
  for (const delta of ofType(read, "response.output_text.delta", "response.refusal.delta")) {
    isAround(read, partAdded, delta, partDone, names);
  }
}

function joined(deltas: readonly Json[]): string {
  return deltas.map(({ delta }) => isString(delta, "a delta")).join("");
}

/** The deltas of the same item and part. */
function deltasOf(read: EventStream, type: string, end: Json): readonly Json[] {
  return ofType(read, type).filter(
    (delta) => delta.item_id === end.item_id && delta.content_index === end.content_index,
  );
}

function textAgrees(read: EventStream): void {
  for (const end of ofType(read, "response.output_text.done")) {
    const deltas = deltasOf(read, "response.output_text.delta", end);
    equal(joined(deltas), end.text, "the joined deltas of a text");
  }
}

async function argumentsAgree(probe: Probe): Promise<void> {
  const read = await streamOrSkip(probe, callOfWeather, "a call of a tool");
  const ends = ofType(read, "response.function_call_arguments.done");
  const items = ofType(read, done).map((event) => isJson(event.item, "an item that is done"));
  const calls = items.filter(({ type }) => type === "function_call");
  if (calls.length === 0) probe.skip("the model made no call");
  for (const call of calls) {
    const end = ends.find(({ item_id: id }) => id === call.id);
    holds(end !== undefined, "the arguments of a call do not end", call);
    const deltas = deltasOf(read, "response.function_call_arguments.delta", end);
    holds(deltas.length > 0, "the arguments of a call have no delta", call);
    equal([joined(deltas), end.arguments], [call.arguments, call.arguments], "the arguments");
  }
}
