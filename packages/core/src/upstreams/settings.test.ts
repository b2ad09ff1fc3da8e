import { describe, expect, it } from "vitest";
import {
  defaultUpstreamCapabilities,
  validCapabilities,
} from "../formats/chat-completions/wire/capabilities.js";
import { checkUpstreamOptions } from "./check-options.js";
import type { UpstreamOptions } from "./options.js";
import { toUpstreamSettings } from "./settings.js";

const right = { id: "m", baseUrl: "http://127.0.0.1:8000/v1" };
function settle(change: Partial<UpstreamOptions> = {}) {
  const options = { ...right, ...change };
  checkUpstreamOptions("chatCompletionsUpstream", options, validCapabilities);
  return toUpstreamSettings(options, defaultUpstreamCapabilities);
}

describe("the options of an upstream", () => {
  it("completes and freezes the options", () => {
    const settings = settle({ capabilities: { maxOutput: 9 }, headers: { "X-Team": "a" } });
    expect(settings).toMatchObject({
      model: "m",
      capabilities: { maxOutput: 9, maxStop: 4 },
      translation: { lateSystem: "wrap" },
      headers: [["x-team", "a"]],
    });
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.capabilities)).toBe(true);
  });

  it("shows what the upstream says of a request, unless the operator hides it", () => {
    expect(settle().upstreamErrors).toBe("show");
    expect(settle({ upstreamErrors: "hide" }).upstreamErrors).toBe("hide");
    expect(() => settle({ upstreamErrors: "hidden" as "hide" })).toThrow(
      "must be one of show, hide",
    );
  });

  it("keeps the path of the base URL and drops its final slash", () => {
    expect(settle({ baseUrl: "https://a.test/openai/v1/" }).baseUrl).toBe(
      "https://a.test/openai/v1",
    );
  });

  it.each([
    "",
    "/v1",
    "upstream.test/v1",
    "ftp://upstream.test",
    "http://user:secret@upstream.test",
    "http://upstream.test/v1?key=secret",
    "http://upstream.test/v1#secret",
  ])("refuses the base URL %j without repeating it", (baseUrl) => {
    expect(() => settle({ baseUrl })).toThrow(TypeError);
    expect(() => settle({ baseUrl })).not.toThrow(/secret/);
  });

  it.each(["Authorization", "x-api-key", "cookie", "host", "Content-Length", "connection"])(
    "refuses the header %s",
    (name) => {
      expect(() => settle({ headers: { [name]: "a" } })).toThrow(name);
    },
  );

  it("refuses headers and keys that could begin another header", () => {
    expect(() => settle({ headers: { "x-a": "b\r\nc: d" } })).toThrow(TypeError);
    expect(() => settle({ headers: { "x a": "b" } })).toThrow(TypeError);
    expect(() => settle({ apiKey: "a\r\nb: c" })).toThrow(TypeError);
    expect(() => settle({ apiKey: "" })).toThrow(TypeError);
  });

  it("refuses an unknown way to send the key", () => {
    expect(settle({ credential: "bearer" }).credential).toBe("bearer");
    expect(() => settle({ credential: "basic" as never })).toThrow('"credential" must be one of');
  });

  it("takes either a transport or fetch, not both", () => {
    const transport = () => Promise.reject(new Error("unused"));
    expect(settle({ transport }).transport).toBe(transport);
    expect(() => settle({ transport, fetch: globalThis.fetch })).toThrow('"transport"');
  });

  it("refuses empty names and invalid times", () => {
    expect(() => settle({ id: "" })).toThrow('"id" must be');
    expect(() => settle({ model: "" })).toThrow('"model" must be');
    expect(() => settle({ timeouts: { total: 0 } })).toThrow("timeouts.total");
    expect(() => settle({ timeouts: { connect: Number.NaN } })).toThrow("timeouts.connect");
  });

  it("knows the credentials among its options, but for words that stand for none", () => {
    const headers = {
      "x-goog-api-key": "goog-key-1",
      "x-auth": "Basic dXNlcjpwYXNz; short",
      "x-team": "a-long-name-of-a-team",
    };
    expect(settle({ apiKey: "up-key-1", headers }).secrets).toEqual([
      "up-key-1",
      "goog-key-1",
      "Basic dXNlcjpwYXNz; short",
      "dXNlcjpwYXNz",
    ]);
    expect(settle({ apiKey: "ollama" }).secrets).toEqual([]);
    expect(settle().secrets).toEqual([]);
  });

  it.each([
    ["its key, however short", "not with ollama", true],
    ["its key in another case", "not with OLLAMA", true],
    ["a header", "not with goog-key-1", true],
    ["a word of a header", "not with dXNlcjpwYXNz", true],
    ["its address", "at 127.0.0.1:8000/v1", true],
    ["a short word of a header", "short", false],
    ["another header", "of a-team", false],
  ])("R6 sees %s in what it says", (_case, said, isHidden) => {
    const headers = {
      "x-api-token": "goog-key-1",
      "x-auth": "Basic dXNlcjpwYXNz; short",
      "x-team": "a-team",
    };
    expect(settle({ apiKey: "ollama", headers }).holdsSecret(said)).toBe(isHidden);
  });
});
