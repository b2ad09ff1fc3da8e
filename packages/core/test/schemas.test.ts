import { modelOf } from "@diglot/test-support/models";
import { formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import * as full from "zod";
import * as z from "zod/mini";
import type { Model } from "../src/models/model.js";
import * as schemas from "../src/schemas.js";
import { chatCompletionsRequests } from "./maximal/chat-completions-requests.js";
import { messagesRequests } from "./maximal/messages-requests.js";

const all = Object.entries(schemas);
const hello = { role: "user", content: "hello" };

describe("the published schemas", () => {
  it.each(all)("%s has a title, and a JSON Schema", (name, schema) => {
    const { title, description } = full.toJSONSchema(schema, { io: "input" });
    expect(title?.toLowerCase()).toBe(name.toLowerCase());
    expect(description).toMatch(/\.$/);
  });

  it("are part of what a program describes with its own zod", () => {
    const saved = full.object({ at: full.number(), request: schemas.messagesRequest });
    const request = { model: "m", max_tokens: 1, messages: [hello] };
    expect(saved.parse({ at: 1, request })).toEqual({ at: 1, request });
    expect(saved.safeParse({ at: 1, request: {} }).success).toBe(false);
  });

  it.each(messagesRequests)("take $name in Messages, with all of its members", ({ body }) => {
    expect(schemas.messagesRequest.parse(body)).toEqual(body);
  });

  it.each(chatCompletionsRequests)("take $name in Chat Completions", ({ body }) => {
    expect(schemas.chatCompletionsRequest.parse(body)).toEqual(body);
  });

  it("look into the blocks, parts, calls and tools of a request", () => {
    const wrong = { type: "text", text: 1 };
    const messagesOf = (change: object) =>
      z.validate(schemas.messagesRequest, {
        model: "m",
        max_tokens: 1,
        messages: [hello],
        ...change,
      });
    const chatOf = (change: object) =>
      z.validate(schemas.chatCompletionsRequest, { model: "m", messages: [hello], ...change });
    expect([messagesOf({}), chatOf({})]).toEqual([true, true]);
    expect([
      messagesOf({ messages: [{ role: "user", content: [wrong] }] }),
      messagesOf({ tools: [{ name: "f" }] }),
      messagesOf({ thinking: { type: "enabled" } }),
      chatOf({ messages: [{ role: "user", content: [wrong] }] }),
      chatOf({ messages: [{ role: "assistant", tool_calls: [{ id: "1" }] }] }),
      chatOf({ tools: [{ type: "function" }] }),
    ]).toEqual(Array(6).fill(false));
  });
});

/** A model that answers with this body, whatever is asked. */
function relayOf(body: string, contentType: string): Model {
  return {
    ...modelOf([]),
    respond: async () => ({
      kind: "relay",
      status: 200,
      headers: [["content-type", contentType]],
      body: new TextEncoder().encode(body),
      untilContent: async () => undefined,
    }),
  };
}

describe("the answers that tests read", () => {
  it("are held against the published schemas", async () => {
    const model = relayOf('{"type":"message"}', "application/json");
    for (const format of formatNames) {
      const { service } = serviceOf(model);
      const response = await service.request(...requestOf(format, { model: model.id }));
      await expect(response.text()).rejects.toThrow("invalid_type");
    }
  });

  it.each(formatNames)("are held against them as streams, too, of %s", async (format) => {
    const relayed = '{"type":"no_such_event","choices":1}';
    const { service } = serviceOf(relayOf(`data: ${relayed}\n\n`, "text/event-stream"));
    const response = await service.request(
      ...requestOf(format, { model: "scripted", stream: true }),
    );
    const reader = response.body?.getReader();
    const read = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(read()).rejects.toThrow();
  });
});
