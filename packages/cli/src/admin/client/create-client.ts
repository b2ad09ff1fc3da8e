import { parseJson } from "../../json/parse-json.js";
import { Failure } from "../../terminal/failure.js";
import type { AdminClient, AdminRequest, Send } from "./admin-client.js";
import { explainRefusal } from "./explain-refusal.js";

/** Options of `createClient`. */
export interface ClientOptions {
  /** What is asked, such as an address, for errors. */
  readonly name: string;
  readonly send: Send;
  readonly close: () => Promise<void> | void;
}

/** A client over whatever takes requests to the admin endpoints. */
export function createClient({ name, send, close }: ClientOptions): AdminClient {
  const read = async (request: AdminRequest) => {
    const response = await send(toTarget(request), toInit(request));
    const text = await response.text();
    if (!response.ok) throw explainRefusal(name, response.status, parseJson(text));
    return { headers: response.headers, text };
  };
  return {
    knowsPolicy: true,
    async ask<Body extends { readonly object: string }>(request: AdminRequest) {
      const body = parseJson((await read(request)).text);
      if (!isAnswer<Body>(body)) throw notAGateway(name);
      return body;
    },
    async askRows(request) {
      const { headers, text } = await read(request);
      const next = headers.get("x-next-cursor");
      if (next === null) throw notAGateway(name);
      return { text, next };
    },
    close: async () => close(),
  };
}

function notAGateway(name: string): Failure {
  return new Failure(`${name} does not answer as a Diglot gateway does.`, {
    hint: "Is the address that of the gateway, with its base path?",
  });
}

function toTarget({ path, query = {} }: AdminRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, value);
  }
  return `/admin${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

function toInit({ method, body }: AdminRequest): RequestInit {
  if (body === undefined) return { method };
  const headers = { "content-type": "application/json" };
  return { method, headers, body: JSON.stringify(body) };
}

/** Every answer of the admin endpoints says what it is. */
function isAnswer<Body extends { readonly object: string }>(body: unknown): body is Body {
  return typeof (body as { readonly object?: unknown } | null | undefined)?.object === "string";
}
