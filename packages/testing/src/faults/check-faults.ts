import { type Check, checks } from "@diglot/core";
import { byMember, byType, isFunction, isText } from "../common/kinds.js";
import { errorKinds } from "./error-words.js";
import type { Chunks, Fault, Place } from "./fault.js";

const { amount, anything, count, either, is, listOf, members, oneOf, size, text, whole } = checks;

/** The kind of an error. */
export const validKind: Check = oneOf(...errorKinds);

type PlaceBy<K extends string> = Extract<Place, { readonly [Name in K]: unknown }>;
type ChunksBy<K extends string> = Extract<Chunks, { readonly [Name in K]: unknown }>;

const validPlace = byMember({
  bytes: members<PlaceBy<"bytes">>({ bytes: { required: count } }),
  events: members<PlaceBy<"events">>({ events: { required: count } }),
  blocks: members<PlaceBy<"blocks">>({ blocks: { required: count } }),
});

/** How bytes are cut into reads. */
export const validChunks: Check = either(
  isText,
  oneOf("whole", "events", "characters", "lines"),
  byMember({
    bytes: members<ChunksBy<"bytes">>({ bytes: { required: size } }),
    events: members<ChunksBy<"events">>({ events: { required: size } }),
    seed: members<ChunksBy<"seed">>({
      seed: { required: is("a number", Number.isFinite) },
      upTo: size,
    }),
  }),
);

const at = { required: validPlace };

/** One fault. */
export const validFault: Check = byType<Fault>({
  error: { kind: { required: validKind }, message: text, retryAfterSeconds: amount },
  html: { status: { required: whole(200, 599) } },
  silence: {},
  unreachable: {},
  content_type: { value: text },
  cut: { at },
  reset: { at },
  stall: { at, milliseconds: amount },
  garbage: { at, bytes: { required: text } },
  duplicate: { at },
  error_event: { at, kind: validKind, message: text },
  no_terminal: {},
  chunks: { chunks: { required: validChunks } },
  trickle: { bytes: { required: size }, milliseconds: { required: amount } },
});

/** What goes wrong with one answer: a fault, or several. */
export const validFaults: Check = either(Array.isArray, listOf(validFault), validFault);

const validEntry = either((entry) => entry === undefined, anything, validFaults);

/** What goes wrong with which request: a list, or a function. */
export const validPlan: Check = either(isFunction, anything, listOf(validEntry));
