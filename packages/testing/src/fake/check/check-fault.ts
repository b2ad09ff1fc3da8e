import type { ErrorKind } from "@diglot/core";
import {
  amount,
  byType,
  type Check,
  count,
  either,
  is,
  isText,
  listOf,
  members,
  oneOf,
  size,
  text,
} from "./check.js";

const kinds: Readonly<Record<ErrorKind, true>> = {
  bad_request: true,
  invalid_json: true,
  unauthenticated: true,
  no_permission: true,
  unknown_model: true,
  unknown_path: true,
  method_not_allowed: true,
  conflict: true,
  idempotency_mismatch: true,
  idempotency_lost: true,
  too_large: true,
  unsupported_media: true,
  rate_limited: true,
  concurrency_limited: true,
  budget_exhausted: true,
  overloaded: true,
  upstream_unavailable: true,
  upstream_bad_response: true,
  upstream_timeout: true,
  store_unavailable: true,
  internal: true,
};
const checkKind = oneOf(Object.keys(kinds));

/** An object of which one member says what kind it is. */
function byMember(forms: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(forms);
  return (value, place) => {
    const name = names.find((each) => typeof value === "object" && value !== null && each in value);
    is(`an object with ${names.join(" or ")}`, () => name !== undefined)(value, place);
    forms[name ?? ""]?.(value, place);
  };
}

const checkPlace = byMember({
  bytes: members({ bytes: { required: count } }),
  events: members({ events: { required: count } }),
  blocks: members({ blocks: { required: count } }),
});

/** How bytes are cut into reads. */
export const checkChunks: Check = either(
  isText,
  oneOf(["whole", "events", "characters", "lines"]),
  byMember({
    bytes: members({ bytes: { required: size } }),
    events: members({ events: { required: size } }),
    seed: members({ seed: { required: is("a number", Number.isFinite) }, upTo: size }),
  }),
);

const at = { required: checkPlace };
const status = is(
  "a status from 200 to 599",
  (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599,
);

const checkFault = byType({
  error: { kind: { required: checkKind }, message: text, retryAfterSeconds: amount },
  html: { status: { required: status } },
  silence: {},
  unreachable: {},
  content_type: { value: text },
  cut: { at },
  reset: { at },
  stall: { at, milliseconds: amount },
  garbage: { at, bytes: { required: text } },
  duplicate: { at },
  error_event: { at, kind: checkKind, message: text },
  no_terminal: {},
  chunks: { chunks: { required: checkChunks } },
  trickle: { bytes: { required: size }, milliseconds: { required: amount } },
});

/** What goes wrong with one answer: a fault, or several. */
export const checkFaults: Check = either(Array.isArray, listOf(checkFault), checkFault);
