import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Opens a server to this machine only. @returns its port */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1", 10_000);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
