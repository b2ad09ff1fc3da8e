import { describe, expect, it } from "vitest";
import {
  call,
  messagesOf,
  parts,
  png,
  pngPart,
  result,
  type Turns,
  text,
} from "../../../../../test/chat-turns.js";
import {
  notesOf,
  refusedAt,
  writeChat,
} from "../../../../../test/write-chat-completions-request.js";
import { wrapLateSystem } from "../../../../conversation/history/place-late-system.js";
import { bodyOf, talk } from "../../../messages/__fixtures__/make.js";
import { signThinking } from "../../../messages/wire/signature.js";
import type { ChatCompletionsUpstreamCapabilities } from "../../wire/capabilities.js";

describe("instructions", () => {
  it("T89 stay separate, as parts or with blank lines between them", () => {
    const system = [text("a"), text("b")];
    expect(messagesOf([["user", "hi"]], {}, { system })[0]).toEqual({
      role: "system",
      content: "a\n\nb",
    });
    expect(messagesOf([["user", "hi"]], { capabilities: parts }, { system })[0].content).toEqual([
      text("a"),
      text("b"),
    ]);
    expect(messagesOf([["user", "hi"]], {}, { system: "" })).toHaveLength(1);
  });

  it("have the role that the upstream has for them", () => {
    const change = { capabilities: { developerRole: true } };
    expect(messagesOf([["user", "hi"]], change, { system: "s" })[0].role).toBe("developer");
  });

  it("T104 lose the line with which a coding client tags each request", () => {
    const line = "x-anthropic-billing-header: cc_version=2.1.329; cch=a1b2c;";
    const written = writeChat(bodyOf({ system: [text(line), text("You are helpful.")] }));
    expect(written.body.messages[0]).toEqual({ role: "system", content: "You are helpful." });
    expect(written.entries).toEqual([]);
    expect(messagesOf([["user", "hi"]], {}, { system: [text(line)] })).toHaveLength(1);
    const below = bodyOf({ system: `${line}\nYou are helpful.\nAlways.` });
    expect(writeChat(below).body.messages[0].content).toBe("You are helpful.\nAlways.");
  });

  it("that are empty give their cache control to those before them", () => {
    const cache_control = { type: "ephemeral" };
    const capabilities = { promptCache: "cache_control" } as const;
    const marked = (...texts: string[]) =>
      writeChat(bodyOf({ system: texts.map((one) => text(one, { cache_control })) }), {
        capabilities,
      });
    expect(marked("a", "").body.messages[0].content).toEqual([text("a", { cache_control })]);
    const lost = marked("");
    expect(lost.body.messages.map(({ role }: { role: string }) => role)).toEqual(["user"]);
    expect(notesOf(lost)).toEqual(["dropped /system/0/cache_control"]);
  });

  it("T90 T91 in the middle stay there if the upstream takes them, else they are wrapped in a tag", () => {
    const turns: Turns = [
      ["user", "a"],
      ["system", "now b"],
      ["assistant", "c"],
      ["user", "d"],
    ];
    expect(messagesOf(turns, { capabilities: { midSystem: true } })[1]).toEqual({
      role: "system",
      content: "now b",
    });
    const wrapped = writeChat(talk(...turns));
    expect(wrapped.body.messages[1]).toEqual({
      role: "user",
      content: wrapLateSystem("now b"),
    });
    expect(notesOf(wrapped)).toEqual(["approximated /messages/1"]);
    expect(wrapped.refusals).toEqual([]);
  });

  it("in the middle are removed if they contain only native fields", () => {
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: [call("c1")] },
      { role: "system", output_config: { effort: "low" } },
      { role: "user", content: [result("c1", "x")] },
    ];
    const written = writeChat(bodyOf({ messages }));
    expect(written.refusals).toEqual([]);
    expect(written.body.messages).toHaveLength(3);
    expect(notesOf(written)).toEqual(["dropped /messages/2/output_config"]);
  });

  it("in the middle move to the front or are refused, if the options say so", () => {
    const turns: Turns = [
      ["user", "a"],
      ["system", "now b"],
      ["assistant", "c"],
      ["user", "d"],
    ];
    const hoisted = messagesOf(turns, { options: { lateSystem: "hoist" } }, { system: "s" });
    expect(hoisted[0]).toEqual({ role: "system", content: "s\n\nnow b" });
    expect(hoisted).toHaveLength(4);
    const refused = writeChat(talk(...turns), { options: { lateSystem: "refuse" } });
    expect(refusedAt(refused)).toEqual(["/messages/1"]);
  });
});

describe("turns of the user", () => {
  it("keep several texts as parts, and a single text as a string", () => {
    expect(messagesOf([["user", [text("a")]]])).toEqual([{ role: "user", content: "a" }]);
    expect(messagesOf([["user", [text("a"), text("b")]]])[0].content).toEqual([
      text("a"),
      text("b"),
    ]);
    const joined = writeChat(talk(["user", [text("a"), text("b")]]), {
      capabilities: { userParts: false },
    });
    expect(joined.body.messages[0].content).toBe("a\n\nb");
    expect(notesOf(joined)).toEqual(["reshaped /messages/0"]);
  });

  it("T87 carry images by bytes and by address", () => {
    const url = { type: "image", source: { type: "url", url: "https://a.example/i.png" } };
    expect(messagesOf([["user", [text("see"), png, url]]])[0].content).toEqual([
      text("see"),
      pngPart,
      { type: "image_url", image_url: { url: "https://a.example/i.png" } },
    ]);
  });

  it("T87 refuse images that the upstream does not support, or put a note in their place", () => {
    const capabilities = { images: { url: false, base64: false, mediaTypes: [] } };
    const body = talk(["user", [text("see"), png]]);
    expect(refusedAt(writeChat(body, { capabilities }))).toEqual(["/messages/0/content/1"]);
    const warned = writeChat(body, { capabilities, unsupported: { default: "warn" } });
    expect(warned.body.messages[0].content[1]).toMatchObject({ type: "text" });
    const file = { type: "image", source: { type: "file", file_id: "f" } };
    expect(refusedAt(writeChat(talk(["user", [file]])))).toEqual(["/messages/0/content/0"]);
  });

  it("write text documents in a frame, and send others if the upstream reads them", () => {
    const document = (source: object) => ({
      type: "document",
      source,
      title: "T",
      context: "C",
    });
    const plain = { type: "text", media_type: "text/plain", data: "words" };
    const blocks = { type: "content", content: [text("x"), text("y"), png] };
    const pdf = { type: "base64", media_type: "application/pdf", data: "AA==" };
    const written = writeChat(talk(["user", [document(plain), document(blocks)]]));
    expect(written.body.messages[0].content).toEqual([
      text("<document>\n<title>T</title>\n<context>C</context>\nwords\n</document>"),
      text("<document>\n<title>T</title>\n<context>C</context>\nx\ny\n</document>"),
      pngPart,
    ]);
    expect(notesOf(written)).toEqual([
      "approximated /messages/0/content/0",
      "approximated /messages/0/content/1",
    ]);
    expect(refusedAt(writeChat(talk(["user", [document(pdf)]])))).toEqual([
      "/messages/0/content/0",
    ]);
    const elsewhere = [
      document({ type: "url", url: "https://a.example/a.pdf" }),
      document({ type: "file", file_id: "f" }),
    ];
    expect(refusedAt(writeChat(talk(["user", elsewhere])))).toEqual([
      "/messages/0/content/0",
      "/messages/0/content/1",
    ]);
    const capabilities = { documents: { pdf: true, text: true, url: false } };
    expect(messagesOf([["user", [document(pdf)]]], { capabilities })[0].content).toEqual([
      text("C"),
      { type: "file", file: { filename: "T", file_data: "data:application/pdf;base64,AA==" } },
    ]);
  });

  it("T88 name the block of an unknown type", () => {
    const written = writeChat(talk(["user", [text("a"), { type: "hologram", beam: 1 }]]));
    expect(refusedAt(written)).toEqual(["/messages/0/content/1"]);
    expect(written.refusals[0]?.message).toContain("hologram");
  });

  it("write search results as text, and server tool blocks as text only if the options allow it", () => {
    const search = { type: "search_result", source: "s", title: "t", content: [text("found")] };
    const reported = writeChat(talk(["user", [search]]));
    expect(reported.body.messages[0].content).toContain("found");
    expect(notesOf(reported)).toEqual(["approximated /messages/0/content/0"]);
    const ran = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
    const body = talk(["user", "a"], ["assistant", [ran, text("b")]], ["user", "c"]);
    expect(refusedAt(writeChat(body))).toEqual(["/messages/1/content/0"]);
    const warned = writeChat(body, { unsupported: { default: "warn" } });
    expect(warned.body.messages[1].content).toMatch(/^\{"type":"server_tool_use".*\}\nb$/);
  });

  it("T88 T95 name in a refusal what the upstream does not take, with its type", () => {
    const ran = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
    const shell = { type: "bash_20250124", name: "bash" };
    const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } };
    const turns = talk(["user", [image]], ["assistant", [ran, text("b")]], ["user", "c"]);
    const { refusals } = writeChat(
      { ...turns, tools: [shell], stop_sequences: ["a", "b", "c"] },
      {
        capabilities: { maxStop: 2, images: { url: false, base64: true, mediaTypes: [] } },
      },
    );
    expect(refusals.map(({ message }) => message)).toEqual([
      "The model behind this endpoint takes no images of this kind.",
      "The model behind this endpoint takes no calls of server tools (`server_tool_use`).",
      "The model behind this endpoint takes only tools that the caller defines with a schema, not tools of this type (`bash_20250124`).",
      "The model behind this endpoint takes at most 2 stop sequences; this request has 3.",
    ]);
  });

  it("refuse a summary of earlier turns that only its vendor can read", () => {
    const summary = (content: string | null, encrypted_content: string | null) =>
      writeChat(
        talk(
          ["user", "a"],
          ["assistant", [{ type: "compaction", content, encrypted_content }, text("b")]],
          ["user", "c"],
        ),
      );
    expect(summary("short", "x").body.messages[1].content).toBe("short\nb");
    expect(refusedAt(summary(null, "x"))).toEqual(["/messages/1/content/0"]);
    expect(notesOf(summary(null, null))).toEqual([]);
  });

  it("report lost citations", () => {
    const cited = text("a", { citations: [{ type: "char_location" }] });
    const document = {
      type: "document",
      source: { type: "text", media_type: "text/plain", data: "d" },
      citations: { enabled: true },
    };
    expect(
      notesOf(writeChat(talk(["user", [document]], ["assistant", [cited]], ["user", "c"]))),
    ).toEqual([
      "dropped /messages/0/content/0/citations",
      "approximated /messages/0/content/0",
      "dropped /messages/1/content/0/citations",
    ]);
  });
});

describe("turns of the assistant", () => {
  it("T86 have their text beside their calls, joined without a separator", () => {
    const turns: Turns = [
      ["user", "a"],
      ["assistant", [text("on"), text("e"), call("c1", "f", { z: 1, a: 2 })]],
      ["user", [result("c1", "ok")]],
    ];
    expect(messagesOf(turns)[1]).toEqual({
      role: "assistant",
      content: "one",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "f", arguments: '{"z":1,"a":2}' } },
      ],
    });
  });

  it("T105 keep the inputs of calls as the caller wrote them", () => {
    const input = '{"2":1.10,"1":12345678901234567890}';
    const { body } = writeChat(
      `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":${input}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1"}]}]}`,
    );
    expect(body.messages[1].tool_calls[0].function.arguments).toBe(input);
  });

  it("T106 have no filler as content, only what the upstream requires beside calls", () => {
    const turns: Turns = [
      ["user", "a"],
      ["assistant", [call("c1")]],
      ["user", [result("c1")]],
    ];
    const contentFor = (assistantContent: "null" | "empty" | "omit") =>
      messagesOf(turns, { capabilities: { assistantContent } })[1];
    expect(contentFor("null").content).toBeNull();
    expect(contentFor("empty").content).toBe("");
    expect(contentFor("omit")).not.toHaveProperty("content");
    expect(messagesOf(turns)[2]).toEqual({ role: "tool", tool_call_id: "c1", content: "" });
  });

  it("report that text after a call moves before it", () => {
    const written = writeChat(
      talk(
        ["user", "a"],
        ["assistant", [call("c1"), text("after")]],
        ["user", [result("c1", "ok")]],
      ),
    );
    expect(notesOf(written)).toEqual(["reshaped /messages/1/content/1"]);
  });

  it("T113 return reasoning in the member that the upstream reads, without signatures", () => {
    const reasoning = { type: "thinking", thinking: "hm", signature: "sig" };
    const marked = { type: "thinking", thinking: "so", signature: signThinking("so") };
    const turns: Turns = [
      ["user", "a"],
      ["assistant", [reasoning, text("b"), call("c1")]],
      ["user", [result("c1", "ok")]],
      ["assistant", [marked, text("d")]],
      ["user", "e"],
    ];
    const echo = (when: "never" | "tool_turns" | "always") =>
      messagesOf(turns, {
        capabilities: { reasoningEcho: { when, field: "reasoning_content" } },
      }).map((message: { reasoning_content?: string }) => message.reasoning_content);
    expect(echo("never")).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(echo("tool_turns")[1]).toBe("hm");
    expect(echo("tool_turns")[3]).toBeUndefined();
    expect(echo("always")[3]).toBe("so");
  });

  it("T113 return reasoning as a list, hidden reasoning and proofs included, if the upstream reads a list", () => {
    const reasoning = [
      { type: "thinking", thinking: "hm", signature: "sig" },
      { type: "redacted_thinking", data: "opaque" },
      { type: "thinking", thinking: "so", signature: signThinking("so") },
    ];
    const capabilities = {
      reasoningEcho: { when: "always", field: "reasoning_details" },
    } as const;
    const turns: Turns = [
      ["user", "a"],
      ["assistant", [...reasoning, text("b")]],
      ["user", "c"],
    ];
    const format = "anthropic-claude-v1";
    expect(messagesOf(turns, { capabilities })[1]).toEqual({
      role: "assistant",
      content: "b",
      reasoning_details: [
        { index: 0, type: "reasoning.text", text: "hm", signature: "sig", format },
        { index: 1, type: "reasoning.encrypted", data: "opaque", format },
        { index: 2, type: "reasoning.text", text: "so" },
      ],
    });
  });

  it("T113 return what the service remembered for callers that lost it", () => {
    const answered = ["user", [result("c1", "ok")]] as const;
    const turns: Turns = [["user", "a"], ["assistant", [call("c1")]], answered];
    const extra = { extra_content: { google: { thought_signature: "s" } } };
    const remembered = new Map([
      [
        "c1",
        [
          { type: "thinking", text: "hm" },
          { type: "tool_call", id: "c1", name: "f", arguments: "{}", extra },
        ] as const,
      ],
    ]);
    const capabilities = { reasoningEcho: { when: "tool_turns", field: "reasoning" } } as const;
    expect(messagesOf(turns, { capabilities, remembered })[1]).toMatchObject({
      reasoning: "hm",
      tool_calls: [{ id: "c1", ...extra }],
    });
    const hidden = { type: "thinking", thinking: "", signature: signThinking("") };
    const shown: Turns = [["user", "a"], ["assistant", [hidden, call("c1")]], answered];
    expect(messagesOf(shown, { capabilities, remembered })[1]).toMatchObject({ reasoning: "hm" });
    const forgotten = writeChat(talk(...shown), { capabilities });
    expect(forgotten.body.messages[1]).not.toHaveProperty("reasoning");
    expect(notesOf(forgotten)).toEqual(["dropped /messages/1/content/0"]);
  });

  it("T113 give it back also for calls whose ids the upstream does not take", () => {
    const extra = { extra_content: { google: { thought_signature: "s" } } };
    const id = "functions.f:0";
    const blocks = [
      { type: "thinking", text: "hm" },
      { type: "tool_call", id, name: "f", arguments: "{}", extra },
    ] as const;
    const capabilities = {
      reasoningEcho: { when: "tool_turns", field: "reasoning" },
      toolIdPattern: /^[A-Za-z0-9]+$/,
      maxToolId: 9,
    } as const;
    const turns: Turns = [
      ["user", "a"],
      ["assistant", [call(id)]],
      ["user", [result(id, "ok")]],
    ];
    const [, asked] = messagesOf(turns, { capabilities, remembered: new Map([[id, blocks]]) });
    expect(asked).toMatchObject({ reasoning: "hm", tool_calls: [extra] });
    expect(asked.tool_calls[0].id).toMatch(/^[A-Za-z0-9]{9}$/);
  });

  it("are dropped with a note if they have no content left", () => {
    const reasoning = { type: "thinking", thinking: "hm", signature: "sig" };
    const written = writeChat(talk(["user", "a"], ["assistant", [reasoning]], ["user", "b"]));
    expect(written.body.messages).toHaveLength(2);
    expect(notesOf(written)).toEqual(["dropped /messages/1"]);
  });

  it("T150 are refused if the whole request has no content", () => {
    expect(refusedAt(writeChat(talk(["user", []])))).toEqual(["/messages"]);
  });

  it("T112 come last only if the upstream continues them, in its own way", () => {
    const turns: Turns = [
      ["user", "a"],
      ["assistant", "So "],
    ];
    expect(refusedAt(writeChat(talk(...turns)))).toEqual(["/messages/1"]);
    expect(refusedAt(writeChat(talk(...turns, ["user", []])))).toEqual(["/messages/1"]);
    const bodyFor = (prefill: ChatCompletionsUpstreamCapabilities["prefill"]) =>
      writeChat(talk(...turns), { capabilities: { prefill } }).body;
    expect(bodyFor("native").messages[1]).toEqual({ role: "assistant", content: "So " });
    expect(bodyFor("prefix").messages[1]).toMatchObject({ content: "So ", prefix: true });
    expect(bodyFor("continue_final_message")).toMatchObject({
      continue_final_message: true,
      add_generation_prompt: false,
    });
  });
});

describe("upstreams that require an order", () => {
  it("T92 get turns that alternate, and an assistant message after results", () => {
    const turns: Turns = [
      ["user", "a"],
      ["system", "b"],
      ["assistant", [call("c1")]],
      ["user", [result("c1", "x"), text("go on")]],
    ];
    const capabilities = { strictAlternation: true, toolResultFiller: "Done." };
    const written = writeChat(talk(...turns), { capabilities });
    expect(
      written.body.messages.map(({ role, content }: { role: string; content: unknown }) => [
        role,
        content,
      ]),
    ).toEqual([
      ["user", `a\n\n${wrapLateSystem("b")}`],
      ["assistant", null],
      ["tool", "x"],
      ["assistant", "Done."],
      ["user", "go on"],
    ]);
    expect(notesOf(written)).toEqual(
      expect.arrayContaining(["approximated /messages", "approximated /messages/1"]),
    );
  });

  it("T92 get joined parts if a turn has parts", () => {
    const turns: Turns = [
      ["user", [text("a"), png]],
      ["system", "b"],
    ];
    expect(messagesOf(turns, { capabilities: { strictAlternation: true } })).toEqual([
      { role: "user", content: [text("a"), pngPart, text(wrapLateSystem("b"))] },
    ]);
  });
});
