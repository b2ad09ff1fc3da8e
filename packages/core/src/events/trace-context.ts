import type { HeaderList } from "../http/answers.js";
import type { HeaderLookup } from "../http/exchange.js";
import type { TraceContext } from "./request-facts.js";

/** Version, trace id, parent id and flags, as W3C Trace Context says; later versions may have more. */
const traceparentForm =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.{0,200})?$/;
/** The length that W3C Trace Context asks everyone to pass on. */
const longestState = 512;

/** The trace that a caller has begun; `undefined` without a valid `traceparent`. */
export function readTraceContext(headers: HeaderLookup): TraceContext | undefined {
  const traceparent = headers.get("traceparent");
  if (traceparent === null || !traceparentForm.test(traceparent)) return undefined;
  const tracestate = headers.get("tracestate");
  const isKept = tracestate !== null && tracestate.length <= longestState;
  return isKept ? { traceparent, tracestate } : { traceparent };
}

/** The headers that pass a trace on unchanged. */
export function toTraceHeaders(trace: TraceContext | undefined): HeaderList {
  if (!trace) return [];
  const { traceparent, tracestate } = trace;
  const parent = ["traceparent", traceparent] as const;
  return tracestate === undefined ? [parent] : [parent, ["tracestate", tracestate]];
}

/** The length that W3C Baggage asks everyone to pass on. */
const longestHeader = 8192;

/** What a caller has sent of the named headers; `undefined` if it is nothing. */
export function readContextHeaders(
  headers: HeaderLookup,
  names: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const found = names.flatMap((name) => {
    const value = headers.get(name);
    return value !== null && value.length <= longestHeader ? [[name, value] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
