import type { Block, Conversation, InProcessRequest, ModelYield, Service } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import type { Script } from "@diglot/test-support/models";
import { endpoints } from "@diglot/test-support/requests";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import { expect } from "vitest";

/** The path of the format. */
export const chatPath = "/v1/chat/completions";

/** The smallest legal request. */
export const minimal = { model: "scripted", messages: [{ role: "user", content: "hi" }] };

/** A function tool of that name. */
export function functionTool(name: string) {
  return { type: "function", function: { name, parameters: { type: "object" } } };
}

/** A call in the history. */
export function pastCall(id: string, name = "weather") {
  return { id, type: "function", function: { name, arguments: "{}" } };
}

/** Posts a body: text and bytes as they are, anything else as JSON. */
export function post(
  service: Service,
  body: unknown,
  headers: Readonly<Record<string, string>> = endpoints["chat-completions"].headers,
): Promise<Response> {
  return service.request(chatPath, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** What the tests read of a completion. */
export interface Completion {
  readonly id: string;
  readonly object: string;
  readonly model: string;
  readonly service_tier: string;
  readonly choices: readonly {
    readonly index: number;
    readonly finish_reason: string;
    readonly message: {
      readonly role: string;
      readonly content: string | null;
      readonly refusal: string | null;
      readonly tool_calls?: readonly ToolCall[];
    } & Readonly<Record<string, unknown>>;
  }[];
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  } & Readonly<Record<string, unknown>>;
}

/** A call in a message, or a piece of one in a delta. */
export interface ToolCall {
  readonly index?: number;
  readonly id?: string;
  readonly type?: string;
  readonly function?: { readonly name?: string; readonly arguments: string };
  readonly custom?: { readonly name?: string; readonly input: string };
}

type Options = ServedOptions;

/** A minimal request with changes, answered by a script; fails unless it succeeds. */
export async function complete(
  script: Script,
  change: object = {},
  options?: Options,
): Promise<Completion> {
  const response = await post(serviceOf(script, options).service, { ...minimal, ...change });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The first message and its finish reason. */
export async function answerTo(script: Script, change: object = {}, options?: Options) {
  const { choices } = await complete(script, change, options);
  expect(choices).toHaveLength(1);
  const { message, finish_reason } = choices[0] as Completion["choices"][0];
  return { message, finish: finish_reason };
}

/** What a model sees of a minimal request with changes. */
export async function conversationOf(change: object, options?: Options): Promise<Conversation> {
  const received: InProcessRequest[] = [];
  await complete(watching(received), change, options);
  expect(received).toHaveLength(1);
  return (received[0] as InProcessRequest).conversation;
}

/** The blocks without their places in the caller's body. */
export function withoutPlaces(blocks: readonly Block[] = []): readonly object[] {
  return blocks.map(({ at, ...block }) => block);
}

/** A script that notes every call of the model and answers with one word. */
export function watching(received: InProcessRequest[]): Script {
  return async function* (request): AsyncGenerator<ModelYield> {
    received.push(request);
    yield "ok";
  };
}

/** The members of an error body. */
export interface ErrorMembers {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/** Reads an error answer and checks what every one of them promises. */
export async function errorOf(response: Response): Promise<ErrorMembers & { status: number }> {
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  const body = await response.json();
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error).sort()).toEqual(["code", "message", "param", "type"]);
  return { status: response.status, ...body.error };
}

/** The error of a minimal request with changes, and that no model was called for it. */
export async function refusalOf(change: object, options?: Options) {
  const received: InProcessRequest[] = [];
  const { service, ledger } = serviceOf(watching(received), options);
  const error = await errorOf(await post(service, { ...minimal, ...change }));
  expect(received).toEqual([]);
  expect(ledger.all()).toEqual([]);
  return error;
}

/** What the tests read of a chunk. */
export interface Chunk {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly object: string;
  readonly usage?: Completion["usage"] | null;
  readonly choices: readonly {
    readonly index: number;
    readonly finish_reason: string | null;
    readonly delta: {
      readonly role?: string;
      readonly content?: string | null;
      readonly refusal?: string | null;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly ToolCall[];
    };
  }[];
}

/** A stream as its response, its text, its data lines and its chunks. */
export async function readStream(response: Response) {
  expect(response.status).toBe(200);
  const text = await response.text();
  const data = framesOf(text).map((frame) => frame.data);
  const chunks = data.filter((line) => line !== "[DONE]").map((line): Chunk => JSON.parse(line));
  return { response, text, data, chunks };
}

/** A minimal streamed request with changes, answered by a script. */
export async function stream(script: Script, change: object = {}, options?: Options) {
  const { service } = serviceOf(script, options);
  const read = await readStream(await post(service, { ...minimal, stream: true, ...change }));
  const choices = read.chunks.flatMap((chunk) => ("choices" in chunk ? chunk.choices : []));
  return {
    ...read,
    deltas: choices.map(({ delta }) => delta),
    finishes: choices.flatMap(({ finish_reason }) => finish_reason ?? []),
  };
}

/** The joined pieces of a member of all deltas. */
export function join(
  deltas: readonly Chunk["choices"][0]["delta"][],
  member: "content" | "refusal" | "reasoning_content",
): string {
  return deltas.map((delta) => delta[member] ?? "").join("");
}
