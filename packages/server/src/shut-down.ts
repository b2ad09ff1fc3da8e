import type { Server } from "node:http";
import type { Service } from "@diglot/core";

/** Milliseconds that running answers have to end. */
const answerTimeout = 5_000;
/** Milliseconds that last bytes have to leave. */
const connectionTimeout = 500;

/**
 * Lets running answers end, cuts those that take too long, then closes all connections and the store.
 * Resolves within 6 seconds, when usage is settled, the ledger is closed and the port is free.
 */
export async function shutDown(
  service: Pick<Service, "close">,
  server: Pick<Server, "close" | "closeAllConnections">,
  store: { close(): void },
): Promise<void> {
  await service.close({ timeout: answerTimeout });
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const timer = setTimeout(() => server.closeAllConnections(), connectionTimeout);
  await closed;
  clearTimeout(timer);
  store.close();
}
