import type { ServiceError } from "@diglot/core";
import { createStreamTranslator } from "@diglot/core/translation";
import { connectionReset } from "../../common/connection-reset.js";
import { toAnyFormat } from "../../common/formats.js";
import { pause } from "../../common/pause.js";
import type { FaultOf } from "../fault.js";
import { type FaultContext, toServiceError } from "../fault-context.js";
import { atPlace } from "../places/at-place.js";
import { createLastEvent } from "../places/last-event.js";
import { beforeTerminal } from "../places/place-finder.js";
import { checkSize } from "./cuts.js";
import { nextTask } from "./next-task.js";
import { readOn, readUntil } from "./read-until.js";
import type { BodyTransform } from "./transform-body.js";

const utf8 = new TextEncoder();

/** Ends a body at a place. */
export function cut({ at }: FaultOf<"cut">, context: FaultContext): BodyTransform {
  return atPlace(at, context, async function* (input, finder) {
    yield* readUntil(input, finder);
  });
}

/** Fails a body at a place, as the platform's `fetch` fails it when the connection breaks. */
export function reset({ at }: FaultOf<"reset">, context: FaultContext): BodyTransform {
  return atPlace(at, context, async function* (input, finder) {
    yield* readUntil(input, finder);
    // A server that hears of the failure too early throws away what it has not sent yet.
    await nextTask();
    throw connectionReset("terminated");
  });
}

/** Goes silent at a place. */
export function stall(
  { at, milliseconds }: FaultOf<"stall">,
  context: FaultContext,
): BodyTransform {
  return atPlace(at, context, async function* (input, finder) {
    const ahead = yield* readUntil(input, finder);
    await pause(milliseconds, context.clock, input.signal);
    yield* readOn(input, ahead);
  });
}

/** Adds bytes at a place. */
export function garbage({ at, bytes }: FaultOf<"garbage">, context: FaultContext): BodyTransform {
  return atPlace(at, context, async function* (input, finder) {
    const ahead = yield* readUntil(input, finder);
    yield utf8.encode(bytes);
    yield* readOn(input, ahead);
  });
}

/** Repeats the event before a place; of a JSON body, all before it. */
export function duplicate({ at }: FaultOf<"duplicate">, context: FaultContext): BodyTransform {
  const { isStream, words } = context;
  return atPlace(
    at,
    context,
    async function* (input, finder) {
      const sent: Uint8Array[] = [];
      const last = createLastEvent(words);
      const reading = readUntil(input, finder);
      let next = await reading.next();
      for (; !next.done; next = await reading.next()) {
        if (isStream) last.push(next.value);
        else sent.push(next.value);
        yield next.value;
      }
      yield* isStream ? [last.bytes()] : sent;
      yield* readOn(input, next.value);
    },
    true,
  );
}

/** Ends a stream at a place with an error event, in core's own bytes. */
export function errorEvent(fault: FaultOf<"error_event">, context: FaultContext): BodyTransform {
  return atPlace(
    fault.at,
    context,
    async function* (input, finder) {
      const follower = context.words.createFailureWriter?.();
      for await (const block of readUntil(input, finder)) {
        follower?.push(block);
        yield block;
      }
      const failure = writeFailure(toServiceError(fault, context), context);
      yield utf8.encode(follower?.follow(failure) ?? failure);
    },
    true,
  );
}

/** An error event as the first of a stream. */
function writeFailure(
  error: ServiceError,
  { format, requestId, clock, body }: FaultContext,
): string {
  const create = (prefix: string, length: number) =>
    prefix.startsWith("req") ? requestId : prefix.padEnd(prefix.length + length, "0");
  const spoken = toAnyFormat(format);
  const options = { ids: { create }, clock, ...(body && { request: body }) };
  return createStreamTranslator(spoken, spoken, options).fail(error);
}

/** Ends a stream before its last event. */
export function noTerminal({ words }: FaultContext): BodyTransform {
  return async function* (input) {
    yield* readUntil(input, beforeTerminal(words));
  };
}

/** Lets a body come in small pieces with time between them. */
export function trickle(
  { bytes, milliseconds }: FaultOf<"trickle">,
  { clock }: FaultContext,
): BodyTransform {
  const size = checkSize("bytes", bytes);
  return async function* (input) {
    let begun = false;
    for await (const block of readOn(input)) {
      for (let from = 0; from < block.length; from += size) {
        if (begun && milliseconds > 0) await pause(milliseconds, clock, input.signal);
        begun = true;
        yield block.subarray(from, from + size);
      }
    }
  };
}
