import { ServiceError } from "../errors/service-error.js";
import { chatCompletionsUpstreamFormat } from "../formats/chat-completions/upstream.js";
import type { HeaderLookup } from "../http/exchange.js";
import { isObject, type JsonObject } from "../json/value.js";
import { isTransportError, toTransportError } from "./send/transport-errors.js";

/** How deep an error may be wrapped in others. */
const depth = 5;

/**
 * What an error of a provider's client means to the caller, for models that call a provider through
 * its SDK or through a framework. It reads the status, the headers and the body that such errors carry
 * (`status` or `statusCode`, `headers` or `responseHeaders`, `error`, `data` or `responseBody`), also if they
 * are wrapped in other errors, the codes of a failed network, and what a provider reports inside a
 * stream (`{ type: "overloaded_error" }`).
 *
 * Nothing of the provider's own words, and nothing of the request, is in the result. An error that is
 * none of these is returned unchanged; thrown on, it becomes `internal`.
 *
 * @example
 * try {
 *   for await (const chunk of await client.responses.create({ stream: true, ...request })) yield chunk.delta;
 * } catch (error) {
 *   throw toProviderError(error);
 * }
 */
export function toProviderError(thrown: unknown): unknown {
  const errors = unwrap(thrown);
  const own = errors.find(ServiceError.is);
  if (own) return own;
  const answered = errors.find((error) => readStatus(error) !== undefined);
  if (answered) return toAnswerError(answered, readStatus(answered) ?? 0);
  if (isTransportError(thrown)) return toTransportError(thrown, "head");
  return errors.map(toReportedError).find((error) => error !== undefined) ?? thrown;
}

/** An error and those that it wraps, the outermost first. */
function unwrap(thrown: unknown, left = depth): readonly JsonObject[] {
  if (!isObject(thrown) || left === 0) return [];
  const { lastError, cause, error } = thrown;
  return [thrown, ...[lastError, cause, error].flatMap((inner) => unwrap(inner, left - 1))];
}

function readStatus({ status, statusCode }: JsonObject): number | undefined {
  return [statusCode, status].find(
    (value): value is number => typeof value === "number" && value >= 400 && value < 600,
  );
}

function toAnswerError(error: JsonObject, status: number): ServiceError {
  return chatCompletionsUpstreamFormat.parseError({
    status,
    headers: toHeaders(error.responseHeaders ?? error.headers),
    text: toBody(error),
  });
}

function toBody({ responseBody, error, data }: JsonObject): string {
  if (typeof responseBody === "string") return responseBody;
  return JSON.stringify(error ?? data ?? {});
}

function toHeaders(headers: unknown): HeaderLookup {
  if (headers instanceof Headers) return headers;
  const entries = isObject(headers) ? Object.entries(headers) : [];
  return new Headers(entries.filter((entry): entry is [string, string] => isText(entry[1])));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** What a provider reports by a type or a code alone; the model may have run before it did. */
function toReportedError(error: JsonObject): ServiceError | undefined {
  const { type, code, error: inner } = error;
  if (![type, code].some(isText) && !isObject(inner)) return undefined;
  const text = JSON.stringify({ error: isObject(inner) ? inner : { type, code } });
  const read = chatCompletionsUpstreamFormat.parseError({
    status: 200,
    headers: new Headers(),
    text,
  });
  if (read.kind === "upstream_bad_response") return undefined;
  return ServiceError.with(read, { mayHaveRun: true });
}
