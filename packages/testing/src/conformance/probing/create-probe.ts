import { readEvents, type StreamEvent } from "../../common/events.js";
import { parseJsonObject } from "../../common/json.js";
import { type CheckedFormat, checkedEndpoints } from "../formats.js";
import { openSocket } from "./open-socket.js";
import type {
  Probe,
  ProbedAnswer,
  ProbedEvent,
  ProbedSocket,
  ProbeRequest,
  Target,
} from "./probe.js";
import { Skipped } from "./skipped.js";

/** The key for a target that has none. */
export const defaultKey = "sk-conformance";

/**
 * What the checks of one format ask a server with. Each request goes over the wire on its own, and
 * its answer is read whole.
 * @throws from `send`, an error that says so if the server cannot be reached or does not end its
 * answer within the target's timeout
 */
export function createProbe(target: Target, format: CheckedFormat, model: string): Probe {
  return {
    model,
    apiKey: target.apiKey ?? defaultKey,
    send: (request = {}) => ask(target, format, model, request),
    ...(!target.fetch && { connect: () => connect(target, format) }),
    skip: (reason) => {
      throw new Skipped(reason);
    },
  };
}

function connect(target: Target, format: CheckedFormat): Promise<ProbedSocket> {
  return openSocket({
    address: addressOf(target, checkedEndpoints[format]),
    headers: new Headers(credentials(format, target.apiKey ?? defaultKey)),
    timeout: timeoutOf(target),
  });
}

/** How long one answer may take, in milliseconds. */
function timeoutOf({ timeout = 30_000 }: Target): number {
  return timeout;
}

/** Sends one request and reads its answer. */
export async function ask(
  target: Target,
  format: CheckedFormat,
  model: string,
  request: ProbeRequest,
): Promise<ProbedAnswer> {
  const path = request.path ?? checkedEndpoints[format];
  const method = request.method ?? "POST";
  const timeout = timeoutOf(target);
  try {
    const response = await (target.fetch ?? fetch)(addressOf(target, path), {
      method,
      headers: headersOf(target, format, request),
      signal: AbortSignal.timeout(timeout),
      ...bodyOf(format, model, method, request),
    });
    return readAnswer(response, await response.text());
  } catch (error) {
    throw new Error(`${method} ${path} has no whole answer: ${causeOf(error, timeout)}`, {
      cause: error,
    });
  }
}

function readAnswer(response: Response, text: string): ProbedAnswer {
  const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: parseJsonObject(text),
    events: isStream ? readEvents(text).map(withJson) : [],
  };
}

function withJson(event: StreamEvent): ProbedEvent {
  return { ...event, json: parseJsonObject(event.data) };
}

function addressOf({ baseUrl }: Target, path: string): string {
  return `${baseUrl.replace(/\/+$/, "")}${path}`;
}

function headersOf(target: Target, format: CheckedFormat, request: ProbeRequest): Headers {
  const headers = new Headers({
    "content-type": "application/json",
    ...credentials(format, target.apiKey ?? defaultKey),
  });
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return headers;
}

function credentials(format: CheckedFormat, key: string): Readonly<Record<string, string>> {
  return format === "messages"
    ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
    : { authorization: `Bearer ${key}` };
}

function bodyOf(
  format: CheckedFormat,
  model: string,
  method: string,
  request: ProbeRequest,
): { readonly body?: string } {
  if (request.text !== undefined) return { body: request.text };
  if (method === "GET" || method === "HEAD") return {};
  return { body: JSON.stringify({ ...smallestBody(format, model), ...request.body }) };
}

/** A new body that every server of the format accepts; without a token limit in Chat Completions, where servers name it differently. */
function smallestBody(format: CheckedFormat, model: string): Readonly<Record<string, unknown>> {
  const messages = [{ role: "user", content: "Say hello." }];
  if (format === "responses") return { model, input: "Say hello." };
  return format === "messages" ? { model, max_tokens: 64, messages } : { model, messages };
}

function causeOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `none within ${timeout} ms`;
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
