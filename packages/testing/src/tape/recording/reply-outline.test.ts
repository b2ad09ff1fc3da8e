import type { ConversationEvent } from "@diglot/core";
import { expect, it } from "vitest";
import { answersOf } from "./reply-outline.js";

const open = (index: number, block: object) => ({ type: "open", index, block });
const delta = (index: number, piece: object) => ({ type: "delta", index, delta: piece });
const text = (index: number, said: string) => delta(index, { type: "text", text: said });
const json = (index: number, piece: string) => delta(index, { type: "arguments", json: piece });

/** What a reply of these events says. */
function answers(...events: readonly object[]): readonly string[] {
  return answersOf({ events: events.map((event) => [0, event as ConversationEvent]) });
}

it("a reply says its texts as one, then the arguments of each call, without white space", () => {
  const said = answers(
    open(0, { type: "text" }),
    text(0, "Let me "),
    text(0, "look. "),
    open(1, { type: "tool_call", id: "a", name: "look" }),
    json(1, '{"at": '),
    open(2, { type: "tool_call", id: "b", name: "look" }),
    json(2, '{"at":2}'),
    json(1, '"this" }'),
    open(3, { type: "text" }),
    text(3, "Well."),
  );
  expect(said).toEqual(["Let me look. Well.", '{"at":"this"}', '{"at":2}']);
});

it("a reply says nothing of its reasoning, and nothing that is empty", () => {
  const thought = [open(0, { type: "thinking" }), text(0, "Hm.")];
  expect(answers(...thought, open(1, { type: "text" }), text(1, "Yes."))).toEqual(["Yes."]);
  expect(answers(...thought)).toEqual([]);
  expect(answers(open(0, { type: "tool_call", id: "a", name: "look" }))).toEqual([""]);
});
