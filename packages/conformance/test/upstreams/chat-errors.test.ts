import Anthropic from "@anthropic-ai/sdk";
import { framesOf } from "@diglot/test-support/answers";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import {
  chatError,
  chatFrame,
  cutAfter,
  type Fault,
  hello,
  htmlPage,
  insertAt,
  jsonAnswer,
  messagesError,
  messagesFrame,
  say,
  withoutLast,
} from "../../upstream/index.js";
import { chatQuestion, errorOf, front, messagesQuestion } from "./fronted.js";

const { APIError } = OpenAI;

/** The last event of a caller's stream, and that nothing in it claims a whole answer. */
async function lastFrameOf(response: Response): Promise<unknown> {
  expect(response.status).toBe(200);
  const data = framesOf(await response.text()).map((frame) => frame.data);
  expect(data).not.toContain("[DONE]");
  return JSON.parse(data.at(-1) ?? "");
}

const wholeError = {
  error: {
    message: expect.any(String),
    type: expect.any(String),
    param: null,
    code: expect.any(String),
  },
};
const streamedQuestion = { ...chatQuestion, stream: true as const };

describe("a stream that does not end well", () => {
  const cuts: readonly (readonly ["messages" | "chat-completions", string, Fault])[] = [
    ["chat-completions", "ends after its words", cutAfter({ piece: 3 }, "end")],
    ["chat-completions", "loses its end", withoutLast(3)],
    ["messages", "ends after its words", cutAfter({ piece: 5 }, "end")],
    ["messages", "loses its end", withoutLast(2)],
  ];

  it.each(cuts)(
    "C077 becomes an error for the client if a %s upstream %s",
    async (format, _title, fault) => {
      const { openai, post } = await front(format, [say(hello, fault)]);
      expect(await lastFrameOf(await post("chat-completions", streamedQuestion))).toEqual(
        wholeError,
      );
      const stream = openai.chat.completions.stream(streamedQuestion);
      expect(await errorOf(stream.finalChatCompletion(), APIError)).toMatchObject({
        code: "upstream_bad_response",
      });
    },
  );

  const chatErrors: readonly (readonly [title: string, unknown])[] = [
    ["an envelope", chatError("server_error", "upstream_down", "Broken.")],
    ["an envelope with a number", chatError("InternalServerError", 500, "Broken.")],
    ["a string", { error: "Broken." }],
    ["an error without an envelope", { object: "error", message: "Broken.", code: 500 }],
  ];
  const inside = (frame: string) => say(hello, insertAt(3, frame));

  it.each(chatErrors)(
    "C078 with %s in its middle is an error event for both callers",
    async (_title, body) => {
      const { anthropic, openai, post } = await front("chat-completions", [
        inside(chatFrame(body)),
      ]);
      const reported = await lastFrameOf(await post("chat-completions", streamedQuestion));
      expect(reported).toMatchObject({ error: expect.anything() });
      await errorOf(
        openai.chat.completions.stream(streamedQuestion).finalChatCompletion(),
        APIError,
      );
      const stream = anthropic.messages.stream(messagesQuestion);
      const error = await errorOf(stream.finalMessage(), Anthropic.APIError);
      expect(error.error).toMatchObject({ type: "error", error: { type: "api_error" } });
    },
  );

  it("C078 with a Messages error in its middle is a normal error frame", async () => {
    const { openai, post } = await front("messages", [
      inside(messagesFrame(messagesError("overloaded_error", "Busy."))),
    ]);
    expect(await lastFrameOf(await post("chat-completions", streamedQuestion))).toEqual(wholeError);
    const stream = openai.chat.completions.stream(streamedQuestion);
    const error = await errorOf(stream.finalChatCompletion(), APIError);
    expect(error.code).toBe("server_is_overloaded");
  });
});

describe("an error before the head", () => {
  it.each(["messages", "chat-completions"] as const)(
    "C106 a page with status 502 yields the envelope and nothing of the page (%s upstream)",
    async (format) => {
      const { openai } = await front(format, [htmlPage(502)]);
      for (const stream of [false, true]) {
        const asked = openai.chat.completions.create({ ...chatQuestion, stream });
        const error = await errorOf(asked, APIError);
        expect(error.status).toBe(502);
        expect({ error: error.error }).toEqual(wholeError);
        expect(JSON.stringify(error.error)).not.toMatch(/oops|html/i);
      }
    },
  );

  const odd: readonly (readonly [title: string, unknown])[] = [
    ["a detail", { detail: "The model is wrong." }],
    ["a list of details", { detail: [{ loc: ["body", "n"], msg: "The model is wrong." }] }],
    ["a string", { error: "The model is wrong." }],
    ["no envelope", { object: "error", message: "The model is wrong.", code: 400 }],
    ["an integer code", chatError("BadRequestError", 400, "The model is wrong.")],
    ["a Messages envelope", messagesError("invalid_request_error", "The model is wrong.")],
  ];

  it.each(odd)("C107 with %s is an envelope for both callers", async (_title, body) => {
    const { anthropic, openai, post } = await front("chat-completions", [jsonAnswer(body, 400)]);
    const relayed = await post("chat-completions", chatQuestion);
    expect(relayed.status).toBe(400);
    const reported = await relayed.json();
    expect(reported.error.message).toContain("The model is wrong.");
    const error = await errorOf(openai.chat.completions.create(chatQuestion), APIError);
    expect(error.message).toContain("The model is wrong.");
    const translated = await errorOf(
      anthropic.messages.create(messagesQuestion),
      Anthropic.APIError,
    );
    expect(translated.error).toMatchObject({
      type: "error",
      error: {
        type: "invalid_request_error",
        message: expect.stringContaining("The model is wrong."),
      },
    });
  });
});
