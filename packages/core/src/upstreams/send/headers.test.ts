import { describe, expect, it } from "vitest";
import { chatCompletionsUpstream } from "../chat-completions-upstream.js";
import { upstreamOf } from "../create-upstream.js";
import { messagesUpstream } from "../messages-upstream.js";
import type { UpstreamOptions } from "../options.js";
import type { OutgoingMessage } from "../upstream.js";

const baseUrl = "http://upstream.test/v1";
const creators = { messages: messagesUpstream, "chat-completions": chatCompletionsUpstream };
const body = new TextEncoder().encode("{}");

/** The headers of a message to an upstream. */
function headersOf(
  format: keyof typeof creators,
  message: Partial<OutgoingMessage>,
  options: Partial<UpstreamOptions> = {},
) {
  const model = creators[format]({ id: "m", baseUrl, ...options } as UpstreamOptions);
  return upstreamOf(model)?.writeHeaders({ headers: [], stream: false, ...message });
}

describe("the headers of a request to an upstream", () => {
  it("say what is sent and what is wanted: JSON, a stream that is not compressed, or a list", () => {
    const json = [
      ["accept", "application/json"],
      ["content-type", "application/json"],
    ];
    expect(headersOf("chat-completions", { body })).toEqual(json);
    expect(headersOf("chat-completions", { body, stream: true })).toEqual([
      ["accept", "text/event-stream"],
      ["content-type", "application/json"],
      ["accept-encoding", "identity"],
    ]);
    expect(headersOf("chat-completions", {})).toEqual([["accept", "application/json"]]);
  });

  it("have the version of a format that has versions", () => {
    for (const message of [{}, { body }, { body, stream: true }]) {
      expect(headersOf("messages", message)).toContainEqual(["anthropic-version", "2023-06-01"]);
    }
  });

  it("have the key in the format's own way, or in the operator's", () => {
    const apiKey = "sk-1";
    expect(headersOf("messages", { body }, { apiKey })).toContainEqual(["x-api-key", "sk-1"]);
    expect(headersOf("chat-completions", { body }, { apiKey })).toContainEqual([
      "authorization",
      "Bearer sk-1",
    ]);
    expect(headersOf("messages", { body }, { apiKey, credential: "bearer" })).toContainEqual([
      "authorization",
      "Bearer sk-1",
    ]);
    expect(headersOf("chat-completions", {}, { apiKey, credential: "api-key" })).toEqual([
      ["accept", "application/json"],
      ["api-key", "sk-1"],
    ]);
  });

  it.each([
    ["get", {}],
    ["json", { body }],
    ["stream", { body, stream: true }],
  ])(
    "have those of the caller, which the operator's replace, once each, of a %s",
    (_kind, message) => {
      const options = { headers: { "X-Team": "operator" } };
      const usual = headersOf("messages", message, options);
      const own = [
        ["X-Team", "caller"],
        ["Anthropic-Beta", "new"],
      ] as const;
      const all = headersOf("messages", { ...message, headers: own }, options);
      expect(all?.toSorted()).toEqual([...(usual ?? []), ["anthropic-beta", "new"]].toSorted());
      expect(all).toContainEqual(["x-team", "operator"]);
    },
  );
});
