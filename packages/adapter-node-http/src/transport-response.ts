import type { IncomingMessage } from "node:http";
import type { ByteSource, TransportResponse } from "@diglot/core";

/** The head of an upstream's answer, and its body, of which nothing has been read. */
export function toTransportResponse(incoming: IncomingMessage): TransportResponse {
  return {
    status: incoming.statusCode ?? 0,
    headers: {
      get(name) {
        const value = incoming.headers[name.toLowerCase()];
        return (Array.isArray(value) ? value.join(", ") : value) ?? null;
      },
      keys: () => Object.keys(incoming.headers),
    },
    body: toSource(incoming),
  };
}

/** The usual bytes of a block, of which a reader that stalls holds one; a last one may have twice as many. */
export const blockSize = 16 * 1024;

/** A body that is read when somebody asks; what has come since the last time is one block. */
function toSource(incoming: IncomingMessage): ByteSource {
  let over = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;

  function notify(): void {
    wake?.();
    wake = undefined;
  }

  incoming.on("readable", notify);
  incoming.once("end", () => {
    over = true;
    notify();
  });
  incoming.once("error", (error: Error) => {
    failure = error;
    notify();
  });
  incoming.once("close", () => {
    over = true;
    notify();
  });

  return {
    async read() {
      for (;;) {
        const block = readBlock(incoming);
        if (block) return block;
        if (failure) throw failure;
        if (over) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async cancel() {
      over = true;
      incoming.destroy();
      notify();
    },
  };
}

/**
 * Node fills its buffer again as soon as less than a block is left in it. So a small rest is taken
 * along: alone, it would keep the 64 KiB in which it came.
 */
function readBlock(incoming: IncomingMessage): Buffer | null {
  return incoming.readableLength > 2 * blockSize ? incoming.read(blockSize) : incoming.read();
}
