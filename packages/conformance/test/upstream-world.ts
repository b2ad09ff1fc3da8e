import { getEventListeners } from "node:events";
import {
  type AttemptRow,
  type Clock,
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type ErrorKind,
  type MemoryLedger,
  type Model,
  messagesUpstream,
  type Service,
  type ServiceOptions,
} from "@diglot/core";
import { afterEach, expect } from "vitest";
import { createScriptedUpstream, type ScriptedUpstream } from "../upstream/index.js";
import { key, until } from "./helpers.js";

/** The two wire formats. */
export const formatNames = ["messages", "chat-completions"] as const;
export type FormatName = (typeof formatNames)[number];

/** A caller, the upstream behind its endpoint, and whether it asks for a stream. */
export interface Way {
  readonly caller: FormatName;
  readonly upstream: FormatName;
  readonly stream: boolean;
}

const pairs = formatNames.flatMap((caller) =>
  formatNames.map((upstream) => ({ caller, upstream })),
);
/** The four ways of a JSON answer: two are relayed, two translated. */
export const jsonWays: readonly Way[] = pairs.map((pair) => ({ ...pair, stream: false }));
/** The four ways of a streamed answer. */
export const streamWays: readonly Way[] = pairs.map((pair) => ({ ...pair, stream: true }));
/** All eight. */
export const ways: readonly Way[] = [...jsonWays, ...streamWays];

/** Whether the bytes of the upstream reach the caller as they are. */
export function isRelayed({ caller, upstream }: Way): boolean {
  return caller === upstream;
}

const paths: Readonly<Record<FormatName, string>> = {
  messages: "/v1/messages",
  "chat-completions": "/v1/chat/completions",
};

/** The upstream's key, and a part of its path. No caller may ever see them. */
const canaries = ["sk-canary-of-the-operator", "canary-of-the-path"] as const;

type UpstreamOptions = Parameters<typeof messagesUpstream>[0];

/** What a test may change. */
export interface WorldOptions {
  readonly upstream?: Partial<UpstreamOptions> | undefined;
  readonly service?: Partial<ServiceOptions> | undefined;
}

/** A service in front of a scripted upstream, and all that can be observed of it. */
export interface World {
  readonly way: Way;
  readonly upstream: ScriptedUpstream;
  readonly service: Service;
  readonly ledger: MemoryLedger;
  /** How many timers of the service are armed. */
  timers(): number;
}

const opened: World[] = [];
afterEach(async () => {
  for (const { service, upstream } of opened.splice(0)) {
    await service.close({ timeout: 10 });
    await upstream.close();
  }
});

/** Opens a world that ends with the test. */
export async function openWorld(way: Way, options: WorldOptions = {}): Promise<World> {
  const upstream = await createScriptedUpstream();
  const ledger = createMemoryLedger();
  const { clock, armed } = createCountingClock();
  const service = createService({
    models: [createUpstreamModel(way, upstream.url, options.upstream)],
    keys: createMemoryKeys([{ key }]),
    ledger,
    clock,
    ...options.service,
  });
  const world = { way, upstream, service, ledger, timers: armed };
  opened.push(world);
  return world;
}

function createUpstreamModel(
  { upstream }: Pick<Way, "upstream">,
  url: string,
  options: Partial<UpstreamOptions> = {},
): Model {
  const create = upstream === "messages" ? messagesUpstream : chatCompletionsUpstream;
  const [apiKey, path] = canaries;
  return create({
    id: "fronted",
    baseUrl: `${url}/${path}/v1`,
    apiKey,
    model: "upstream-model",
    ...options,
  });
}

function createCountingClock(): { readonly clock: Clock; armed(): number } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    armed: () => timers.size,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after(milliseconds, callback) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          callback();
        }, milliseconds);
        timers.add(timer);
        return () => {
          timers.delete(timer);
          clearTimeout(timer);
        };
      },
    },
  };
}

/** An answer as the caller has read it. */
export interface Outcome {
  readonly way: Way;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The rows of the ledger, all of them closed. */
  readonly rows: readonly AttemptRow[];
}

/** The request that a caller of the way makes. */
export function requestOf({ caller, stream }: Way, change: object = {}): RequestInit {
  const body = {
    model: "fronted",
    max_tokens: 500,
    messages: [{ role: "user", content: "hi" }],
    ...(stream && { stream }),
    ...(stream && caller === "chat-completions" && { stream_options: { include_usage: true } }),
    ...change,
  };
  const credential =
    caller === "messages"
      ? { "x-api-key": key, "anthropic-version": "2023-06-01" }
      : { authorization: `Bearer ${key}` };
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...credential },
    body: JSON.stringify(body),
  };
}

/** Sends the caller's request; the answer has yet to be read. */
export function send(world: World, init: RequestInit = {}): Promise<Response> {
  return world.service.fetch(toRequest(world, { ...requestOf(world.way), ...init }));
}

function toRequest({ way }: World, init: RequestInit): Request {
  return new Request(new URL(paths[way.caller], "http://127.0.0.1"), init);
}

/**
 * Asks, reads the whole answer, and checks what every row of the matrix promises: no canary in the
 * answer, no key of the caller at the upstream, and no open row, exchange, timer, listener or
 * reservation left.
 */
export async function ask(world: World, change: object = {}): Promise<Outcome> {
  const request = toRequest(world, requestOf(world.way, change));
  const response = await world.service.fetch(request);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  expectNoCanary(response.headers, text);
  for (const asked of world.upstream.requests) {
    expect(JSON.stringify(asked.headers) + asked.text).not.toContain(key);
  }
  await expectNothingLeft(world);
  await until(() => getEventListeners(request.signal, "abort").length === 0);
  const { status, headers } = response;
  return { way: world.way, status, headers, bytes, text, rows: world.ledger.rows() };
}

function expectNoCanary(headers: Headers, text: string): void {
  const seen = JSON.stringify([...headers]) + text;
  for (const canary of canaries) expect(seen).not.toContain(canary);
}

/** Waits until nothing is left of what has been asked. */
export async function expectNothingLeft({ upstream, ledger, timers }: World): Promise<void> {
  await until(() => ledger.rows().every(({ state }) => state !== "open"));
  await until(() => upstream.census().answering === 0);
  await until(() => timers() === 0);
  expect(ledger.balance("default").reserved).toBe(0);
}

/** The one row of the ledger: its end and where its usage comes from. */
export function expectRow({ rows }: Pick<Outcome, "rows">, end: string, source: string): void {
  expect(rows).toHaveLength(1);
  const [row] = rows;
  const found = row?.state === "settled" ? [row.end, row.usage.source] : [row?.state];
  expect(found).toEqual([end, source]);
}

/** The tokens of the one row. */
export function tokensOf({ rows }: Pick<Outcome, "rows">): readonly (number | undefined)[] {
  const [row] = rows;
  return row?.state === "settled" ? [row.usage.input, row.usage.output] : [];
}

type Form = readonly [status: number, type: string, code?: string | null];

const forms: Readonly<Partial<Record<ErrorKind, Readonly<Record<FormatName, Form>>>>> = {
  bad_request: {
    messages: [400, "invalid_request_error"],
    "chat-completions": [400, "invalid_request_error", null],
  },
  too_large: {
    messages: [413, "request_too_large"],
    "chat-completions": [413, "invalid_request_error", "request_too_large"],
  },
  overloaded: {
    messages: [529, "overloaded_error"],
    "chat-completions": [503, "service_unavailable_error", "server_is_overloaded"],
  },
  upstream_unavailable: {
    messages: [502, "api_error"],
    "chat-completions": [502, "server_error", "upstream_unavailable"],
  },
  upstream_bad_response: {
    messages: [502, "api_error"],
    "chat-completions": [502, "server_error", "upstream_bad_response"],
  },
  upstream_timeout: {
    messages: [504, "timeout_error"],
    "chat-completions": [504, "server_error", "upstream_timeout"],
  },
};

function formOf(kind: ErrorKind, caller: FormatName): Form {
  const form = forms[kind]?.[caller];
  if (!form) throw new Error(`No form is known for ${kind}.`);
  return form;
}

/** Holds an error body against its kind, in the words of the caller's format. */
function expectErrorBody(body: unknown, kind: ErrorKind, caller: FormatName): void {
  const [, type, code] = formOf(kind, caller);
  const message = expect.any(String);
  if (caller === "messages") {
    expect(body).toEqual({
      type: "error",
      error: expect.objectContaining({ type, message }),
      request_id: expect.stringMatching(/^req_/),
    });
  } else {
    expect(body).toEqual({ error: { message, type, param: null, code } });
  }
}

/** A failure before the head: a real status and the body of the kind, in the caller's format. */
export function expectRefusal(outcome: Outcome, kind: ErrorKind): void {
  const { way, status, headers, text } = outcome;
  expect(status, text).toBe(formOf(kind, way.caller)[0]);
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get(way.caller === "messages" ? "request-id" : "x-request-id")).toMatch(/^req_/);
  expectErrorBody(JSON.parse(text), kind, way.caller);
}

/** The data of every frame, comments left out. */
export function framesOf({ text }: Pick<Outcome, "text">): readonly string[] {
  return text
    .split(/\r\n\r\n|\n\n|\r\r/)
    .map((frame) =>
      frame
        .split(/\r\n|\n|\r/)
        .flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []))
        .join("\n"),
    )
    .filter((data) => data !== "");
}

/** What the tests read of a frame of either format. */
export interface Frame {
  readonly type?: string;
  readonly error?: unknown;
  readonly delta?: {
    readonly text?: string;
    readonly partial_json?: string;
    readonly stop_reason?: string;
  };
  readonly usage?: unknown;
  readonly choices?: readonly {
    readonly finish_reason: string | null;
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly { readonly function?: { readonly arguments?: string } }[];
    };
  }[];
}

/** The frames of a stream, parsed; the mark of its end is left out. */
export function parsedFrames(outcome: Pick<Outcome, "text">): readonly Frame[] {
  return framesOf(outcome)
    .filter((data) => data !== "[DONE]")
    .map((data): Frame => JSON.parse(data));
}

/** Whether the stream claims to be whole. */
function hasTerminal(outcome: Outcome): boolean {
  return outcome.way.caller === "messages"
    ? parsedFrames(outcome).some(({ type }) => type === "message_stop")
    : framesOf(outcome).includes("[DONE]");
}

/** Why the reply ended, as the caller's format says it. */
export function stopOf(outcome: Outcome): string | undefined {
  const { way, text } = outcome;
  if (!way.stream) {
    const body = JSON.parse(text);
    return way.caller === "messages" ? body.stop_reason : body.choices[0].finish_reason;
  }
  const stops = parsedFrames(outcome).map(({ delta, choices }) =>
    way.caller === "messages" ? delta?.stop_reason : choices?.[0]?.finish_reason,
  );
  return stops.findLast((stop) => stop !== undefined && stop !== null) ?? undefined;
}

/** The text that the answer adds up to. */
export function textOf(outcome: Outcome): string {
  const { way, text } = outcome;
  if (way.stream) return streamedText(outcome);
  const body = JSON.parse(text);
  if (way.caller === "chat-completions") return body.choices[0].message.content ?? "";
  return body.content.map((block: { text?: string }) => block.text ?? "").join("");
}

function streamedText(outcome: Outcome): string {
  return parsedFrames(outcome)
    .map(({ delta, choices }) => delta?.text ?? choices?.[0]?.delta.content ?? "")
    .join("");
}

/** A failure after the head: one error frame of the kind at the end, and no mark of a whole answer. */
export function expectBroken(outcome: Outcome, kind: ErrorKind): void {
  const { way, status, headers, text } = outcome;
  expect(status, text).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
  const frames = parsedFrames(outcome);
  expect(frames.filter(({ error }) => error !== undefined)).toHaveLength(1);
  expectErrorBody(frames.at(-1), kind, way.caller);
  expect(hasTerminal(outcome)).toBe(false);
}

/** A whole answer with the text, and no error in it. */
export function expectWhole(outcome: Outcome, text: string): void {
  const { way, status } = outcome;
  expect(status, outcome.text).toBe(200);
  expect(textOf(outcome)).toBe(text);
  expect(stopOf(outcome)).toBeTruthy();
  if (!way.stream) return;
  expect(hasTerminal(outcome)).toBe(true);
  expect(parsedFrames(outcome).filter(({ error }) => error !== undefined)).toEqual([]);
}
