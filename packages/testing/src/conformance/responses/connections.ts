import type { Check } from "../check.js";
import { equal, isFilled, isString } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { message, pastOutput } from "./asking/bodies.js";
import { type Ask, isErrorEvent, overConnection, responseOf } from "./asking/connection.js";
import { compact } from "./asking/neighbours.js";
import { defineChecks, type Row } from "./define-checks.js";
import { isSuited } from "./replies.js";

const lost = "previous_response_not_found";

/** A check of what comes over one connection. */
function connected(id: string, what: string, look: (ask: Ask) => Promise<void>): Row {
  return [id, what, (probe) => overConnection(probe, look)];
}

/** Requests over a WebSocket. A server that opens none is asked only how it refuses. */
export const connectionsChecks: readonly Check[] = [
  ...defineChecks("WebSockets", [
    ["R105", "A connection is opened, or is answered 426.", opensOrRefuses],
    connected("R106", "A response comes as its events, each a text.", hasEvents),
    connected("R107", "The member stream is passed over.", async (ask) => {
      isFilled(responseOf(await ask({ stream: true })).text, "the text");
    }),
    [
      "R108",
      "A response that is not to be stored can be continued on its connection only.",
      (probe) =>
        overConnection(probe, async (ask) => {
          const id = await continued(ask);
          await overConnection(probe, (other) => isLost(other, id));
        }),
    ],
    ["R109", "A response whose continuation has failed cannot be continued.", evicts],
    connected(
      "R110",
      "With generate false there is an id to continue, and no output.",
      async (ask) => {
        const { body, output } = responseOf(await ask({ generate: false, store: false }));
        equal(output, [], "output");
        responseOf(await ask({ store: false, previous_response_id: body.id }));
      },
    ),
  ]),
  ...defineChecks("Open Responses", [
    connected("R115c", "response: a response comes over a connection.", async (ask) => {
      isSuited(responseOf(await ask()));
    }),
    connected("R115d", "sequential-responses: one comes after another.", async (ask) => {
      const ids = [responseOf(await ask()), responseOf(await ask())].map(({ body }) => body.id);
      equal(new Set(ids).size, 2, "the number of ids");
    }),
    connected("R115e", "continuation: a connection continues its last response.", async (ask) => {
      await continued(ask);
    }),
    [
      "R115f",
      "reconnect-store-false-recovery: what another connection has lost is sent again whole.",
      recovers,
    ],
    connected("R115g", "previous-response-not-found: an unknown response is refused.", (ask) =>
      isLost(ask, "resp_no_such_response"),
    ),
    ["R115h", "failed-continuation-evicts-cache: a failure forgets its response.", evicts],
    ["R115i", "compact-new-chain: a connection begins with a compaction.", beginsCompacted],
  ]),
];

const upgrade = { connection: "upgrade", upgrade: "websocket" };

async function opensOrRefuses(probe: Probe): Promise<void> {
  if (probe.connect) return overConnection(probe, async () => undefined);
  const { status } = await probe.send({ method: "GET", headers: upgrade });
  equal(status, 426, "the status");
}

async function hasEvents(ask: Ask): Promise<void> {
  for (const events of [await ask(), await ask()]) {
    equal(events[0]?.type, "response.created", "the type of the first event");
    const numbers = events.map((event) => event.sequence_number);
    equal(numbers, [...numbers.keys()], "the sequence numbers");
    const pieces = events
      .filter(({ type }) => type === "response.output_text.delta")
      .map(({ delta }) => isString(delta, "delta"));
    equal(pieces.join(""), responseOf(events).text, "the joined pieces of the text");
  }
}

/** Continues a response that is not to be stored. The id of the second one. */
async function continued(ask: Ask): Promise<string> {
  const first = responseOf(await ask({ store: false }));
  const id = first.body.id;
  const second = responseOf(await ask({ store: false, previous_response_id: id }));
  equal(second.body.previous_response_id, id, "previous_response_id");
  return isFilled(second.body.id, "id");
}

async function isLost(ask: Ask, id: string): Promise<void> {
  isErrorEvent(await ask({ store: false, previous_response_id: id }), lost);
}

/** The continuation that fails is the output of a call that nobody has made. */
async function evicts(probe: Probe): Promise<void> {
  await overConnection(probe, async (ask) => {
    const id = isFilled(responseOf(await ask({ store: false })).body.id, "id");
    const change = { store: false, previous_response_id: id };
    const failed = await ask({ ...change, input: [pastOutput("call_lost")] });
    if (failed.at(-1)?.type === "response.completed") {
      probe.skip("the server accepts an output without its call, so nothing has failed");
    }
    await isLost(ask, id);
  });
}

async function recovers(probe: Probe): Promise<void> {
  const user = message("user", "Say hello.");
  await overConnection(probe, async (ask) => {
    const { body, output } = responseOf(await ask({ store: false, input: [user] }));
    await overConnection(probe, async (other) => {
      await isLost(other, isFilled(body.id, "id"));
      isSuited(responseOf(await other({ store: false, input: [user, ...output, user] })));
    });
  });
}

async function beginsCompacted(probe: Probe): Promise<void> {
  await overConnection(probe, async (ask) => {
    const { output } = await compact(probe);
    const input = [...output, message("user", "Say hello.")];
    const read = responseOf(await ask({ store: false, input }));
    isSuited(read);
    equal(read.body.previous_response_id, null, "previous_response_id");
  });
}
