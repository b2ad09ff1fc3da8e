import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";

const agent = new Agent({ keepAlive: true });

/** Begins a request to the upstream; its body is still to be written. */
export function callUpstream(
  port: number,
  path: string | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  onAnswer: (answer: IncomingMessage) => void,
): ClientRequest {
  const options = { host: "127.0.0.1", port, method: "POST", path: path ?? "/", headers, agent };
  return request(options, onAnswer);
}
