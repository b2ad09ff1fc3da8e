import type { Answer, ByteSource, Exchange } from "@diglot/core";

/** What an adapter has to do with: a service that answers as the test says. */
export interface FakeService {
  readonly exchanges: Exchange[];
  readonly handle: (exchange: Exchange) => Promise<Answer>;
  readonly matches: (target: string) => boolean;
}

/** A service that answers as the test says and remembers its exchanges. */
export function fakeService(
  respond: (exchange: Exchange) => Promise<Answer> | Answer,
  basePath = "",
): FakeService {
  const exchanges: Exchange[] = [];
  const endpoint = new RegExp(
    `^(https?://[^/]*)?${basePath}/v1/(messages|chat/completions)/?(\\?.*)?$`,
  );
  return {
    exchanges,
    handle: async (exchange) => {
      exchanges.push(exchange);
      return respond(exchange);
    },
    matches: (target) => endpoint.test(target),
  };
}

/** An answer with a JSON body. */
export function jsonAnswer(value: unknown, status = 200): Answer {
  return {
    status,
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(JSON.stringify(value)),
  };
}

/** An event stream of a source. */
export function streamAnswer(body: ByteSource, cacheControl = "no-cache, no-transform"): Answer {
  return {
    status: 200,
    headers: [
      ["content-type", "text/event-stream"],
      ["cache-control", cacheControl],
    ],
    body,
  };
}

/** The whole body of an exchange as text; of one that is no source, its kind. */
export async function readAll({ body }: Exchange): Promise<string> {
  if (body.kind !== "source") return body.kind;
  const blocks: Uint8Array[] = [];
  for (let block = await body.source.read(); block; block = await body.source.read()) {
    blocks.push(block);
  }
  return Buffer.concat(blocks).toString();
}

/** Reads one block of an exchange's body, if it is a source, and leaves the rest. */
export async function readOne({ body }: Exchange): Promise<void> {
  if (body.kind !== "source") return;
  await body.source.read();
  await body.source.cancel();
}
