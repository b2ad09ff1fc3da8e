import type Anthropic from "@anthropic-ai/sdk";
import { clientsOf } from "@diglot/test-support/clients";
import { endpoints, type FormatName, headersOf } from "@diglot/test-support/requests";
import type OpenAI from "openai";
import type { Responder, ScriptedUpstream } from "../../upstream/index.js";
import { openWorld } from "./world.js";

/** A service in front of an upstream of one format, and the official clients of both. */
export interface Fronted {
  readonly upstream: ScriptedUpstream;
  readonly anthropic: Anthropic;
  readonly openai: OpenAI;
  /** Posts a body, text as it is, as a caller of the format without a client. */
  post(caller: FormatName, body: object | string): Promise<Response>;
}

/** Opens such a service, whose upstream gives these answers. Its clients do not retry by default. */
export async function front(
  format: FormatName,
  answers: readonly Responder[],
  maxRetries = 0,
): Promise<Fronted> {
  const world = await openWorld({ caller: format, upstream: format, stream: false });
  const { entrance, upstream } = world;
  upstream.reply(...answers);
  return {
    upstream,
    ...clientsOf({ fetch: entrance.fetch, maxRetries }),
    post: (caller, body) =>
      entrance.fetch(endpoints[caller].path, {
        method: "POST",
        headers: headersOf(caller),
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** A question for the Messages client. */
export const messagesQuestion = {
  model: "fronted",
  max_tokens: 500,
  messages: [{ role: "user" as const, content: "hi" }],
};

/** The same question for the Chat Completions client. */
export const chatQuestion = { model: "fronted", messages: messagesQuestion.messages };

/** The error that a client raises. */
export function errorOf<T>(
  answer: Promise<unknown>,
  kind: new (...args: never[]) => T,
): Promise<T> {
  return answer.then(
    () => {
      throw new Error("There was no error.");
    },
    (error: unknown) => {
      if (error instanceof kind) return error;
      throw error;
    },
  );
}
