import type { RequestListener } from "node:http";
import { callUpstream } from "./call-upstream.ts";

/** Passes requests and answers on as they are. */
export function passThrough(port: number): RequestListener {
  return (incoming, outgoing) => {
    const call = callUpstream(port, incoming.url, incoming.headers, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.destroy());
    outgoing.on("close", () => call.destroy());
    incoming.pipe(call);
  };
}
