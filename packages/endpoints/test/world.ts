import { chatCompletionsFormat, type Model, messagesFormat } from "@diglot/core";
import { chatClient } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import {
  completionsFormat,
  defineEmbeddingModel,
  embeddingsFormat,
  moderationsFormat,
  rerankFormat,
} from "../src/index.js";

const formats = [
  embeddingsFormat,
  rerankFormat,
  moderationsFormat,
  completionsFormat,
  messagesFormat,
  chatCompletionsFormat,
] as const;

/** A service of all endpoints and both built-in formats over one model, and how callers ask it. */
export function worldOf(model: Model, options: ServedOptions = {}) {
  const served = serviceOf(model, { formats, ...options });
  const { service } = served;
  const send = (path: string, text: string, headers: Record<string, string> = {}) =>
    service.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers },
      body: text,
    });

  /** The answer to a request, as JSON. */
  async function ask(path: string, body: unknown, headers?: Record<string, string>) {
    const response = await send(path, JSON.stringify(body), headers);
    // biome-ignore lint/suspicious/noExplicitAny: the answer is looked at, not used.
    return { status: response.status, response, body: (await response.json()) as any };
  }

  return { ...served, send, ask, openai: chatClient({ fetch: service.fetch }) };
}

/** A model whose vectors have the length of the text and of the input. */
export const letters: Model = defineEmbeddingModel(
  "letters",
  async ({ input, dimensions = 3 }) =>
    input.map((text) => [text.length, input.length, ...Array(dimensions - 2).fill(0.5)]),
  { countTokens: (text) => text.length },
);

/** A model that only chats. */
export const chat: Model = modelOf(["Hello."], {}, "chat");

/** What an upstream was sent. */
export interface Sent {
  readonly url: string;
  readonly text: string;
  readonly authorization: string | null;
}

/** The `fetch` of an upstream that gives this answer, with a note of what it was sent. */
export function upstreamOf(
  answer: string | (() => Response | Promise<Response>),
  type = "application/json",
) {
  const sent: Sent[] = [];
  const fetch = async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const { url, headers } = request;
    sent.push({ url, text: await request.text(), authorization: headers.get("authorization") });
    if (typeof answer === "function") return answer();
    return new Response(answer, { headers: { "content-type": type } });
  };
  const options = {
    ...{ id: "public", model: "real", apiKey: "sk-upstream-secret" },
    baseUrl: "http://upstream.test/v1",
    fetch,
  };
  return { sent, options };
}
