import assert from "node:assert/strict";
import {
  chatCompletionsFormat,
  type Model,
  messagesFormat,
  type ServiceOptions,
} from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { key } from "@diglot/test-support/key";
import type { Script } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import * as z from "zod/mini";
import { type ResponsesOptions, responses } from "../src/index.js";
import { response as responseSchema } from "../src/schemas/response.js";
import { assertLegalStream } from "./legal-stream.js";

/** Holds a response to the schema that its type is made of. */
function assertResponse(body: unknown): void {
  assert.deepEqual(z.safeParse(responseSchema, body).error?.issues ?? [], []);
}

/** Options of a service of all three formats. */
export type WorldOptions = Partial<ServiceOptions> & {
  readonly responses?: Partial<ResponsesOptions>;
};

/** A service of all three formats over a model or a script, and how a caller of this format asks it. */
export function worldOf(
  script: Script | Model,
  { responses: own = {}, ...options }: WorldOptions = {},
) {
  const formats = [responses(own), messagesFormat, chatCompletionsFormat] as const;
  const served = serviceOf(script, { formats, ...options });
  const { service } = served;

  const ask = (body: unknown, init: RequestInit = {}, query = "") =>
    service.request(`/v1/responses${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      ...init,
    });

  /** The answer to a request, as JSON. */
  async function answer(change: object = {}) {
    const response = await ask({ model: "scripted", input: "hi", ...change });
    // biome-ignore lint/suspicious/noExplicitAny: the answer is looked at, not used.
    const body = (await response.json()) as any;
    if (response.ok) assertResponse(body);
    return { status: response.status, response, body };
  }

  /** The events of a stream, which must be a legal one. */
  async function stream(change: object = {}) {
    const response = await ask({ model: "scripted", input: "hi", stream: true, ...change });
    const frames = framesOf(await response.text());
    const events = assertLegalStream(frames);
    assertResponse(events.at(-1).response);
    return { response, events };
  }

  return { ...served, ask, answer, stream };
}
