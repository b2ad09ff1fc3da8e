import { overloaded } from "../errors/overloaded.js";
import { ServiceError } from "../errors/service-error.js";
import { tooLarge } from "../errors/too-large.js";
import type { Clock } from "../runtime/clock.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import type { Turns } from "../runtime/turns.js";
import { ByteCollector } from "./byte-collector.js";
import type { ByteSource, Exchange } from "./exchange.js";
import type { SizeLimits } from "./size-limits.js";

/** The request bodies that a service is reading. */
export interface Uploads {
  /**
   * Reads a body whole.
   * @throws ServiceError `too_large` for a body over its limit, `overloaded` if all bodies together
   * are over theirs, `bad_request` for a body that takes too long; the caller's reason for leaving
   */
  read(exchange: Exchange, source: ByteSource): Promise<Uint8Array>;
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
    async read({ headers, signal }, source) {
      const declared = Number(headers.get("content-length"));
      check(declared, arrived + declared);
      const body = new ByteCollector();
      const reader = readInTime(source, uploadTimeout, clock);
      try {
        for (;;) {
          const next = reader.read();
          const block = isPromise(next) ? await next : next;
          if (block === undefined) break;
          check(body.length + block.length, arrived + block.length);
          body.add(block);
          arrived += block.length;
          const pause = turns.pass();
          if (pause) await pause;
        }
      } finally {
        reader.leave();
        arrived -= body.length;
      }
      if (signal.aborted) throw signal.reason;
      return body.join();
    },
  };
}

/** A reader of a body, all of whose blocks must arrive in time. A block that does not come is left behind. */
function readInTime(source: ByteSource, milliseconds: number, clock: Clock) {
  let isLate = false;
  let refuse: ((error: ServiceError) => void) | undefined;
  const disarm = clock.after(milliseconds, () => {
    isLate = true;
    refuse?.(tooSlow());
  });
  return {
    read(): MaybePromise<Uint8Array | undefined> {
      if (isLate) throw tooSlow();
      const block: MaybePromise<Uint8Array | undefined> = source.read();
      if (!isPromise(block)) return block;
      return new Promise((resolve, reject) => {
        refuse = reject;
        block.then(resolve, reject);
      });
    },
    leave(): void {
      disarm();
      source.cancel().catch(() => undefined);
    },
  };
}

function tooSlow(): ServiceError {
  return new ServiceError({
    kind: "bad_request",
    message: "The request body took too long to arrive.",
  });
}
