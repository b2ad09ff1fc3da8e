import { describe, expect, it } from "vitest";
import { emitChat, notesOf, refusedAt } from "../../../../../test/emit-chat.js";
import { bodyOf, talk } from "../../../messages/__fixtures__/make.js";

const mark = { type: "ephemeral" };
const long = { type: "ephemeral", ttl: "1h" };
const marked = {
  ...talk(
    [
      "user",
      [
        { type: "text", text: "a" },
        { type: "text", text: "b", cache_control: mark },
      ],
    ],
    ["assistant", [{ type: "tool_use", id: "c1", name: "f", input: {} }]],
    ["user", [{ type: "tool_result", tool_use_id: "c1", content: "x", cache_control: mark }]],
  ),
  system: [{ type: "text", text: "s", cache_control: long }],
  tools: [{ name: "f", input_schema: { type: "object", properties: {} }, cache_control: long }],
};

describe("marks for the prompt cache", () => {
  it("are said once to be lost, however many there are", () => {
    const emitted = emitChat(marked);
    expect(notesOf(emitted)).toEqual(["dropped /tools/0/cache_control"]);
    expect(emitted.text).not.toContain("cache");
    expect(emitted.body.messages[0].content).toBe("s");
  });

  it("mean nothing to an upstream that caches by itself", () => {
    expect(emitChat(marked, { capabilities: { promptCache: "auto" } }).entries).toEqual([]);
  });

  it("stay where they are with their lifetime, where the upstream takes them", () => {
    const { body } = emitChat(marked, { capabilities: { promptCache: "cache_control" } });
    expect(body.tools[0].cache_control).toEqual(long);
    expect(body.messages.map(({ content }: { content: unknown }) => content)).toEqual([
      [{ type: "text", text: "s", cache_control: long }],
      [
        { type: "text", text: "a" },
        { type: "text", text: "b", cache_control: mark },
      ],
      null,
      [{ type: "text", text: "x", cache_control: mark }],
    ]);
  });

  it("become breakpoints with an option for the whole request", () => {
    const emitted = emitChat(marked, { capabilities: { promptCache: "breakpoints" } });
    expect(emitted.body.prompt_cache_options).toEqual({ mode: "explicit" });
    expect(emitted.body.messages[0].content[0].prompt_cache_breakpoint).toEqual({
      mode: "explicit",
    });
    expect(notesOf(emitted)).toContain("dropped /tools/0/cache_control");
  });

  it("may be four at most, that of the whole request included", () => {
    const capabilities = { promptCache: "cache_control" } as const;
    const fifth = emitChat({ ...marked, cache_control: mark }, { capabilities });
    expect(refusedAt(fifth)).toEqual(["/cache_control"]);
    expect(fifth.refusals[0]?.message).toContain("5");
    const alone = emitChat(bodyOf({ cache_control: mark }), { capabilities });
    expect(alone.body.cache_control).toEqual(mark);
  });

  it("of a whole message are those of its last block", () => {
    const messages = [{ role: "user", content: "a", cache_control: mark }];
    const { body } = emitChat(bodyOf({ messages }), {
      capabilities: { promptCache: "cache_control" },
    });
    expect(body.messages[0].content).toEqual([{ type: "text", text: "a", cache_control: mark }]);
  });

  it("are said to be lost where they stand on thoughts, or inside of a document", () => {
    const inner = [{ type: "text", text: "d", cache_control: mark }];
    const document = { type: "document", source: { type: "content", content: inner } };
    const thought = { type: "thinking", thinking: "h", signature: "s", cache_control: mark };
    const turns = talk(
      ["user", [document]],
      ["assistant", [thought, { type: "text", text: "a" }]],
      ["user", "b"],
    );
    const emitted = emitChat(turns, { capabilities: { promptCache: "cache_control" } });
    expect(notesOf(emitted)).toEqual(
      expect.arrayContaining([
        "dropped /messages/0/content/0/source/content/0/cache_control",
        "dropped /messages/1/content/0/cache_control",
      ]),
    );
  });
});
