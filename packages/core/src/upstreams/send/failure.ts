import { badReply } from "../../errors/bad-reply.js";
import { ServiceError, type UpstreamAnswer } from "../../errors/service-error.js";
import { isObject, parseJson } from "../../json/value.js";
import type { Clock } from "../../runtime/clock.js";
import type { Upstream } from "../upstream.js";
import { explain, readTitle, toOperatorWords } from "./explain.js";
import { readErrorBody } from "./read-body.js";
import type { Message } from "./send.js";
import type { TransportResponse } from "./transport.js";

/** Whether a status says that there is a reply; redirects and empty answers have none. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300 && status !== 204;
}

/** What an answer without a reply means to the caller, with the upstream's own text where it may be shown. */
export async function toFailure(
  upstream: Pick<Upstream, "format" | "settings">,
  message: Pick<Message, "path" | "body">,
  response: TransportResponse,
  clock: Clock,
): Promise<ServiceError> {
  const { format, settings } = upstream;
  const { status, headers } = response;
  const exchanged = { upstream, message, response };
  if (status < 400) {
    void response.body.cancel().catch(() => undefined);
    return explain(notAnAnswer(status), exchanged);
  }
  const { bytes, whole } = await readErrorBody(response.body, clock);
  const text = new TextDecoder().decode(bytes);
  const error = format.parseError({ status, headers, text });
  const body =
    whole && isShown(upstream, status) ? toReportedBody(upstream, text, error) : undefined;
  const failure = ServiceError.with(error, {
    ...(settings.holdsSecret(error.message) && { message: "The model refused the request." }),
    upstreamStatus: status,
    upstreamMessage: toCallerWords(upstream, status, text, error),
    answer:
      body === undefined
        ? undefined
        : toAnswer(upstream, response, body === text ? bytes : encoder.encode(body)),
  });
  const words = blamesRequest.has(status) ? "" : readWords(upstream, status, text, error);
  return explain(failure, exchanged, toOperatorWords(exchanged, words));
}

/** Statuses by which an upstream blames the request; what it says then may quote a prompt. */
const blamesRequest: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * What the upstream says about the caller's request, for callers of all formats. A prompt that is too
 * long already has the words that agents know.
 */
function toCallerWords(
  upstream: Pick<Upstream, "format" | "settings">,
  status: number,
  text: string,
  error: ServiceError,
): string | undefined {
  const { upstreamErrors, quote, rename } = upstream.settings;
  if (upstreamErrors === "hide" || !blamesRequest.has(status)) return undefined;
  if (error.code === "context_length_exceeded") return undefined;
  return quote(rename.text(readWords(upstream, status, text, error)));
}

/** What an error body says: its message, the title of a page, or its text. */
function readWords(
  { format }: Pick<Upstream, "format">,
  status: number,
  text: string,
  error: ServiceError,
): string {
  const parsed = parseJson(text);
  const body = Array.isArray(parsed) ? parsed[0] : parsed;
  if (body === undefined) return readPlainWords(status, text);
  // A model may have run before a failure like this, and its message may quote the output.
  if (status >= 500 || !isObject(body)) return "";
  const envelope = format.toErrorEnvelope(body, error);
  return isObject(envelope?.error) ? String(envelope.error.message) : "";
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

/**
 * The body for a caller of the same format, unchanged if its clients can read it and it does not name the
 * upstream's model; `undefined` if it may not be shown.
 */
function toReportedBody(
  upstream: Pick<Upstream, "format" | "settings">,
  text: string,
  error: ServiceError,
): string | undefined {
  const body = parseJson(text);
  const envelope = isObject(body) ? upstream.format.toErrorEnvelope(body, error) : undefined;
  if (envelope === undefined) return undefined;
  const { holdsSecret, rename } = upstream.settings;
  const reported = rename.json(envelope === body ? text : JSON.stringify(envelope));
  return holdsSecret(text) || holdsSecret(reported) ? undefined : reported;
}

/** What a page or a plain text says; JSON that is cut and events say nothing. */
function readPlainWords(status: number, text: string): string {
  if (/^\s*</.test(text)) return readTitle(text);
  // Proxies explain 502 to 504 in a sentence; with 500 a model may have run.
  return status === 500 || /^\s*(?:[{["]|(?:data|event|id|retry):)/.test(text) ? "" : text;
}

/** Whether a caller of the same format may read the upstream's own answer. */
function isShown({ settings }: Pick<Upstream, "settings">, status: number): boolean {
  return settings.upstreamErrors === "show" && !isOperatorsAffair(status);
}

/**
 * The key, the account, the address and the model's name at the upstream belong to the operator: a
 * caller who read about them would take them for its own.
 */
function isOperatorsAffair(status: number): boolean {
  return status >= 401 && status <= 404;
}

function toHeaders({ format }: Pick<Upstream, "format">, { headers }: TransportResponse) {
  return [["content-type", "application/json"] as const, ...format.relayedReplyHeaders(headers)];
}

function notAnAnswer(status: number): ServiceError {
  const error = badReply(`The upstream answered with status ${status}.`);
  return ServiceError.with(error, { upstreamStatus: status, mayHaveRun: status === 204 });
}
