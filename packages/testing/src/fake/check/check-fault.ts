import { errorKinds } from "../../faults/error-words.js";
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

const checkKind = oneOf(errorKinds);

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
