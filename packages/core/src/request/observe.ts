import { RequestEvents } from "../events/request-events.js";
import { showAnswer } from "../events/show-contents.js";
import { readContextHeaders } from "../events/trace-context.js";
import type { Answer } from "../http/exchange.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import type { Routed, ValidRequest } from "./call.js";
import { endpointOf } from "./route.js";

/** A request before its events are collected. */
type Unobserved = Omit<Routed, "events">;

/** Collects the events of a request, if somebody listens to the service. */
export function observeRequest(routed: Unobserved): RequestEvents | undefined {
  const { settings, route, exchange, format, requestId, trace } = routed;
  const { reporter, clock } = settings;
  if (!reporter) return undefined;
  const names = reporter.contextHeaders?.() ?? [];
  return new RequestEvents(reporter, clock, {
    requestId,
    format: format.name,
    operation: route.kind === "operation" ? route.operation.name : route.kind,
    endpoint: endpointOf(route)?.path,
    trace,
    contextHeaders: readContextHeaders(exchange.headers, names),
  });
}

/** Counts how long a request waits for the limits. */
export function observeWait<T>({ events }: Routed, work: MaybePromise<T>): MaybePromise<T> {
  return events ? events.waitFor("limits", work) : work;
}

/** Notes the body of a request, and shows it to the reporters that see contents. */
export function observeBody(routed: Routed, value: unknown, body: Uint8Array): void {
  const { settings, events, requestId } = routed;
  events?.facts.noteBody(value);
  settings.reporter?.contents?.({ type: "request", requestId, at: settings.clock.now(), body });
}

/** Shows the conversation of a valid request. */
export function showConversation(routed: Routed, request: ValidRequest["request"]): void {
  const { settings, requestId } = routed;
  settings.reporter?.contents?.({
    type: "conversation",
    requestId,
    at: settings.clock.now(),
    read: () => request.conversation(),
  });
}

/**
 * Notes the status of an answer, and shows the answer. The answers of endpoints are not shown: an
 * administrator who issues a key gets its secret in one.
 */
export function observeAnswer(routed: Routed, answer: Answer): Answer {
  const { settings, events, requestId, route } = routed;
  const { clock, reporter } = settings;
  const show = endpointOf(route) ? undefined : reporter?.contents;
  const shown = show ? showAnswer(answer, requestId, { show, clock }) : answer;
  events?.noteAnswer(answer.status);
  return shown;
}
