// Stands in for a collector: keeps the spans that come over OTLP, and prints a trace as text.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/**
 * @typedef {{ key: string, value: Record<string, unknown> }} Attribute
 * @typedef {object} Span
 * @property {string} name
 * @property {number} kind
 * @property {string} traceId
 * @property {string} spanId
 * @property {string} [parentSpanId]
 * @property {string} startTimeUnixNano
 * @property {string} endTimeUnixNano
 * @property {Attribute[]} attributes
 * @property {{ name: string, attributes: Attribute[] }[]} events
 * @property {{ code: number, message?: string }} status
 */

/** A server for spans in JSON, and the spans that it has received. */
export function createCollector() {
  /** @type {Span[]} */
  const spans = [];
  const server = createServer(async (request, response) => {
    const body = /** @type {any} */ (await json(request));
    for (const { scopeSpans } of body.resourceSpans ?? []) {
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  return { server, spans };
}

const kinds = ["", "INTERNAL", "SERVER", "CLIENT"];

/** Spans of one trace, each below its parent. @param {readonly Span[]} spans */
export function printTrace(spans) {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const roots = spans.filter(({ parentSpanId = "" }) => !ids.has(parentSpanId));
  return roots
    .map((root) => [`trace ${root.traceId}`, ...linesOf(root, spans, "")].join("\n"))
    .join("\n");
}

/** @param {Span} span @param {readonly Span[]} spans @param {string} indent @returns {string[]} */
function linesOf(span, spans, indent) {
  const { name, kind, status, attributes, events } = span;
  const length = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
  const failed = status.code === 2 ? ` ERROR: ${status.message}` : "";
  const children = spans
    .filter(({ parentSpanId }) => parentSpanId === span.spanId)
    .sort((one, other) => attemptOf(one) - attemptOf(other));
  return [
    `${indent}${kinds[kind]} ${name} (${length.toFixed(1)} ms)${failed}`,
    ...attributes.map((attribute) => `${indent}  ${textOf(attribute)}`),
    ...events.map(
      (event) => `${indent}  * ${event.name}: ${event.attributes.map(textOf).join(", ")}`,
    ),
    ...children.flatMap((child) => linesOf(child, spans, `${indent}    `)),
  ];
}

/** @param {Attribute} attribute */
function textOf({ key, value }) {
  return `${key}=${readValue(value)}`;
}

/** A list has its values in an object. @param {Record<string, any>} value @returns {string} */
function readValue({ arrayValue, ...other }) {
  if (arrayValue) return arrayValue.values.map(readValue).join(", ");
  return String(Object.values(other)[0]);
}

/** @param {Span} span */
function attemptOf({ attributes }) {
  const number = attributes.find(({ key }) => key === "diglot.attempt.number");
  return Number(number?.value.intValue);
}
