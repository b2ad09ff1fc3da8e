import * as anthropic from "@anthropic-ai/sdk";
import { createFake } from "@diglot/testing";
import { type Rule, rules, toRequest } from "@diglot/testing/rules";
import * as anthropicZero from "anthropic-sdk-0";
import * as openai from "openai";
import * as openaiSix from "openai-6";
import { describe, expect, it } from "vitest";

/** What the errors of both clients tell a program. */
interface ClientError extends Error {
  readonly status: number;
  readonly type: string;
  readonly requestID: string;
  readonly param?: string | null;
  readonly code?: string | null;
}

/** Asks once, with whichever client it is. */
type Ask = (fetch: typeof globalThis.fetch) => Promise<unknown>;

interface Client {
  readonly name: string;
  readonly profile: Rule["profile"];
  readonly ask: Ask;
  readonly classes: Readonly<Record<string, unknown>>;
}

const messages = [{ role: "user" as const, content: "Hello" }];
const settings = { apiKey: "sk-sample", maxRetries: 0 };

const clients: readonly Client[] = [
  ...[anthropic, anthropicZero as unknown as typeof anthropic].map(
    (classes, index): Client => ({
      name: `@anthropic-ai/sdk ${1 - index}`,
      profile: "messages",
      ask: (fetch) => {
        const client = new classes.Anthropic({ ...settings, fetch });
        return client.messages.create({ model: "any", max_tokens: 5, messages });
      },
      classes,
    }),
  ),
  ...[openai, openaiSix as unknown as typeof openai].map(
    (classes, index): Client => ({
      name: `openai ${7 - index}, Responses`,
      profile: "responses",
      ask: (fetch) => {
        const client = new classes.OpenAI({ ...settings, fetch });
        return client.responses.create({ model: "any", input: "Hello" });
      },
      classes,
    }),
  ),
  ...[openai, openaiSix as unknown as typeof openai].map(
    (classes, index): Client => ({
      name: `openai ${7 - index}`,
      profile: "chatCompletions",
      ask: (fetch) => {
        const client = new classes.OpenAI({ ...settings, fetch });
        return client.chat.completions.create({ model: "any", messages });
      },
      classes,
    }),
  ),
];

/** The error that a client throws when the fake refuses the sample of a rule. */
async function errorOf({ ask }: Client, { profile, refused, options }: Rule): Promise<ClientError> {
  const fake = createFake(options);
  return ask(() => fake.fetch(toRequest(profile, refused))).then(
    () => expect.fail("The client threw nothing."),
    (error: ClientError) => error,
  );
}

const classNames: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  404: "NotFoundError",
  413: "ContentTooLargeError",
};

/** The class that programs catch for a status; older clients have fewer of them. */
function classFor({ classes }: Client, status: number): unknown {
  return classes[classNames[status] ?? ""] ?? classes.APIError;
}

describe.each(clients)("$name", (client) => {
  const own = rules.filter(({ profile }) => profile === client.profile);

  it.each(own)("throws the error of $id", async (rule) => {
    const { status, type, message, param, code } = rule.refusal;
    const error = await errorOf(client, rule);
    expect(error).toBeInstanceOf(classFor(client, status));
    expect(error).toMatchObject({ status, type, requestID: expect.stringMatching(/^req_/) });
    if (typeof message === "string") expect(error.message).toContain(messageIn(client, message));
    if (client.profile !== "messages") expect(error).toMatchObject({ param, code });
  });
});

describe("@anthropic-ai/sdk 1", () => {
  const [client] = clients;
  const coded = rules.filter(
    ({ refusal, source }) => refusal.details || source.evidence.includes("sdk-behaviour"),
  );

  it.each(coded)("has a class of its own for the code of $id", async (rule) => {
    const error = client && (await errorOf(client, rule));
    expect(error?.constructor.name).toBe("ThreadUnsupportedRequestError");
    expect(rule).toMatchObject({
      refusal: { details: { error_code: "thread_unsupported_request" } },
      source: { evidence: expect.arrayContaining(["sdk-behaviour"]) },
    });
  });
});

/** The Messages client shows the error as JSON. */
function messageIn({ profile }: Client, message: string): string {
  return profile === "messages" ? JSON.stringify(message) : message;
}
