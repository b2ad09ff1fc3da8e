import type { Gateway } from "../gateway/gateway.js";
import type { Log } from "../log/log.js";
import { exitCodes } from "../terminal/failure.js";
import { writeFailure } from "../terminal/write-failure.js";

/**
 * Lets running requests end on SIGTERM and SIGINT, then ends the process. A second signal finds no
 * listener and ends it at once.
 */
export function stopOnSignal(gateway: Gateway, log: Log): void {
  const stop = (signal: NodeJS.Signals) => {
    for (const other of ["SIGTERM", "SIGINT"]) process.removeListener(other, stop);
    log.info("stopping", { signal });
    gateway.close().then(
      () => process.exit(exitCodes.ok),
      (error: unknown) => process.exit(writeFailure(error)),
    );
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
}
