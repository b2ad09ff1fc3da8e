import type { CheckedFormat } from "../formats.js";

/** The server under test. */
export interface Target {
  /** Its address without `/v1`, such as `http://127.0.0.1:4000`. */
  readonly baseUrl: string;
  /** @default "sk-conformance" */
  readonly apiKey?: string | undefined;
  /** A model that it serves; in each format, where they differ. @default the first of its models list */
  readonly model?: string | Partial<Readonly<Record<CheckedFormat, string>>> | undefined;
  /** @default "messages" and "chat-completions"; Responses is checked if it is named */
  readonly formats?: readonly CheckedFormat[] | undefined;
  /** @default the global one */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long one request may take, in milliseconds. @default 30_000 */
  readonly timeout?: number | undefined;
}

/** One server-sent event as it came. */
export interface ProbedEvent {
  /** The name of its `event:` line; undefined without one. */
  readonly event: string | undefined;
  /** Its data as text. */
  readonly data: string;
  /** Its data as JSON; undefined if it is not JSON, such as `[DONE]`. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** An answer, read to its end. */
export interface ProbedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** The events of an event stream; empty for anything else. */
  readonly events: readonly ProbedEvent[];
}

/** How a request is sent that is not the smallest valid one. */
export interface ProbeRequest {
  readonly method?: string | undefined;
  /** @default the endpoint of the format */
  readonly path?: string | undefined;
  /** Over the usual ones; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  /** Over the smallest valid body; undefined takes a member away. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** The body as text, instead of `body`. */
  readonly text?: string | undefined;
}

/** A connection over which texts go in both directions. */
export interface ProbedSocket {
  send(text: string): void;
  /** The next message. @throws an error if none comes in time, or if it is no text */
  receive(): Promise<string>;
  close(): void;
}

/** What a check asks the server with. */
export interface Probe {
  /** The model to ask. */
  readonly model: string;
  /** The key of the target, for requests that carry it in another way. */
  readonly apiKey: string;
  /** Sends one request in the check's format, with key and version, and reads the whole answer. */
  send(request?: ProbeRequest): Promise<ProbedAnswer>;
  /**
   * Opens a WebSocket at the endpoint of the format, with the key. Absent for a target that has a `fetch` of
   * its own. A server that opens none ends the check as skipped.
   */
  readonly connect?: (() => Promise<ProbedSocket>) | undefined;
  /** Ends the check as skipped. */
  skip(reason: string): never;
}
