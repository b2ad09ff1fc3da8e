import type { ErrorKind } from "@diglot/core";
import {
  chatClient,
  chatClients,
  messagesClient,
  messagesClients,
} from "@diglot/test-support/clients";
import type { FormatName } from "@diglot/test-support/requests";
import { expect } from "vitest";
import { origin } from "./entrance.js";
import { formOf } from "./outcomes.js";

type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Who asks: an official client with its retries, for an answer in one manner. */
export interface Asking {
  readonly caller: FormatName;
  readonly stream: boolean;
  readonly client: string;
  readonly fetch: Fetch;
  /** @default 0 */
  readonly maxRetries?: number;
  readonly apiKey?: string;
  /** Members of the question. */
  readonly change?: object;
}

/** The names of the official clients of a format, in both versions that are in use. */
export function clientsOf(caller: FormatName): readonly string[] {
  return Object.keys(caller === "messages" ? messagesClients : chatClients);
}

const question = {
  model: "fronted",
  max_tokens: 1_000,
  messages: [{ role: "user" as const, content: "hi" }],
};

/** Asks with the client and reads the whole answer. */
async function ask({ caller, stream, client, change, ...rest }: Asking): Promise<void> {
  const settings = { baseURL: origin, maxRetries: 0, ...rest };
  const body = { ...question, ...change };
  if (caller === "messages") {
    const Client = messagesClients[client as keyof typeof messagesClients];
    const { messages } = messagesClient(settings, Client);
    if (!stream) return void (await messages.create(body));
    for await (const _event of await messages.create({ ...body, stream }));
  } else {
    const Client = chatClients[client as keyof typeof chatClients];
    const { completions } = chatClient(settings, Client).chat;
    if (!stream) return void (await completions.create(body));
    for await (const _chunk of await completions.create({ ...body, stream }));
  }
}

/** What the tests read of an error of either client. */
export interface Raised {
  readonly name: string;
  readonly status: number | undefined;
  readonly type: unknown;
  readonly code: unknown;
  readonly requestId: unknown;
  readonly message: string;
}

/** The error that the client raises. */
export async function raisedBy(asking: Asking): Promise<Raised> {
  const error = await ask(asking).then(
    () => {
      throw new Error("The client raised nothing.");
    },
    (raised: unknown) => raised as Record<string, unknown> & Error,
  );
  // The older Messages client leaves the type in the body.
  const body = error.error as { readonly error?: { readonly type?: unknown } } | undefined;
  return {
    name: error.constructor.name,
    status: error.status as number | undefined,
    type: asking.caller === "messages" ? body?.error?.type : error.type,
    code: error.code,
    requestId: error.requestID,
    message: error.message,
  };
}

/** The classes that all clients have. */
const commonClasses: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  404: "NotFoundError",
  409: "ConflictError",
  422: "UnprocessableEntityError",
  429: "RateLimitError",
};

/** The classes that only the newer Messages client has. */
const newerClasses: Readonly<Record<number, string>> = {
  402: "PaymentRequiredError",
  408: "RequestTimeoutError",
  413: "ContentTooLargeError",
  503: "ServiceUnavailableError",
  504: "GatewayTimeoutError",
  529: "OverloadedError",
};

/** The class in which a client raises a status. */
export function classOf(client: string, status: number): string {
  const newer = client === "@anthropic-ai/sdk 1" ? newerClasses[status] : undefined;
  return newer ?? commonClasses[status] ?? (status >= 500 ? "InternalServerError" : "APIError");
}

/** Holds an error that came before the head against its kind. */
export function expectKind(raised: Raised, { caller, client }: Asking, kind: ErrorKind): void {
  const [status, type, code] = formOf(kind, caller);
  expect(raised, raised.message).toMatchObject({
    name: classOf(client, status),
    ...{ status, type },
    ...(caller === "chat-completions" && { code }),
    requestId: expect.stringMatching(/^req_/),
  });
}

/** Holds an error that came as the last frame of a stream against its kind. */
export function expectKindInBand(raised: Raised, { caller }: Asking, kind: ErrorKind): void {
  const [, type, code] = formOf(kind, caller);
  expect(raised, raised.message).toMatchObject({
    name: "APIError",
    ...{ status: undefined, type },
    ...(caller === "chat-completions" && { code }),
  });
}

/** Kinds after which asking again is in vain: `x-should-retry` forbids it. */
const final: ReadonlySet<ErrorKind> = new Set([
  ...(["bad_request", "invalid_json", "unauthenticated", "no_permission"] as const),
  ...(["unknown_model", "unknown_path", "method_not_allowed", "idempotency_mismatch"] as const),
  ...(["idempotency_lost", "too_large", "unsupported_media", "budget_exhausted"] as const),
]);

/** How often a client that may retry twice asks in all. */
export function timesAsked(kind: ErrorKind): number {
  return final.has(kind) ? 1 : 3;
}

/** A `fetch` whose clients wait a moment only, however long they are told to. */
export function hurried(fetch: Fetch): Fetch {
  return async (input, init) => {
    const { body, status, headers } = await fetch(input, init);
    const hasty = new Headers(headers);
    hasty.set("retry-after-ms", "1");
    return new Response(body, { status, headers: hasty });
  };
}
