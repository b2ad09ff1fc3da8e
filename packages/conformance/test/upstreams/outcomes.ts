import type { ErrorKind, UsageSource } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import type { FormatName } from "@diglot/test-support/requests";
import { expect } from "vitest";
import type { Outcome } from "./world.js";

/** The one row of the ledger: its end and where the count of its output comes from. */
export function expectRow({ rows }: Pick<Outcome, "rows">, end: string, source: UsageSource): void {
  expect(rows).toHaveLength(1);
  const [row] = rows;
  const found = row?.state === "settled" ? [row.end, row.usage.sources.output] : [row?.state];
  expect(found).toEqual([end, source]);
}

/** The tokens of the one row. */
export function tokensOf({ rows }: Pick<Outcome, "rows">): readonly (number | undefined)[] {
  const [row] = rows;
  return row?.state === "settled" ? [row.usage.input, row.usage.output] : [];
}

type Form = readonly [status: number, type: string, code?: string | null];

const forms: Readonly<Partial<Record<ErrorKind, Readonly<Record<FormatName, Form>>>>> = {
  invalid_json: {
    messages: [400, "invalid_request_error"],
    "chat-completions": [400, "invalid_request_error", null],
  },
  unauthenticated: {
    messages: [401, "authentication_error"],
    "chat-completions": [401, "invalid_request_error", "invalid_api_key"],
  },
  unknown_model: {
    messages: [404, "not_found_error"],
    "chat-completions": [404, "invalid_request_error", "model_not_found"],
  },
  unknown_path: {
    messages: [404, "not_found_error"],
    "chat-completions": [404, "invalid_request_error", null],
  },
  method_not_allowed: {
    messages: [405, "invalid_request_error"],
    "chat-completions": [405, "invalid_request_error", null],
  },
  conflict: {
    messages: [409, "conflict_error"],
    "chat-completions": [409, "invalid_request_error", "conflict"],
  },
  idempotency_mismatch: {
    messages: [400, "invalid_request_error"],
    "chat-completions": [400, "invalid_request_error", "idempotency_mismatch"],
  },
  unsupported_media: {
    messages: [415, "invalid_request_error"],
    "chat-completions": [415, "invalid_request_error", null],
  },
  budget_exhausted: {
    messages: [402, "billing_error"],
    "chat-completions": [429, "insufficient_quota", "insufficient_quota"],
  },
  store_unavailable: {
    messages: [503, "api_error"],
    "chat-completions": [503, "server_error", "store_unavailable"],
  },
  internal: {
    messages: [500, "api_error"],
    "chat-completions": [500, "server_error", "internal"],
  },
  bad_request: {
    messages: [400, "invalid_request_error"],
    "chat-completions": [400, "invalid_request_error", null],
  },
  too_large: {
    messages: [413, "request_too_large"],
    "chat-completions": [413, "invalid_request_error", "request_too_large"],
  },
  rate_limited: {
    messages: [429, "rate_limit_error"],
    "chat-completions": [429, "rate_limit_error", "rate_limit_exceeded"],
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

/** The status, the type and the code of a kind in the words of a format. */
export function formOf(kind: ErrorKind, caller: FormatName): Form {
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

/** The data of every event. */
function dataOf({ text }: Pick<Outcome, "text">): readonly string[] {
  return framesOf(text).map(({ data }) => data);
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

/** The frames of a stream, parsed; its end marker is left out. */
export function parsedFrames(outcome: Pick<Outcome, "text">): readonly Frame[] {
  return dataOf(outcome)
    .filter((data) => data !== "[DONE]")
    .map((data): Frame => JSON.parse(data));
}

/** Whether the stream claims to be whole. */
function hasTerminal(outcome: Outcome): boolean {
  return outcome.way.caller === "messages"
    ? parsedFrames(outcome).some(({ type }) => type === "message_stop")
    : dataOf(outcome).includes("[DONE]");
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

/** A failure after the head: one error frame of the kind at the end, and no end marker. */
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
