import { parseJsonObject } from "../../../common/json.js";
import { equal, holds, isFilled, isJson, type Json } from "../../expect.js";
import type { Probe } from "../../probing/probe.js";
import { isTerminal } from "./events.js";
import { type ReadResponse, readResponse } from "./response.js";

/** Asks for a response over a connection, and returns the events up to its end, or its one error. */
export type Ask = (change?: Json) => Promise<readonly Json[]>;

/**
 * Looks at a new connection, and closes it. A target that is asked in another way than over the network
 * ends the check as skipped, and so does a server that opens none.
 */
export async function overConnection(
  probe: Probe,
  look: (ask: Ask) => Promise<void>,
): Promise<void> {
  const { connect = () => probe.skip("a target with a fetch of its own has no connections") } =
    probe;
  const socket = await connect();
  try {
    await look(async (change = {}) => {
      const request = { model: probe.model, input: "Say hello.", ...change };
      socket.send(JSON.stringify({ type: "response.create", ...request }));
      const events: Json[] = [];
      do events.push(readEvent(await socket.receive()));
      while (!isEnd(events.at(-1)));
      return events;
    });
  } finally {
    socket.close();
  }
}

function readEvent(text: string): Json {
  const event = parseJsonObject(text);
  holds(event !== undefined, "a message is not a JSON object", text);
  isFilled(event.type, "the type of an event");
  return event;
}

function isEnd(event: Json | undefined): boolean {
  return event !== undefined && (isTerminal(event) || event.type === "error");
}

/** The response that events end with. @throws an error unless it has ended well */
export function responseOf(events: readonly Json[]): ReadResponse {
  const last = events.at(-1);
  holds(last?.type !== "error", "the request is refused", last);
  return readResponse(isJson(last?.response, "the response of the last event"));
}

/** @throws an error unless the one event is an error of this code, with the status 400 */
export function isErrorEvent(events: readonly Json[], code: string): void {
  equal(
    events.map(({ type }) => type),
    ["error"],
    "the types of the events",
  );
  equal(events[0]?.status, 400, "the status");
  equal(isJson(events[0]?.error, "error").code, code, "error.code");
}
