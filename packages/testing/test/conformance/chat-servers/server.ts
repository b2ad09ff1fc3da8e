import { createMemoryKeys, createService, type Model } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { createEcho } from "@diglot/embedded-models";

/** A JSON object. */
export type Json = Record<string, unknown>;

/** A message, a delta, or a message of a request, as far as it is spoiled here. */
export interface Message {
  role?: string;
  content?: unknown;
  reasoning_content?: unknown;
  tool_calls?: Call[];
}

/** A call, or a fragment of one. */
export interface Call {
  id?: string;
  index: number;
  function: { name?: string; arguments: unknown };
}

/** A choice of an answer or of a chunk. */
export interface Choice {
  index?: number;
  finish_reason?: string | null;
  message: Message;
  delta: Message;
}

/** A body of a request. */
export interface Body extends Json {
  messages?: Message[];
}

/** A request, read. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly text: string | undefined;
}

/** An answer, read. */
export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A server as a function. */
export type Server = (asked: Asked) => Promise<Sent>;

/** The key of all servers here. */
export const key = "sk-of-the-checks-0123456789";

/** Diglot in its strict profile, over models that repeat the caller, unless others are given. */
export function createDiglot(
  models: readonly Model[] = [createEcho(), createEcho({ id: "house/echo" })],
): Server {
  const service = createService({
    models,
    keys: createMemoryKeys([{ key }]),
    validation: strict,
  });
  return async ({ method, path, headers, text }) => {
    const response = await service.request(path, { method, headers, body: text ?? null });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** A server as the `fetch` of a target. */
export function toFetch(server: Server): typeof fetch {
  return async (input, init = {}) => {
    const { status, headers, text } = await server({
      method: init.method ?? "GET",
      path: String(input).replace("http://server.test", ""),
      headers: new Headers(init.headers),
      text: init.body === undefined || init.body === null ? undefined : String(init.body),
    });
    const hasBody = status !== 204 && init.method !== "HEAD";
    return new Response(hasBody ? text : null, { status, headers });
  };
}
