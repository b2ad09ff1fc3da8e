import { createMemoryKeys, createService } from "@diglot/core";
import { strict } from "@diglot/core/strict";
import { createEcho, createEliza } from "@diglot/embedded-models";
import type { Target } from "@diglot/testing/conformance";

/** What is done to an answer before it is sent. */
export type Tamper = (answer: Response, text: string) => Response;

/** The key of the server. */
export const apiKey = "sk-conformance-kit";

const sound = createService({
  models: [createEcho(), createEliza()],
  keys: createMemoryKeys([{ key: apiKey, models: "all" }]),
  validation: strict,
});

/** A sound server behind something that spoils its answers. */
export function spoil(tamper: Tamper): NonNullable<Target["fetch"]> {
  return async (input, init) => {
    const answer = await sound.fetch(input, init);
    return tamper(answer, await answer.text());
  };
}

/** Changes the text of every answer. */
export function replace(from: string | RegExp, to: string): Tamper {
  return (answer, text) => withText(answer, text.replaceAll(from, to));
}

/** Adds members to every answer that is plain JSON. */
export function inPlain(members: object): Tamper {
  return (answer, text) =>
    withText(answer, isStream(answer) ? text : JSON.stringify({ ...JSON.parse(text), ...members }));
}

/** Leaves out frames of every event stream. */
export function without(isWrong: (frame: string) => boolean): Tamper {
  return reframe((frames) => frames.filter((frame) => !isWrong(frame)));
}

/** Changes the frames of every event stream. */
export function reframe(change: (frames: readonly string[]) => readonly string[]): Tamper {
  return (answer, text) =>
    withText(answer, isStream(answer) ? change(text.split("\n\n")).join("\n\n") : text);
}

/** Changes the first event of every stream. */
export function inStart(from: string | RegExp, to: string): Tamper {
  return reframe((frames) =>
    frames.map((frame) => (isOf(frame, "message_start") ? frame.replace(from, to) : frame)),
  );
}

/** Leaves a header out. */
export function withoutHeader(name: string): Tamper {
  return (answer, text) => {
    const headers = new Headers(answer.headers);
    headers.delete(name);
    return new Response(text, { status: answer.status, headers });
  };
}

/** Sends a header with another value. */
export function withHeader(name: string, value: string): Tamper {
  return (answer, text) => {
    const headers = new Headers(answer.headers);
    headers.set(name, value);
    return new Response(text, { status: answer.status, headers });
  };
}

/** Declares the JSON of refusals as plain text. */
export const asText: Tamper = (answer, text) =>
  answer.ok ? withText(answer, text) : withHeader("content-type", "text/plain")(answer, text);

/** Answers every refusal of these statuses as if nothing were wrong with the request. */
export function pass(...statuses: readonly number[]): Tamper {
  return (answer, text) =>
    statuses.includes(answer.status)
      ? new Response(text, { headers: answer.headers })
      : withText(answer, text);
}

/** Refuses whatever a sound server answers. */
export const refuseAll: Tamper = ({ status, headers }, text) => {
  if (status !== 200) return new Response(text, { status, headers });
  const id = String(headers.get("request-id"));
  const error = { type: "invalid_request_error", message: "No.", param: null, code: null };
  const body = JSON.stringify({ type: "error", error, request_id: id });
  const own = { "request-id": id, "content-type": "application/json" };
  return new Response(body, { status: 400, headers: own });
};

/** Declares JSON as a stream, and a stream as JSON. */
export const mixUp: Tamper = (answer, text) => {
  const headers = new Headers(answer.headers);
  headers.set("content-type", isStream(answer) ? "application/json" : "text/event-stream");
  return new Response(text, { status: answer.status, headers });
};

/** Whether a frame is an event of this type. */
export function isOf(frame: string, type: string): boolean {
  return frame.startsWith(`event: ${type}\n`);
}

function isStream(answer: Response): boolean {
  return answer.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

function withText(answer: Response, text: string): Response {
  return new Response(text, { status: answer.status, headers: answer.headers });
}
