// Stands in for Stripe's meter events, as they are documented, but is unreliable.
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const day = 24 * 60 * 60;

/**
 * Keeps accepted events, by identifier, and counts its failures. Now and then it fails twice in a row,
 * or accepts an event and breaks the connection instead of answering.
 *
 * @param {{ onTaken(count: number): void }} listener
 */
export async function startStripe({ onTaken }) {
  /** @type {Map<string, { customer: string, value: number }>} */
  const taken = new Map();
  const counts = { failures: 0, brokenConnections: 0, duplicates: 0 };
  let requests = 0;

  const server = createServer(async (request, response) => {
    const event = new URLSearchParams(await text(request));
    requests += 1;
    const refusal = refusalOf(event);
    const identifier = event.get("identifier") ?? "";
    if ([5, 6].includes(requests % 32)) {
      counts.failures += 1;
      answer(500, { error: { type: "api_error", message: "Something went wrong." } });
    } else if (refusal) {
      answer(400, { error: { type: "invalid_request_error", message: refusal } });
    } else if (taken.has(identifier)) {
      counts.duplicates += 1;
      const message = `An event already exists with identifier ${identifier}.`;
      answer(400, { error: { type: "invalid_request_error", message } });
    } else {
      const customer = event.get("payload[stripe_customer_id]") ?? "";
      taken.set(identifier, { customer, value: Number(event.get("payload[value]")) });
      onTaken(taken.size);
      if (requests % 32 === 12) {
        counts.brokenConnections += 1;
        request.socket.destroy();
      } else {
        answer(200, { object: "billing.meter_event", identifier });
      }
    }

    /** @param {number} status @param {unknown} body */
    function answer(status, body) {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    }
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
  return { baseUrl, taken, counts, close: () => server.close() };
}

/** Why an event is not taken, if it is not. @param {URLSearchParams} event */
function refusalOf(event) {
  const age = Date.now() / 1_000 - Number(event.get("timestamp"));
  if (event.get("event_name") !== "nano_dollars") return "No active meter has this event name.";
  if (!/^\d{1,15}$/.test(event.get("payload[value]") ?? "")) return "The value is no whole number.";
  if (!/^.{1,100}$/.test(event.get("identifier") ?? "")) return "The identifier is too long.";
  if (!(age < 35 * day && age > -300)) return "The timestamp is too far away.";
  return undefined;
}
