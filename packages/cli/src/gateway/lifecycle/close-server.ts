import type { Server } from "node:http";

/** Milliseconds that last bytes have to leave. */
const connectionTimeout = 500;

/** Accepts no more connections, and resolves when all are closed: within half a second they are cut. */
export async function closeServer(
  server: Pick<Server, "close" | "closeAllConnections">,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const timer = setTimeout(() => server.closeAllConnections(), connectionTimeout);
  await closed;
  clearTimeout(timer);
}
