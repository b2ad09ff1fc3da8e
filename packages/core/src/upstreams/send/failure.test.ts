import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it, vi } from "vitest";
import { ServiceError } from "../../errors/service-error.js";
import { chatCompletionsUpstream } from "../chat-completions-upstream.js";
import { upstreamOf } from "../create-upstream.js";
import { messagesUpstream } from "../messages-upstream.js";
import type { UpstreamOptions } from "../options.js";
import type { Upstream } from "../upstream.js";
import { isAccepted, toFailure } from "./failure.js";

const creators = { messages: messagesUpstream, "chat-completions": chatCompletionsUpstream };
const secret = "sk-upstream-secret";

/** An upstream of a format, with a secret and a name of its own for the model. */
function upstreamFor(
  format: keyof typeof creators,
  { upstreamErrors }: Pick<UpstreamOptions, "upstreamErrors"> = {},
): Upstream {
  const baseUrl = "http://upstream.test/v1";
  const options = { id: "public", model: "real-model", apiKey: secret, baseUrl, upstreamErrors };
  const upstream = upstreamOf(creators[format](options));
  if (!upstream) throw new Error("It is an upstream.");
  return upstream;
}

const request = new TextEncoder().encode(
  '{"messages":"What the caller wrote is nobody\'s business."}',
);

/** What an answer of an upstream means, and whether its body was cancelled. */
async function failureOf(
  status: number,
  answer: string | Uint8Array,
  { upstream = upstreamFor("chat-completions"), type = "application/json" } = {},
) {
  const blocks = [typeof answer === "string" ? new TextEncoder().encode(answer) : answer];
  const cancel = vi.fn(async () => {
    throw new Error("cannot be cancelled");
  });
  const body = { read: async () => blocks.pop(), cancel };
  const response = { status, headers: new Headers({ "content-type": type }), body };
  const message = { path: "/chat/completions", body: request };
  const error = await toFailure(upstream, message, response, createFakeClock());
  const shown =
    error.answer && new TextDecoder("utf-8", { ignoreBOM: true }).decode(error.answer.body);
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { error, shown, cause, cancelled: cancel.mock.calls.length };
}

/** What the operator reads of an answer, in quotes, behind its URL, status and type. */
async function operatorReads(status: number, answer: string): Promise<string | undefined> {
  const { cause } = await failureOf(status, answer);
  expect(cause).toContain(
    `(POST http://upstream.test/v1/chat/completions, status ${status}, content`,
  );
  return /content type application\/json, "(.*)"\)$/s.exec(cause ?? "")?.[1];
}

const saying = (message: string) => JSON.stringify({ error: { message } });

describe("isAccepted", () => {
  it.each([199, 204, 300, 301, 304, 400, 500])("sees no reply in the status %i", (status) => {
    expect(isAccepted(status)).toBe(false);
  });

  it.each([200, 201, 203, 205, 299])("sees a reply in the status %i", (status) => {
    expect(isAccepted(status)).toBe(true);
  });
});

describe("an answer without a reply and without an error", () => {
  it.each([
    [302, false],
    [304, false],
    [399, false],
    [204, true],
  ])("U10 U21 is malformed, and is left: status %i", async (status, mayHaveRun) => {
    const { error, cause, cancelled } = await failureOf(status, "<title>Moved</title>");
    expect(error).toMatchObject({
      kind: "upstream_bad_response",
      upstreamStatus: status,
      mayHaveRun,
      upstreamMessage: undefined,
      answer: undefined,
    });
    expect(cause).toBe(
      `The upstream answered with status ${status}. (POST http://upstream.test/v1/chat/completions, status ${status}, content type application/json)`,
    );
    expect(cancelled).toBe(1);
  });
});

describe("what the caller reads of an error", () => {
  it.each([400, 413, 422])("U11 is what the upstream says of the request: %i", async (status) => {
    const { error, cause } = await failureOf(status, saying("No real-model for you."));
    expect(error).toMatchObject({ upstreamStatus: status, upstreamMessage: "No public for you." });
    // What an upstream says of a request may quote it, so the operator does not read it.
    expect(cause).toMatch(/content type application\/json\)$/);
  });

  it.each([401, 403, 404, 409, 429, 500, 503])("R6 is nothing else: %i", async (status) => {
    expect((await failureOf(status, saying("Ask Bob."))).error.upstreamMessage).toBeUndefined();
  });

  it("R6 is nothing if the operator hides it", async () => {
    const upstream = upstreamFor("chat-completions", { upstreamErrors: "hide" });
    const { error } = await failureOf(400, saying("No."), { upstream });
    expect([error.upstreamMessage, error.answer]).toEqual([undefined, undefined]);
  });

  it("is not said twice of a prompt that is too long", async () => {
    const { error } = await failureOf(
      400,
      saying("This model's maximum context length is 9 tokens."),
    );
    expect([error.code, error.upstreamMessage]).toEqual(["context_length_exceeded", undefined]);
  });

  it("is the message of the first error of a list, and nothing of an empty one", async () => {
    const list = `[${saying("First.")},${saying("Second.")}]`;
    expect((await failureOf(400, list)).error.upstreamMessage).toBe("First.");
    expect((await failureOf(400, "[]")).error.upstreamMessage).toBeUndefined();
  });

  it("R6 is not a message of the format that holds a secret", async () => {
    const upstream = upstreamFor("messages");
    const telling = (message: string) => {
      const parseError = () => new ServiceError({ kind: "bad_request", message, code: "own" });
      const format = { ...upstream.format, parseError };
      return failureOf(400, "{}", { upstream: { ...upstream, format } });
    };
    expect((await telling(`Not with ${secret}.`)).error).toMatchObject({
      message: "The model refused the request.",
      code: "own",
    });
    expect((await telling("Not like this.")).error.message).toBe("Not like this.");
  });
});

describe("the upstream's own answer", () => {
  it.each([400, 405, 422, 429, 500])("is passed on byte for byte: %i", async (status) => {
    const text = `\uFEFF{ "error" : { "message":"No.", "code": 1.0 } }\r\n`;
    const { error, shown } = await failureOf(status, text);
    expect(shown).toBe(text);
    expect(error.answer).toMatchObject({ format: "chat-completions", status });
    expect(error.answer?.headers[0]).toEqual(["content-type", "application/json"]);
  });

  it.each([401, 402, 403, 404])("R6 is the operator's affair: %i", async (status) => {
    expect((await failureOf(status, saying("No."))).error.answer).toBeUndefined();
  });

  it("names the public model", async () => {
    expect((await failureOf(400, saying("real-model is busy."))).shown).toBe(
      saying("public is busy."),
    );
  });

  it("gets the envelope that clients of its format read", async () => {
    const upstream = upstreamFor("messages");
    const { shown } = await failureOf(400, '{"detail":"Bad."}', { upstream });
    expect(JSON.parse(shown ?? "")).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: "Bad." },
    });
  });

  it("R6 is not passed on if a part of it holds a secret, or if it is not an error", async () => {
    const upstream = upstreamFor("messages");
    const hidden = `{"detail":"Bad.","key":"${secret}"}`;
    expect((await failureOf(400, hidden, { upstream })).error.answer).toBeUndefined();
    for (const body of ["", "{}", "[]", "1", "Bad."]) {
      expect((await failureOf(400, body)).error.answer).toBeUndefined();
    }
  });
});

describe("what the operator reads of an error", () => {
  it.each([
    [403, saying("The account is closed."), "The account is closed."],
    [499, saying("Gone."), "Gone."],
    [502, "<html><title>Bad gateway</title>", "Bad gateway"],
    [502, " \n <h1>Bad gateway</h1>", "Bad gateway"],
    [502, "no route to <title>host</title>", "no route to <title>host</title>"],
    [502, "upstream connect error", "upstream connect error"],
    [503, "busy {now}", "busy {now}"],
    [499, "Gone away.", "Gone away."],
  ])("with %i and %j is its own words", async (status, text, words) => {
    expect(await operatorReads(status, text)).toBe(words);
  });

  it.each([
    [500, saying("The story that I wrote: once upon a time")],
    [503, saying("The story that I wrote: once upon a time")],
    [403, '"The account is closed."'],
    [403, '{"a":1}'],
    [403, "{}"],
    [500, "The story that I wrote"],
    [502, '{"error":'],
    [502, ' {"error":'],
    [502, '["error"'],
    [502, '"error'],
    [502, "data: {}"],
    [502, "event: error"],
    [502, "id: 1"],
    [502, "retry: 1"],
    [502, ""],
    [502, "no What the caller wrote is nobody's business."],
    [502, `not with ${secret}`],
  ])(
    "R6 with %i and %j is nothing that may be a reply, a request or a secret",
    async (status, text) => {
      expect(await operatorReads(status, text)).toBeUndefined();
    },
  );
});
