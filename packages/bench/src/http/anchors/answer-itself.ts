import type { RequestListener } from "node:http";
import { type Format, wholeReply } from "../../shared/formats.ts";

/** Parses each request and answers with one reply. */
export function answerItself(format: Format): RequestListener {
  const reply = JSON.parse(wholeReply(format));
  return (incoming, outgoing) => {
    const blocks: Buffer[] = [];
    incoming.on("data", (block: Buffer) => blocks.push(block));
    incoming.on("end", () => {
      const { model } = JSON.parse(Buffer.concat(blocks).toString());
      const body = Buffer.from(JSON.stringify({ ...reply, model }));
      outgoing.writeHead(200, {
        "content-type": "application/json",
        "content-length": body.length,
      });
      outgoing.end(body);
    });
  };
}
