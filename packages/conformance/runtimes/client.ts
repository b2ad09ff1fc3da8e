import type { FinalRow } from "@diglot/core";
import { type Frame, framesOf as readFrames } from "@diglot/test-support/answers";
import { pause } from "@diglot/test-support/wait";
import { expect } from "vitest";
import type { SubjectState } from "./servers/subject.js";
import { apiKey, pathState } from "./servers/terms.js";

/** The paths of both endpoints; a check that holds for both runs over them. */
export const endpoints = ["/v1/messages", "/v1/chat/completions"] as const;
export type Endpoint = (typeof endpoints)[number];

/** Runs a slow check for both endpoints at once. */
export async function onBothEndpoints(run: (endpoint: Endpoint) => Promise<void>): Promise<void> {
  await Promise.all(endpoints.map(run));
}

/** Headers of a good request to both endpoints. */
export const goodHeaders = {
  "x-api-key": apiKey,
  authorization: `Bearer ${apiKey}`,
  "anthropic-version": "2023-06-01",
  "content-type": "application/json",
} as const;

/** A request body for a scripted model, in the words of either endpoint. */
export function bodyFor(
  endpoint: Endpoint,
  model: string,
  prompt: string,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const limit = endpoint === "/v1/messages" ? "max_tokens" : "max_completion_tokens";
  return { model, [limit]: 100_000_000, messages: [{ role: "user", content: prompt }], ...more };
}

/** Asks a scripted model. The headers identify the caller to both formats. */
export function ask(
  baseUrl: string,
  endpoint: Endpoint,
  model: string,
  prompt: string,
  more: Readonly<Record<string, unknown>> = {},
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${baseUrl}${endpoint}`, {
    method: "POST",
    headers: headersFor(endpoint),
    body: JSON.stringify(bodyFor(endpoint, model, prompt, more)),
    ...init,
  });
}

/** The headers that the clients of an endpoint send. */
export function headersFor(endpoint: Endpoint): Record<string, string> {
  return endpoint === "/v1/messages"
    ? {
        "x-api-key": apiKey,
        "anthropic-version": "2023-06-01",
        "content-type": "application/json",
      }
    : { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
}

/** The frames of a whole stream, comments left out. Fails on any other byte. */
export function framesOf(text: string): readonly Frame[] {
  expect(text).toMatch(/^(?:(?:: [^\r\n]*|(?:event: [a-z_]+\n)?data: [^\r\n]+)\n\n)*$/);
  return readFrames(text);
}

/** The text that the frames of a stream add up to. */
export function textOf(endpoint: Endpoint, frames: readonly Frame[]): string {
  return frames
    .filter(({ data }) => data !== "[DONE]")
    .map(({ data }) => JSON.parse(data))
    .map((payload) =>
      endpoint === "/v1/messages"
        ? (payload.delta?.text ?? "")
        : (payload.choices?.[0]?.delta?.content ?? ""),
    )
    .join("");
}

/** The text of a whole JSON answer. */
export async function contentOf(endpoint: Endpoint, response: Response): Promise<string> {
  const body = await response.json();
  return endpoint === "/v1/messages" ? body.content[0].text : body.choices[0].message.content;
}

/** Looks at the server's state, narrowed to one prompt. */
export async function readState(baseUrl: string, prompt?: string): Promise<SubjectState> {
  const query = prompt === undefined ? "" : `?prompt=${encodeURIComponent(prompt)}`;
  const response = await fetch(`${baseUrl}${pathState}${query}`);
  return (await response.json()) as SubjectState;
}

/** Waits until a value is good and returns it; gives up after a time with the last value. */
export async function until<T>(
  read: () => Promise<T>,
  good: (value: T) => boolean,
  withinMilliseconds: number,
): Promise<T> {
  const end = performance.now() + withinMilliseconds;
  for (;;) {
    const value = await read();
    if (good(value)) return value;
    if (performance.now() > end) {
      throw new Error(`Not within ${withinMilliseconds} ms: ${JSON.stringify(value)}`);
    }
    await pause(10);
  }
}

/** A prompt that no other check uses. */
export function uniquePrompt(name: string): string {
  count += 1;
  return `${name} ${count}`;
}
let count = 0;

/** Fails unless the model of this prompt ran once and its row was settled exactly once, so. */
export function expectSettledOnce({ runs, ledger }: SubjectState, end: FinalRow["end"]): void {
  expect(runs).toHaveLength(1);
  expect(ledger).toEqual([
    {
      row: expect.objectContaining({ state: "settled", end, requestId: runs[0]?.requestId }),
      settles: 1,
      releases: 0,
    },
  ]);
}
