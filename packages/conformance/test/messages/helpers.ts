import type {
  ConversationEvent,
  ErrorKind,
  FinalUsage,
  InProcessRequest,
  Model,
  ModelRequest,
  Service,
} from "@diglot/core";
import { ServiceError } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { key } from "@diglot/test-support/key";
import { modelOf, type Script } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { expect } from "vitest";

/** The two versions of the wire format that are in use. */
export const versions = ["2023-06-01", "2026-10-21"] as const;

/** A minimal request. */
export const minimal = {
  model: "scripted",
  max_tokens: 500,
  messages: [{ role: "user", content: "hi" }],
};

/** Messages from pairs of role and content. */
export function talk(...turns: readonly (readonly [role: string, content: unknown])[]) {
  return { messages: turns.map(([role, content]) => ({ role, content })) };
}

/** The headers of an ordinary request; a header that is `undefined` is left out. */
export function headersOf(change: Readonly<Record<string, string | undefined>> = {}): Headers {
  const headers = new Headers();
  const all = {
    "content-type": "application/json",
    "x-api-key": key,
    "anthropic-version": "2023-06-01",
    ...change,
  };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** What a request of a test may change. */
export interface PostOptions {
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly path?: string | undefined;
}

/** Posts a body: text as it is, anything else as JSON. */
export function post(
  service: Service,
  body: unknown,
  { headers, path = "/v1/messages" }: PostOptions = {},
): Promise<Response> {
  return service.request(path, {
    method: "POST",
    headers: headersOf(headers),
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** A block of a message, as loosely as a client may know it. */
export interface WireBlock {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly input?: unknown;
  readonly thinking?: string;
  readonly signature?: string;
  readonly citations?: unknown;
}

/** A message as it comes over the wire. */
export interface WireMessage {
  readonly id: string;
  readonly type: string;
  readonly role: string;
  readonly model: string;
  readonly content: readonly WireBlock[];
  readonly stop_reason: string | null;
  readonly stop_sequence: string | null;
  readonly stop_details: { readonly type: string } | null;
  readonly usage: Readonly<Record<string, unknown>>;
}

/** Options of `ask`: of the service, and of the request. */
export type AskOptions = ServedOptions & PostOptions;

function askRaw(script: Script, change: object, { headers, path, ...rest }: AskOptions) {
  const { service } = serviceOf(script, rest);
  return post(service, { ...minimal, ...change }, { headers, path });
}

/** The answer to a minimal request with changes; it must be 200. */
export async function ask(
  script: Script,
  change: object = {},
  options: AskOptions = {},
): Promise<WireMessage> {
  const response = await askRaw(script, change, options);
  const body = await response.json();
  expect(body, JSON.stringify(body)).toMatchObject({ type: "message" });
  expect(response.status).toBe(200);
  return body;
}

/** The message of a 400 to a minimal request with changes, as JSON even if a stream was asked for. */
export async function refuse(change: object, options: AskOptions = {}): Promise<string> {
  return (await expectError(await askRaw(["x"], change, options), 400, "invalid_request_error"))
    .error.message;
}

/** The envelope of every error. */
export interface WireError {
  readonly type: string;
  readonly error: { readonly type: string; readonly message: string; readonly details?: unknown };
  readonly request_id: string;
}

/** Holds an answer against the shape of an error, and returns its body. */
export async function expectError(
  response: Response,
  status: number,
  type: string,
): Promise<WireError> {
  const body: WireError = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({
    type: "error",
    error: expect.objectContaining({ type, message: expect.stringMatching(/./) }),
    request_id: response.headers.get("request-id"),
  });
  expect(body.request_id).toMatch(/^req_/);
  return body;
}

/** One server-sent event: its name, its data, and the data's `type`. */
export interface WireFrame {
  readonly event: string | undefined;
  readonly data: {
    readonly type: string;
    readonly index?: number;
    readonly message?: WireMessage;
    readonly content_block?: WireBlock;
    readonly delta?: Readonly<Record<string, unknown>>;
    readonly usage?: Readonly<Record<string, unknown>>;
    readonly error?: WireError["error"];
  };
}

/** The frames of a stream, strictly read: one `event` and one `data` line, then a blank one. */
export function readFrames(text: string): readonly WireFrame[] {
  expect(text).toMatch(/^(?:event: .*\ndata: .*\n\n)+$/);
  return framesOf(text).map(({ event, data }) => ({ event, data: JSON.parse(data) }));
}

/** The frames of the streamed answer to a minimal request with changes, without the pings. */
export async function askStream(
  script: Script,
  change: object = {},
  options: AskOptions = {},
): Promise<readonly WireFrame[]> {
  const response = await askRaw(script, { stream: true, ...change }, options);
  expect(response.status).toBe(200);
  return readFrames(await response.text()).filter(({ event }) => event !== "ping");
}

/** The deltas of one block of a stream. */
export function deltasOf(frames: readonly WireFrame[], index: number) {
  return frames.flatMap(({ data }) =>
    data.type === "content_block_delta" && data.index === index && data.delta ? [data.delta] : [],
  );
}

/** A model that fails before its first event. */
export function failing(kind: ErrorKind, message = "No.") {
  return async function* (_request: InProcessRequest) {
    yield* [];
    throw new ServiceError({ kind, message });
  };
}

const usage: FinalUsage = {
  input: 9,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 4,
  reasoning: 0,
  sources: {
    input: "reported",
    cacheRead: "none",
    cacheWrite: "none",
    cacheWriteLong: "none",
    output: "reported",
    reasoning: "none",
  },
};

/** A model that replies with events between `start` and `end`, such as only this format has. */
export function replaying(
  events: readonly ConversationEvent[],
  capabilities: Partial<Model["capabilities"]> = {},
): Model {
  const all: ConversationEvent[] = [
    { type: "start", model: "scripted", usage },
    ...events,
    { type: "stop", reason: "end" },
    { type: "end", usage },
  ];
  return {
    ...modelOf([], { capabilities }),
    async respond(request: ModelRequest) {
      const attempt = await request.attempt({ model: replaying([]) });
      let left = all;
      return {
        kind: "events",
        events: {
          async read() {
            const batch = left;
            left = [];
            if (batch.length === 0) return undefined;
            await attempt.close("completed", usage);
            return batch;
          },
          cancel: async () => undefined,
        },
      };
    },
  };
}
