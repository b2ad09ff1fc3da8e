import { equal, holds, isFilled, isJson, isStream, type Json } from "../../expect.js";
import type { Probe, ProbedAnswer } from "../../probing/probe.js";
import { type ReadResponse, readResponse, sendOrSkip } from "./response.js";

/** A stream of events, read; its grammar is for the checks to look at. */
export interface EventStream {
  readonly answer: ProbedAnswer;
  /** The data of all events, in their order. */
  readonly events: readonly Json[];
}

/** The stream in an answer. @throws an error unless each event is an object with a type, or `[DONE]` */
function isEventStream(answer: ProbedAnswer): EventStream {
  const events = isStream(answer)
    .filter(({ data }) => data !== "[DONE]")
    .map(({ json, data }) => {
      holds(json !== undefined, "an event is neither JSON nor [DONE]", data);
      isFilled(json.type, "the type of an event");
      return json;
    });
  return { answer, events };
}

/** Sends a body with `stream`, and reads the stream. */
export async function stream(probe: Probe, body: Json = {}): Promise<EventStream> {
  return isEventStream(await probe.send({ body: { stream: true, ...body } }));
}

/** The same of a request that not every model can serve: a refusal ends the check as skipped. */
export async function streamOrSkip(probe: Probe, body: Json, what: string): Promise<EventStream> {
  return isEventStream(await sendOrSkip(probe, { stream: true, ...body }, what));
}

/** The events of these types. */
export function ofType({ events }: EventStream, ...types: readonly string[]): readonly Json[] {
  return events.filter(({ type }) => types.includes(String(type)));
}

const terminal = ["response.completed", "response.incomplete", "response.failed"];

/** Whether an event is the last one of a response. */
export function isTerminal({ type }: Json): boolean {
  return terminal.includes(String(type));
}

/** The response of the last event. @throws an error unless there is exactly one, and it has ended well */
export function finalOf({ events }: EventStream): ReadResponse {
  const ends = events.filter(isTerminal);
  equal(ends.length, 1, "the number of terminal events");
  return readResponse(isJson(ends[0]?.response, "the response of the terminal event"));
}
