import { once } from "node:events";
import type { Server } from "node:http";

/** The service is for this machine alone. */
const host = "127.0.0.1";

/**
 * Listens on a port of this machine, or on the next one that is free; 0 takes any. Resolves with
 * the base URL. Rejects if no port can be had.
 */
export async function listen(server: Server, port: number): Promise<string> {
  for (let candidate = port; ; candidate++) {
    try {
      server.listen(candidate, host);
      await once(server, "listening");
      return toUrl(server);
    } catch (error) {
      if (!isBusy(error) || candidate >= 65_535) throw error;
    }
  }
}

function toUrl(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new TypeError("The server has no port.");
  return `http://${host}:${address.port}`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
