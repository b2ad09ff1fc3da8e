import { createServer, type RequestListener } from "node:http";
import { listen } from "@diglot/test-support/servers";

/** A server on a port of this machine, and its address. */
export async function serverOf(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}`;
}
