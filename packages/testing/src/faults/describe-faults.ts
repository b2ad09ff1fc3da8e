import type { Chunks, Fault, FaultOf, Place } from "./fault.js";
import type { Faults } from "./plan.js";
import { listFaults } from "./plan-of.js";

type Describe = { readonly [K in Fault["type"]]: (fault: FaultOf<K>) => string };

const describeByType: Describe = {
  error: ({ kind, retryAfterSeconds }) =>
    `error ${kind}${retryAfterSeconds === undefined ? "" : `, retry after ${retryAfterSeconds} s`}`,
  html: ({ status }) => `HTML page with status ${status}`,
  silence: () => "silence",
  unreachable: () => "connection lost before the head",
  content_type: ({ value }) => (value === undefined ? "no content type" : `content type ${value}`),
  cut: ({ at }) => `cut ${inWords(at)}`,
  reset: ({ at }) => `connection reset ${inWords(at)}`,
  stall: ({ at, milliseconds }) =>
    `stall ${inWords(at)}, ${milliseconds === undefined ? "for ever" : `${milliseconds} ms`}`,
  garbage: ({ at, bytes }) => `garbage ${JSON.stringify(bytes)} ${inWords(at)}`,
  duplicate: ({ at }) => `duplicate ${inWords(at)}`,
  error_event: ({ at, kind = "overloaded" }) => `error event ${kind} ${inWords(at)}`,
  no_terminal: () => "no last event",
  chunks: ({ chunks }) => `reads: ${chunksInWords(chunks)}`,
  trickle: ({ bytes, milliseconds }) => `${bytes} bytes every ${milliseconds} ms`,
};

/**
 * Faults in a line, for messages: `cut after 3 events, then no content type`; "nothing" for none.
 *
 * @example
 * const plan = chaos({ seed });
 * const message = `seed ${seed}, request ${index}: ${describeFaults(plan({ index, request }))}`;
 */
export function describeFaults(faults: Faults): string {
  const list = listFaults(faults);
  if (list.length === 0) return "nothing";
  return list.map((fault) => describeByType[fault.type](fault as never)).join(", then ");
}

function inWords(place: Place): string {
  if ("bytes" in place) return `after ${count(place.bytes, "byte")}`;
  if ("events" in place) return `after ${count(place.events, "event")}`;
  return `after ${count(place.blocks, "block")}`;
}

function chunksInWords(chunks: Chunks): string {
  if (typeof chunks === "string") return chunks;
  if ("bytes" in chunks) return `${count(chunks.bytes, "byte")} each`;
  if ("events" in chunks) return `${count(chunks.events, "event")} each`;
  return `at random (seed ${chunks.seed}, up to ${count(chunks.upTo ?? 64, "byte")})`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
