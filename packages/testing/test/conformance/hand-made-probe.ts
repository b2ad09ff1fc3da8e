import type { Json } from "../../src/conformance/expect.js";
import type {
  Probe,
  ProbedAnswer,
  ProbedEvent,
  ProbeRequest,
} from "../../src/conformance/probing/probe.js";
import { Skipped } from "../../src/conformance/probing/skipped.js";

/** An answer in JSON. */
export function answerOf(status: number, json: Json): ProbedAnswer {
  return { status, headers: new Headers(), text: JSON.stringify(json), json, events: [] };
}

/** An event stream of the Messages format with this data. */
export function streamOf(...data: readonly Json[]): ProbedAnswer {
  const events = data.map(
    (json): ProbedEvent => ({ event: String(json.type), data: JSON.stringify(json), json }),
  );
  const headers = new Headers({ "content-type": "text/event-stream" });
  return { status: 200, headers, text: "", json: undefined, events };
}

/** A probe of a server that gives these answers. */
export function probeOf(answer: (request: ProbeRequest) => ProbedAnswer): Probe {
  return {
    ...{ model: "small", apiKey: "k" },
    send: async (request = {}) => answer(request),
    skip(reason) {
      throw new Skipped(reason);
    },
  };
}
