import type { Content, Conversation, EndedAttempt, RequestEnded } from "@diglot/core";
import { createRedactor } from "@diglot/core/redaction";
import { conversationOf, user } from "@diglot/test-support/conversations";
import { describe, expect, it } from "vitest";
import { ContentsLog } from "./contents.js";

const about = { requestId: "req_1", at: 1_000 };
const attempt = { attemptId: "att_1", upstreamFormat: "chat-completions" } as EndedAttempt;
const ended = { requestId: "req_1", attempts: [attempt] } as unknown as RequestEnded;

const request = (size: number) =>
  ({ type: "request", ...about, body: new Uint8Array(size) }) as unknown as Content;
const conversation = (read: () => Conversation): Content => ({
  ...{ type: "conversation", ...about, read },
});
const events = (text: string) =>
  ({
    type: "events",
    ...about,
    events: [
      { type: "open", index: 0, block: { type: "text" } },
      { type: "delta", index: 0, delta: { type: "text", text } },
    ],
  }) as unknown as Content;
const relayed = (text: string) =>
  [
    { type: "upstream_answer", ...about, attemptId: "att_1", status: 200, headers: [] },
    {
      ...{ type: "upstream_block", ...about, attemptId: "att_1" },
      bytes: new TextEncoder().encode(text),
    },
  ] as unknown as Content[];
const reply = (content: string) =>
  JSON.stringify({
    ...{ id: "c", object: "chat.completion", created: 1, model: "m" },
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
  });

/** What is said of a request that these contents have passed. */
function attributesOf(contents: readonly Content[], characters = 1_000) {
  const log = new ContentsLog({ characters, redactor: createRedactor([]) });
  for (const content of contents) log.take(content);
  return log.end(ended, true);
}

const plain = conversationOf({ turns: [user("Hi")] });
const input = '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]';
const output = (content: string) =>
  JSON.stringify([{ role: "assistant", parts: [{ type: "text", content }] }]);

describe("the contents of a request", () => {
  it("are its messages and its reply, and its instructions only if it has any", () => {
    const contents = [request(10), conversation(() => plain), events("Hello")];
    expect(attributesOf(contents)).toStrictEqual({
      "gen_ai.input.messages": input,
      "gen_ai.output.messages": output("Hello"),
    });
    const instructed: Conversation = { ...plain, system: [{ type: "text", text: "Be brief." }] };
    expect(attributesOf([request(10), conversation(() => instructed)])).toStrictEqual({
      "gen_ai.system_instructions": '[{"type":"text","content":"Be brief."}]',
      "gen_ai.input.messages": input,
    });
  });

  it("are its reply alone if it cannot be read: its upstream judges it", () => {
    const unreadable = conversation(() => {
      throw new SyntaxError("no JSON");
    });
    expect(attributesOf([request(10), unreadable, ...relayed(reply("Hello"))])).toStrictEqual({
      "gen_ai.output.messages": output("Hello"),
    });
  });

  it("are none of what passes for a request that no model is asked for", () => {
    const answer = { type: "answer", ...about, status: 200, headers: [] } as unknown as Content;
    expect(attributesOf([answer, events("Hello")])).toBeUndefined();
  });

  it.each([
    ["a request", [request(100_000), conversation(() => plain)]],
    ["a reply", [request(10), conversation(() => plain), events("x".repeat(100_000))]],
    ["a relayed reply", [request(10), conversation(() => plain), ...relayed("x".repeat(100_000))]],
  ])("are read while other work runs if there are many of %s", async (_case, contents) => {
    expect(attributesOf(contents, 50_000)).toBeInstanceOf(Promise);
    expect(await attributesOf(contents, 50_000)).toMatchObject({ "gen_ai.input.messages": input });
  });

  it("are read at once if few of many are kept", () => {
    expect(attributesOf([request(100_000), conversation(() => plain)], 1_000)).toStrictEqual({
      "gen_ai.input.messages": input,
    });
  });

  it("count as many if each attribute may have many, though none has as many", () => {
    const contents = [request(70_000), conversation(() => plain)];
    expect(attributesOf(contents, 12_000)).toBeInstanceOf(Promise);
  });
});
