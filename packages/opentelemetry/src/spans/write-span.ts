import type { Attributes, Context, HrTime, Span, SpanOptions, Tracer } from "@opentelemetry/api";
import { SpanStatusCode } from "@opentelemetry/api";
import { shorten, toAttributes } from "../facts/attributes.js";

/** Begins a span. All that spans are given goes through this file, so that no text of them is too long. */
export function startSpan(
  tracer: Tracer,
  name: string,
  options: SpanOptions & { readonly attributes: Attributes },
  parent: Context,
): Span {
  const attributes = toAttributes(options.attributes);
  return tracer.startSpan(shorten(name), { ...options, attributes }, parent);
}

/** Adds attributes to a span. */
export function setAttributes(span: Span, attributes: Attributes): void {
  span.setAttributes(toAttributes(attributes));
}

/** Adds contents to a span, whose texts have a limit of their own. */
export function setContents(span: Span, contents: Attributes): void {
  span.setAttributes(contents);
}

/** Adds an event to a span. */
export function addEvent(span: Span, name: string, attributes: Attributes, time: HrTime): void {
  span.addEvent(name, toAttributes(attributes), time);
}

/** Marks a span as failed. @param message what has happened, if that may be said */
export function setError(span: Span, message: string | undefined): void {
  const status = { code: SpanStatusCode.ERROR };
  span.setStatus(message === undefined ? status : { ...status, message: shorten(message) });
}
