import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { chatCompletionsFormat, type Model, type UpstreamOptions } from "@diglot/core";
import { chatClient } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { listen } from "@diglot/test-support/servers";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { onTestFinished } from "vitest";
import {
  imageEditsFormat,
  imagesFormat,
  speechFormat,
  transcriptionsFormat,
} from "../src/index.js";

/** What a loopback upstream was sent. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: Buffer;
}

/** A service of another vendor on a port of this machine, until the end of the test. */
export async function startUpstream(answer: (response: ServerResponse, body: Buffer) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    received.push({ path: request.url ?? "", headers: request.headers, bytes });
    answer(response, bytes);
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}/v1`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const options: UpstreamOptions = {
    id: "public",
    model: "real",
    apiKey: "sk-upstream-1",
    baseUrl,
  };
  return { received, options };
}

/** An upstream that always answers with this. */
export function startFixed(type: string, body: string | Uint8Array, status = 200) {
  return startUpstream((response) =>
    response.writeHead(status, { "content-type": type }).end(body),
  );
}

/** A service of the endpoints with files over one model, and how callers ask it. */
export function mediaWorld(model: Model, options: ServedOptions = {}) {
  const formats = [
    ...[transcriptionsFormat, speechFormat, imagesFormat, imageEditsFormat],
    chatCompletionsFormat,
  ] as const;
  const served = serviceOf(model, { formats, ...options });
  const { service } = served;
  const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    service.request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, ...headers },
      body,
    });
  return { ...served, send, openai: chatClient({ fetch: service.fetch }) };
}
