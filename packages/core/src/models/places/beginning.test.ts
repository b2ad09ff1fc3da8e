import { describe, expect, it } from "vitest";
import { continuity as chatContinuity } from "../../formats/chat-completions/read-request/continuity.js";
import { continuity as messagesContinuity } from "../../formats/messages/read-request/continuity.js";
import type { JsonObject } from "../../json/value.js";
import type { Continuity } from "../continuity.js";
import type { Origin } from "../model.js";
import { hashBeginning } from "./beginning.js";

const hashOf = (continuity: Continuity | undefined, body: JsonObject) =>
  hashBeginning({ body, continuity } as Origin);
const ofMessages = (body: JsonObject) => hashOf(messagesContinuity, body);
const ofChat = (body: JsonObject) => hashOf(chatContinuity, body);

const text = (text: string, more: object = {}) => ({ type: "text", text, ...more });
const first = { role: "user", content: [text("Why?", { cache_control: { type: "ephemeral" } })] };
const start = { model: "m", system: [text("Be short.")], messages: [first] };

describe("the hash of a conversation's beginning", () => {
  it("stays the same when a conversation of Messages goes on and its cache marks move", () => {
    const later = { role: "user", content: [text("Why?")] };
    const messages = [later, { role: "assistant", content: "So." }, { role: "user", content: "?" }];
    expect(ofMessages({ ...start, messages, max_tokens: 9 })).toBe(ofMessages(start));
  });

  it("does not depend on the line by which a coding client tags each request", () => {
    const tagged = (hash: string) => ({
      ...start,
      system: [text(`x-anthropic-billing-header: cch=${hash};`), text("Be short.")],
    });
    expect(ofMessages(tagged("a1"))).toBe(ofMessages(tagged("b2")));
  });

  it.each<[string, JsonObject]>([
    ["another model", { ...start, model: "n" }],
    ["other instructions", { ...start, system: "Be long." }],
    ["another first message", { ...start, messages: [{ role: "user", content: "How?" }] }],
  ])("differs for %s", (_case, body) => {
    expect(ofMessages(body)).not.toBe(ofMessages(start));
  });

  it("covers a conversation of Chat Completions up to its first message of the user", () => {
    const system = { role: "system", content: "Be short." };
    const asked = { model: "m", messages: [system, { role: "user", content: "Why?" }] };
    const later = {
      ...asked,
      messages: [...asked.messages, { role: "assistant", content: "So." }],
    };
    expect(ofChat(later)).toBe(ofChat(asked));
    expect(ofChat({ ...asked, messages: asked.messages.slice(1) })).not.toBe(ofChat(asked));
  });

  it("is that of the vendor's cache key where a caller has one", () => {
    const keyed = (content: string) => ({
      model: "m",
      prompt_cache_key: "session-1",
      messages: [{ role: "user", content }],
    });
    expect(ofChat(keyed("Why?"))).toBe(ofChat(keyed("How?")));
  });

  it("reads both ends of a long text, and its length", () => {
    const long = (middle: string) => ({
      ...start,
      system: `${"a".repeat(400)}${middle}${"z".repeat(400)}`,
    });
    expect(ofMessages(long("1"))).toBe(ofMessages(long("2")));
    expect(ofMessages(long("11"))).not.toBe(ofMessages(long("2")));
  });

  it("knows only the model of a format that says nothing", () => {
    expect(hashOf(undefined, start)).toBe(hashOf(undefined, { ...start, messages: [] }));
    expect(hashOf(undefined, start)).not.toBe(hashOf(undefined, { ...start, model: "n" }));
  });

  it("takes bodies of any shape", () => {
    for (const messages of [undefined, null, 5, "x", [], [null, 5, "x"]]) {
      expect(() => [ofMessages({ messages }), ofChat({ messages })]).not.toThrow();
    }
  });
});
