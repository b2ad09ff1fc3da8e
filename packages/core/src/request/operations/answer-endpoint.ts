import type { EndpointMatch } from "../../endpoints/endpoint.js";
import { type Answer, isByteSource } from "../../http/exchange.js";
import { readJsonBody } from "../../http/read-body.js";
import { authenticate } from "../authenticate.js";
import type { Routed } from "../call.js";
import { checkReadiness } from "./readiness.js";

/** Calls an additional endpoint. Its answer forbids caching unless the endpoint allows it. */
export async function answerEndpoint(
  routed: Routed,
  { endpoint, parameters }: EndpointMatch,
): Promise<Answer> {
  const { settings, lifetime, exchange, format, requestId } = routed;
  const answer = await endpoint.answer({
    exchange,
    requestId,
    parameters,
    authenticate: async () => authenticate(routed),
    readJson: async () => (await readJsonBody(exchange, settings)).value,
    now: settings.clock.now(),
    models: settings.models.map(({ id }) => id),
    unknownAccounts: settings.unknownAccounts,
    report: settings.report,
    pauseGuess: (isRight) => settings.guesses.pause(isRight, exchange.signal),
    checkReadiness: () => checkReadiness(routed, lifetime),
  });
  const own = new Set(answer.headers.map(([name]) => name));
  const common = [noStore, ...format.requestIdHeaders(requestId)].filter(
    ([name]) => !own.has(name),
  );
  const whole = { ...answer, headers: [...answer.headers, ...common] };
  return exchange.method === "HEAD" ? withoutBody(whole) : whole;
}

const noStore = ["cache-control", "no-store"] as const;

async function withoutBody(answer: Answer): Promise<Answer> {
  if (isByteSource(answer.body)) await answer.body.cancel();
  return { ...answer, body: undefined };
}
