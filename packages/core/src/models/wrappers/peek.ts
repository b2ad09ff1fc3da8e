import { toAttemptEnd } from "../../conversation/attempt-end.js";
import { badReply } from "../../errors/bad-reply.js";
import { type ByteSource, isByteSource } from "../../http/exchange.js";
import { raceSignal } from "../../runtime/race-signal.js";
import { type Source, withFirst } from "../../runtime/source.js";
import type { RelayReply, Reply } from "../model.js";
import { cancelReply } from "../reply/cancel.js";
import { hasContent, hasContentOfChoice } from "../reply/content.js";

/** Waits for some part of a reply; the reply that it returns replays whatever was read meanwhile. */
export type Peek = (reply: Reply, signal: AbortSignal) => Promise<Reply>;

/**
 * Waits for the first event of a reply. Rejects with the failure if the reply fails before, or with
 * the signal's reason as soon as the signal aborts; then the reply is cancelled.
 */
export const untilFirstEvent: Peek = (reply, signal) =>
  look(reply, signal, async () => {
    if (reply.kind === "events") {
      return { ...reply, events: await readAhead(reply.events, () => true) };
    }
    if (reply.kind === "choices") {
      return { ...reply, events: await readAhead(reply.events, () => true) };
    }
    const { body } = reply;
    return isByteSource(body) ? replaceBody(reply, await readAhead(body, () => true)) : reply;
  });

/**
 * Waits until the content of a reply has begun, or until it has ended without any; rejects as
 * `untilFirstEvent` does.
 */
export const untilContent: Peek = (reply, signal) =>
  look(reply, signal, async () => {
    if (reply.kind === "events") {
      return { ...reply, events: await readAhead(reply.events, hasContent) };
    }
    if (reply.kind === "choices") {
      return { ...reply, events: await readAhead(reply.events, hasContentOfChoice) };
    }
    await reply.untilContent();
    return reply;
  });

async function look(reply: Reply, signal: AbortSignal, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await raceSignal(signal, work, () => {
      void cancelReply(reply, toAttemptEnd(signal.reason));
    });
  } catch (error) {
    // Only the first cancel counts, and a reply that has failed by itself has ended already.
    void cancelReply(reply, "upstream_error");
    throw error;
  }
}

/** The most batches that are held back; a reply without content for longer is invalid. */
const mostHeld = 1_000;

async function readAhead<T>(source: Source<T>, enough: (batch: T) => boolean): Promise<Source<T>> {
  const held: T[] = [];
  while (held.length < mostHeld) {
    const batch = await source.read();
    if (batch === undefined) throw badReply("The reply ended before it had begun.");
    held.push(batch);
    if (enough(batch)) return withFirst(held, source);
  }
  throw badReply(`The reply had no content in ${mostHeld} batches.`);
}

function replaceBody(reply: RelayReply, body: ByteSource): RelayReply {
  return { ...reply, body, untilContent: () => reply.untilContent() };
}
