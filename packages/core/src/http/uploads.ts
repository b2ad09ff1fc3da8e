import { overloaded } from "../errors/overloaded.js";
import { ServiceError } from "../errors/service-error.js";
import { tooLarge } from "../errors/too-large.js";
import type { Clock } from "../runtime/clock.js";
import { createSignalRace } from "../runtime/race-signal.js";
import type { Turns } from "../runtime/turns.js";
import { createByteCollector } from "./byte-collector.js";
import type { Exchange } from "./exchange.js";
import type { SizeLimits } from "./size-limits.js";

/** The request bodies that a service is reading. */
export interface Uploads {
  /**
   * Reads a body whole.
   * @throws ServiceError `too_large` for a body over its limit, `overloaded` if all bodies together
   * are over theirs, `bad_request` for a body that takes too long; the caller's reason for leaving
   */
  read(exchange: Exchange, chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array>;
}

/** The limits of uploads, and what measures them. */
export interface UploadSettings {
  readonly sizeLimits: Pick<SizeLimits, "bodyBytes" | "uploadBytes">;
  /** Milliseconds for one body. */
  readonly uploadTimeout: number;
  readonly clock: Clock;
  readonly turns: Turns;
}

/**
 * The uploads of one service. A declared length that does not fit is refused before it is read; a
 * body that is alone always fits.
 */
export function createUploads({
  sizeLimits: { bodyBytes, uploadBytes },
  uploadTimeout,
  clock,
  turns,
}: UploadSettings): Uploads {
  /** Bytes that have arrived, of all bodies that are incomplete. */
  let arrived = 0;

  function check(ofBody: number, ofAll: number): void {
    if (ofBody > bodyBytes) throw tooLarge(bodyBytes);
    if (ofAll > Math.max(uploadBytes, bodyBytes)) throw overloaded();
  }

  return {
    async read({ headers, signal }, chunks) {
      const declared = Number(headers.get("content-length"));
      check(declared, arrived + declared);
      const body = createByteCollector();
      try {
        for await (const block of withDeadline(chunks, uploadTimeout, clock)) {
          check(body.length() + block.length, arrived + block.length);
          body.add(block);
          arrived += block.length;
          const pause = turns.pass();
          if (pause) await pause;
        }
      } finally {
        arrived -= body.length();
      }
      if (signal.aborted) throw signal.reason;
      return body.join();
    },
  };
}

/** The blocks of a body, all of which must arrive in time. A block that does not come is left behind. */
async function* withDeadline(
  chunks: AsyncIterable<Uint8Array>,
  milliseconds: number,
  clock: Clock,
): AsyncGenerator<Uint8Array> {
  const deadline = new AbortController();
  const disarm = clock.after(milliseconds, () => deadline.abort(tooSlow()));
  const race = createSignalRace(deadline.signal, () => undefined);
  const blocks = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await race.wait(() => blocks.next());
      if (done) return;
      yield value;
    }
  } finally {
    race.leave();
    disarm();
    void blocks.return?.().catch(() => undefined);
  }
}

function tooSlow(): ServiceError {
  return new ServiceError({
    kind: "bad_request",
    message: "The request body took too long to arrive.",
  });
}
