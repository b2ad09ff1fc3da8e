import { once } from "node:events";
import type { Server } from "node:http";
import { toUrlHost } from "../../config/reachable.js";
import type { GatewayConfig } from "../../config/types.js";
import { Failure } from "../../terminal/failure.js";

/** Where a gateway listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The address that a config says. */
export function toAddress({ host = "127.0.0.1", port = 8787 }: GatewayConfig): Address {
  return { host, port: Number(port) };
}

/**
 * Listens on a port, 0 for any that is free, and returns the address, such as `http://127.0.0.1:8787`.
 * @throws Failure if the port or the host cannot be had
 */
export async function listen(server: Server, { host, port }: Address): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw toListenFailure(error, { host, port });
  }
  const address = server.address();
  if (typeof address !== "object" || !address) throw new TypeError("The server has no port.");
  return `http://${toLocalHost(host)}:${address.port}`;
}

/** A host as a client on this machine writes it. */
function toLocalHost(host: string): string {
  return host === "0.0.0.0" || host === "::" ? "127.0.0.1" : toUrlHost(host);
}

/** What keeps a server from listening, with what to do; anything else as it is. */
export function toListenFailure(cause: unknown, { host, port }: Address): unknown {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const place = `Port ${port} of ${host}`;
  switch (code) {
    case "EADDRINUSE":
      return new Failure(`${place} is in use.`, {
        cause,
        hint: "Stop what listens there, or choose another port; 0 takes any that is free (--port 0).",
      });
    case "EACCES":
      return new Failure(`${place} may not be used by this user.`, {
        cause,
        hint: "Ports below 1024 often need more rights: choose a higher one with --port.",
      });
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new Failure(`${host} is not an address of this machine.`, {
        cause,
        hint: "Set the host to 127.0.0.1, 0.0.0.0 or an address of a network card.",
      });
    default:
      return cause;
  }
}
