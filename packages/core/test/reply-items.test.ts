import { describe, expect, it } from "vitest";
import { attemptOf, everyWay } from "./attempt-of.js";
import { replies } from "./upstream-of.js";

const most = 2_000;

/** A reply of Messages with such content. */
const messageOf = (content: readonly unknown[]) => ({ ...replies.messages, content });

/** A reply of Chat Completions with such choices. */
const completionOf = (choices: readonly unknown[]) => ({ ...replies["chat-completions"], choices });

/** A choice whose message has such members. */
const choiceOf = (members: Readonly<Record<string, unknown>>, index = 0) => ({
  index,
  message: { role: "assistant", content: "Hello.", ...members },
  finish_reason: "stop",
});

const text = { type: "text", text: "Some text of the model." };
const use = { type: "tool_use", id: "c", name: "f", input: {} };
const citation = { type: "char_location", cited_text: "Some text of the model." };
const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
const detail = { type: "reasoning.text", text: "Some text of the model." };
const annotation = { type: "url_citation", url_citation: { url: "https://example.test" } };

const repeat = <T>(count: number, item: T) => Array.from({ length: count }, () => item);

/** Replies with a number of items of one kind, by the format of the upstream. */
const replyMakers = {
  messages: {
    "texts in content": (count: number) => messageOf(repeat(count, text)),
    "calls in content": (count: number) => messageOf(repeat(count, use)),
    "blocks of an unknown type": (count: number) => messageOf(repeat(count, { type: "x" })),
    "citations of one block": (count: number) =>
      messageOf([{ ...text, citations: repeat(count, citation) }]),
    "citations of two blocks": (count: number) =>
      messageOf([
        { ...text, citations: repeat(count - 1_000, citation) },
        { ...text, citations: repeat(1_000, citation) },
      ]),
  },
  "chat-completions": {
    choices: (count: number) =>
      completionOf(Array.from({ length: count }, (_, index) => choiceOf({}, index))),
    calls: (count: number) => completionOf([choiceOf({ tool_calls: repeat(count, call) })]),
    "calls of the older form": (count: number) =>
      completionOf([choiceOf({ function_call: repeat(count, call.function) })]),
    "calls of two choices": (count: number) =>
      completionOf([
        choiceOf({ tool_calls: repeat(count - 1_000, call) }),
        choiceOf({ tool_calls: repeat(1_000, call) }, 1),
      ]),
    parts: (count: number) => completionOf([choiceOf({ content: repeat(count, text) })]),
    "parts of reasoning": (count: number) =>
      completionOf([
        choiceOf({ content: [{ type: "thinking", thinking: repeat(count - 1, text) }] }),
      ]),
    "reasoning details": (count: number) =>
      completionOf([choiceOf({ reasoning_details: repeat(count, detail) })]),
    annotations: (count: number) =>
      completionOf([choiceOf({ annotations: repeat(count, annotation) })]),
  },
} as const;

const ways = everyWay.flatMap((way) =>
  Object.entries(replyMakers[way.upstream]).map(([items, toReply]) => ({ ...way, items, toReply })),
);

describe.each(ways)("$items of $upstream for $caller", ({ caller, upstream, toReply }) => {
  const answerWith = (count: number) => () => Response.json(toReply(count));

  it("pass up to 2,000 in a JSON reply", async () => {
    const { row, text: answer } = await attemptOf({ caller, upstream }, answerWith(most));
    expect(JSON.parse(answer).error).toBeUndefined();
    expect(row).toMatchObject({ end: "completed", usage: { input: 11, output: 3 } });
  });

  it.each([false, true])(
    "are one error above that, and are charged as reported (stream: %s)",
    async (stream) => {
      const way = { caller, upstream };
      const { row, text: answer, status } = await attemptOf(way, answerWith(most + 1), { stream });
      const { error } = JSON.parse(answer);
      expect(status).toBe(502);
      expect(error).toMatchObject({
        message: "The model's reply was malformed.",
        type: caller === "messages" ? "api_error" : "server_error",
      });
      expect(answer.length).toBeLessThan(300);
      expect(row).toMatchObject({
        end: "upstream_error",
        usage: { input: 11, output: 3, sources: { input: "reported", output: "reported" } },
        rawUsage: replies[upstream].usage,
      });
    },
  );
});

describe.each(everyWay)("a long JSON reply of $upstream for $caller", ({ caller, upstream }) => {
  const makers = {
    messages: messageOf(repeat(most, text)),
    "chat-completions": undefined,
  } as const;
  const reply =
    makers[upstream] ?? completionOf([choiceOf({ content: null, tool_calls: repeat(most, call) })]);

  it("is complete as a stream, however little was reserved for it", async () => {
    const change = { stream: true, max_tokens: 1 };
    const way = { caller, upstream };
    const { row, text: answer } = await attemptOf(way, () => Response.json(reply), change);
    expect(answer).toMatch(/message_stop|\[DONE\]/);
    expect(row).toMatchObject({ end: "completed", usage: { output: 3 } });
  });
});
