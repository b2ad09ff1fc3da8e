import { badReply } from "../../errors/bad-reply.js";
import { ServiceError, type UpstreamAnswer } from "../../errors/service-error.js";
import { isObject, parseJson } from "../../json/value.js";
import type { Clock } from "../../runtime/clock.js";
import type { Upstream } from "../upstream.js";
import { readErrorBody } from "./read-body.js";
import type { TransportResponse } from "./transport.js";

/** Whether a status says that there is a reply; redirects and empty answers have none. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300 && status !== 204;
}

/** What an answer without a reply means to the caller, with the upstream's own text where it may be shown. */
export async function toFailure(
  upstream: Pick<Upstream, "format" | "settings">,
  response: TransportResponse,
  clock: Clock,
): Promise<ServiceError> {
  const { format, settings } = upstream;
  const { status, headers } = response;
  if (status < 400) {
    void response.body.cancel().catch(() => undefined);
    return notAnAnswer(status);
  }
  const { bytes, whole } = await readErrorBody(response.body, clock);
  const text = new TextDecoder().decode(bytes);
  const error = format.parseError({ status, headers, text });
  const body =
    whole && !isOperatorsAffair(status) ? toReportedBody(upstream, text, error) : undefined;
  return ServiceError.with(error, {
    ...(settings.holdsSecret(error.message) && { message: "The model refused the request." }),
    answer:
      body === undefined
        ? undefined
        : toAnswer(upstream, response, body === text ? bytes : encoder.encode(body)),
  });
}

const encoder = new TextEncoder();

function toAnswer(
  upstream: Pick<Upstream, "format">,
  response: TransportResponse,
  body: Uint8Array,
): UpstreamAnswer {
  const headers = toHeaders(upstream, response);
  return { format: upstream.format.name, status: response.status, headers, body };
}

/** The body for a caller of the same format, unchanged if its clients can read it; `undefined` if it may not be shown. */
function toReportedBody(
  upstream: Pick<Upstream, "format" | "settings">,
  text: string,
  error: ServiceError,
): string | undefined {
  const body = parseJson(text);
  const envelope = isObject(body) ? upstream.format.toErrorEnvelope(body, error) : undefined;
  if (envelope === undefined) return undefined;
  const reported = envelope === body ? text : JSON.stringify(envelope);
  const { holdsSecret } = upstream.settings;
  return holdsSecret(text) || holdsSecret(reported) ? undefined : reported;
}

/** The key belongs to the operator; a caller who read about it would take it for its own. */
function isOperatorsAffair(status: number): boolean {
  return status === 401 || status === 403;
}

function toHeaders({ format }: Pick<Upstream, "format">, { headers }: TransportResponse) {
  return [["content-type", "application/json"] as const, ...format.relayedReplyHeaders(headers)];
}

function notAnAnswer(status: number): ServiceError {
  const error = badReply(`The upstream answered with status ${status}.`);
  return ServiceError.with(error, { mayHaveRun: status === 204 });
}
