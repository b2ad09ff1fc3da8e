import { describe, expect, it } from "vitest";
import {
  notesOf,
  refusedAt,
  writeChat,
} from "../../../../../test/write-chat-completions-request.js";
import { bodyOf, talk } from "../../../messages/__fixtures__/make.js";

const cacheControl = { type: "ephemeral" };
const long = { type: "ephemeral", ttl: "1h" };
const marked = {
  ...talk(
    [
      "user",
      [
        { type: "text", text: "a" },
        { type: "text", text: "b", cache_control: cacheControl },
      ],
    ],
    ["assistant", [{ type: "tool_use", id: "c1", name: "f", input: {} }]],
    [
      "user",
      [{ type: "tool_result", tool_use_id: "c1", content: "x", cache_control: cacheControl }],
    ],
  ),
  system: [{ type: "text", text: "s", cache_control: long }],
  tools: [{ name: "f", input_schema: { type: "object", properties: {} }, cache_control: long }],
};

describe("cache control", () => {
  it("is reported once as lost, however many markers there are", () => {
    const written = writeChat(marked);
    expect(notesOf(written)).toEqual(["dropped /tools/0/cache_control"]);
    expect(written.text).not.toContain("cache");
    expect(written.body.messages[0].content).toBe("s");
  });

  it("has no effect for an upstream that caches by itself", () => {
    expect(writeChat(marked, { capabilities: { promptCache: "auto" } }).entries).toEqual([]);
  });

  it("stays in place with its lifetime, if the upstream supports it", () => {
    const { body } = writeChat(marked, { capabilities: { promptCache: "cache_control" } });
    expect(body.tools[0].cache_control).toEqual(long);
    expect(body.messages.map(({ content }: { content: unknown }) => content)).toEqual([
      [{ type: "text", text: "s", cache_control: long }],
      [
        { type: "text", text: "a" },
        { type: "text", text: "b", cache_control: cacheControl },
      ],
      null,
      [{ type: "text", text: "x", cache_control: cacheControl }],
    ]);
  });

  it("becomes breakpoints with an option for the whole request", () => {
    const written = writeChat(marked, { capabilities: { promptCache: "breakpoints" } });
    expect(written.body.prompt_cache_options).toEqual({ mode: "explicit" });
    expect(written.body.messages[0].content[0].prompt_cache_breakpoint).toEqual({
      mode: "explicit",
    });
    expect(notesOf(written)).toContain("dropped /tools/0/cache_control");
  });

  it("may have four markers at most, that of the whole request included", () => {
    const capabilities = { promptCache: "cache_control" } as const;
    const fifth = writeChat({ ...marked, cache_control: cacheControl }, { capabilities });
    expect(refusedAt(fifth)).toEqual(["/cache_control"]);
    expect(fifth.refusals[0]?.message).toContain("5");
    const alone = writeChat(bodyOf({ cache_control: cacheControl }), { capabilities });
    expect(alone.body.cache_control).toEqual(cacheControl);
  });

  it("of a whole message is that of its last block", () => {
    const messages = [{ role: "user", content: "a", cache_control: cacheControl }];
    const { body } = writeChat(bodyOf({ messages }), {
      capabilities: { promptCache: "cache_control" },
    });
    expect(body.messages[0].content).toEqual([
      { type: "text", text: "a", cache_control: cacheControl },
    ]);
  });

  it("is reported as lost on reasoning or inside a document", () => {
    const inner = [{ type: "text", text: "d", cache_control: cacheControl }];
    const document = { type: "document", source: { type: "content", content: inner } };
    const reasoning = {
      type: "thinking",
      thinking: "h",
      signature: "s",
      cache_control: cacheControl,
    };
    const turns = talk(
      ["user", [document]],
      ["assistant", [reasoning, { type: "text", text: "a" }]],
      ["user", "b"],
    );
    const written = writeChat(turns, { capabilities: { promptCache: "cache_control" } });
    expect(notesOf(written)).toEqual(
      expect.arrayContaining([
        "dropped /messages/0/content/0/source/content/0/cache_control",
        "dropped /messages/1/content/0/cache_control",
      ]),
    );
  });
});
