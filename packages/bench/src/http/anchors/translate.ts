import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type Format, paths } from "../../shared/formats.ts";
import { callUpstream } from "./call-upstream.ts";
import { type Json, toUpstream } from "./translate-body.ts";

/** Translates requests to an upstream of this format, and its answers back: text, and no more. */
export function translate(format: Format, port: number): RequestListener {
  const { request, reply, frames } = toUpstream[format];
  return (incoming, outgoing) => {
    readAll(incoming, (text) => {
      const body = Buffer.from(JSON.stringify(request(JSON.parse(text))));
      const headers = { "content-type": "application/json", "content-length": String(body.length) };
      const call = callUpstream(port, paths[format], headers, (answer) => {
        if (answer.headers["content-type"] === "text/event-stream") {
          translateStream(answer, outgoing, frames());
        } else readAll(answer, (whole) => answerJson(outgoing, reply(JSON.parse(whole))));
      });
      call.on("error", () => outgoing.destroy());
      outgoing.on("close", () => call.destroy());
      call.end(body);
    });
  };
}

function readAll(message: IncomingMessage, onText: (text: string) => void): void {
  const blocks: Buffer[] = [];
  message.on("data", (block: Buffer) => blocks.push(block));
  message.on("end", () => onText(Buffer.concat(blocks).toString()));
}

function answerJson(outgoing: ServerResponse, value: Json): void {
  const body = Buffer.from(JSON.stringify(value));
  outgoing.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  outgoing.end(body);
}

/** Writes once for each block of the upstream. */
function translateStream(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  toFrames: (event: Json) => string,
): void {
  let rest = "";
  answer.setEncoding("utf8");
  outgoing.writeHead(200, { "content-type": "text/event-stream" });
  answer.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const data = lines.filter((line) => line.startsWith("data: {"));
    const written = data.map((line) => toFrames(JSON.parse(line.slice(6)))).join("");
    if (written !== "") outgoing.write(written);
  });
  answer.on("end", () => outgoing.end());
}
