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
import { talk } from "../../../messages/__fixtures__/make.js";

describe("results of tools", () => {
  const asked: Turns = [
    ["user", "a"],
    ["assistant", [call("c1"), call("c2", "g")]],
  ];

  it("T80 are text, not the JSON of their blocks", () => {
    const turns: Turns = [...asked, ["user", [result("c1", [text("a"), text("b")]), result("c2")]]];
    expect(messagesOf(turns)[2]).toEqual({ role: "tool", tool_call_id: "c1", content: "a\nb" });
    expect(messagesOf(turns, { capabilities: parts })[2].content).toEqual([text("a"), text("b")]);
  });

  it("T81 T82 have their images in one message after all of them", () => {
    const turns: Turns = [
      ...asked,
      ["user", [result("c1", [png]), result("c2", [text("b"), png]), text("look")]],
    ];
    const written = writeChat(talk(...turns));
    expect(written.body.messages.slice(2)).toEqual([
      {
        role: "tool",
        tool_call_id: "c1",
        content: "[1 attachment follows in the next user message]",
      },
      {
        role: "tool",
        tool_call_id: "c2",
        content: "b\n[1 attachment follows in the next user message]",
      },
      {
        role: "user",
        content: [
          text("Attached to the result of tool call c1:"),
          pngPart,
          text("Attached to the result of tool call c2:"),
          pngPart,
          text("look"),
        ],
      },
    ]);
    expect(notesOf(written)).toContain("approximated /messages/2/content/0");
    const shown = messagesOf(turns, { capabilities: { ...parts, toolMessageImages: true } });
    expect(shown[3].content).toEqual([text("b"), pngPart]);
    expect(shown[4]).toEqual({ role: "user", content: "look" });
  });

  it("T83 report that the tool failed", () => {
    const error = { is_error: true };
    const turns: Turns = [
      ...asked,
      ["user", [result("c1", "no such file", error), result("c2", undefined, error)]],
    ];
    const written = writeChat(talk(...turns));
    expect(written.body.messages[2].content).toBe("[tool error] no such file");
    expect(written.body.messages[3].content).toBe("[tool error] ");
    expect(notesOf(written)).toEqual([
      "approximated /messages/2/content/0",
      "approximated /messages/2/content/1",
    ]);
    expect(
      messagesOf([...asked, ["user", [result("c1", "x", { is_error: false }), result("c2")]]])[2]
        .content,
    ).toBe("x");
  });

  it("T84 T86 come before the rest of the turn, which is kept", () => {
    const turns: Turns = [
      ...asked,
      ["user", [result("c1", "x"), result("c2", "y"), text("go on")]],
    ];
    expect(messagesOf(turns).slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "x" },
      { role: "tool", tool_call_id: "c2", content: "y" },
      { role: "user", content: "go on" },
    ]);
  });

  it("T93 may be the only content of a turn", () => {
    const turns: Turns = [...asked, ["user", [result("c1", "x")]], ["user", [result("c2", "y")]]];
    const written = writeChat(talk(...turns));
    expect(written.refusals).toEqual([]);
    expect(written.body.messages.map(({ role }: { role: string }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
    ]);
  });

  it("name their tool if the upstream requires that, in the order of the calls", () => {
    const turns: Turns = [...asked, ["user", [result("c2", "y"), result("c1", "x")]]];
    const written = writeChat(talk(...turns), { capabilities: { toolMessageName: true } });
    expect(written.body.messages.slice(2)).toMatchObject([
      { name: "f", content: "x" },
      { name: "g", content: "y" },
    ]);
    expect(written.entries).toEqual([]);
  });

  it("T115 are refused without their call, or become text if the history is repaired", () => {
    const body = talk(["user", [result("x", "lost"), text("a")]]);
    expect(refusedAt(writeChat(body))).toEqual(["/messages/0/content/0"]);
    const repaired = writeChat(body, { options: { repair: true } });
    expect(repaired.body.messages).toEqual([{ role: "user", content: [text("lost"), text("a")] }]);
    expect(notesOf(repaired)).toEqual(["approximated /messages/0/content/0"]);
  });

  it("T83 T115 stay errors when they become text, and an added result has no place in the caller's body", () => {
    const lost = result("x", [png, text("late")], { is_error: true });
    const failed = result("y", "boom", { is_error: true });
    const body = talk(...asked, ["user", [result("c1", "ok"), lost, failed]]);
    const repaired = writeChat(body, { options: { repair: true } });
    expect(repaired.body.messages.slice(3)).toEqual([
      { role: "tool", tool_call_id: "c2", content: "[tool error] This call has no result." },
      {
        role: "user",
        content: [text("[tool error]"), pngPart, text("late"), text("[tool error] boom")],
      },
    ]);
    expect(notesOf(repaired)).toEqual([
      "approximated /messages/1/content/1",
      "approximated /messages/2/content/1",
      "approximated /messages/2/content/2",
    ]);
  });

  it("that are missing at the end are the only problem", () => {
    expect(refusedAt(writeChat(talk(...asked)))).toEqual([
      "/messages/1/content/0",
      "/messages/1/content/1",
    ]);
  });

  it("move behind their calls where something else stands before them, and this is reported", () => {
    const turns: Turns = [
      ...asked,
      ["user", [text("first"), result("c1", "x")]],
      ["system", "mind"],
      ["user", [result("c2", "y"), text("last")]],
    ];
    const written = writeChat(talk(...turns));
    expect(written.refusals).toEqual([]);
    expect(written.body.messages.slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "x" },
      { role: "tool", tool_call_id: "c2", content: "y" },
      { role: "user", content: "first" },
      { role: "user", content: wrapLateSystem("mind") },
      { role: "user", content: "last" },
    ]);
    expect(notesOf(written)).toEqual([
      "approximated /messages/2/content/1",
      "approximated /messages/4/content/0",
      "approximated /messages/3",
    ]);
    const strict = writeChat(talk(...turns), { unsupported: { default: "strict" } });
    expect(refusedAt(strict)).toContain("/messages/2/content/1");
  });

  it("are refused, or repaired, if calls have no result or several", () => {
    const turns: Turns = [...asked, ["user", [result("c1", "x"), result("c1", "again")]]];
    expect(refusedAt(writeChat(talk(...turns)))).toEqual([
      "/messages/1/content/1",
      "/messages/2/content/1",
    ]);
    const repaired = writeChat(talk(...turns), { options: { repair: true } });
    expect(repaired.refusals).toEqual([]);
    expect(repaired.body.messages.slice(2)).toEqual([
      { role: "tool", tool_call_id: "c1", content: "x" },
      { role: "tool", tool_call_id: "c2", content: "[tool error] This call has no result." },
    ]);
    expect(refusedAt(writeChat(talk(...asked)))).toContain("/messages/1/content/0");
  });
});

describe("ids of calls", () => {
  it("are the same on call and result, and legal", () => {
    const turns: Turns = [
      ["user", "a"],
      ["assistant", [call("functions.f:0")]],
      ["user", [result("functions.f:0", "x")]],
    ];
    const messages = messagesOf(turns, {
      capabilities: { toolIdPattern: /^[A-Za-z0-9]+$/, maxToolId: 9 },
    });
    const { id } = messages[1].tool_calls[0];
    expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(messages[2].tool_call_id).toBe(id);
  });

  it("that are repeated are distinguished on both sides, by their order", () => {
    const turns: Turns = [
      ["user", "a"],
      ["assistant", [call("f_0"), call("f_0", "g")]],
      ["user", [result("f_0", "x"), result("f_0", "y")]],
      ["assistant", [call("f_0")]],
      ["user", [result("f_0", "z")]],
    ];
    const written = writeChat(talk(...turns));
    const { messages } = written.body;
    const calls = [...messages[1].tool_calls, ...messages[4].tool_calls];
    const ids = calls.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe("f_0");
    const results = [messages[2], messages[3], messages[5]];
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(ids);
    expect(results.map(({ content }) => content)).toEqual(["x", "y", "z"]);
    expect(written.refusals).toEqual([]);
  });
});
