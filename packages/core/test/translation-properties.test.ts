import { endpoints, type FormatName, formatNames } from "@diglot/test-support/requests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createService } from "../src/create-service.js";
import type { ChatCompletionsUpstreamCapabilities } from "../src/formats/chat-completions/upstream.js";
import type { MessagesUpstreamCapabilities } from "../src/formats/messages/upstream.js";
import type { JsonObject } from "../src/json/value.js";
import { presets } from "../src/upstreams/presets.js";
import { anyRequests, commonRequests } from "./arbitraries.js";
import { upstreamCreators } from "./attempt-of.js";
import { otherFormat, writeAs } from "./observe.js";

/** Upstreams that accept everything that both formats can express. */
const able: Readonly<
  Record<FormatName, Partial<ChatCompletionsUpstreamCapabilities & MessagesUpstreamCapabilities>>
> = {
  messages: { ...presets.anthropic, samplingParams: "all", toolChoiceWithThinking: true },
  "chat-completions": {
    ...presets.openai,
    maxTokensField: "max_tokens",
    developerRole: false,
    topK: true,
    promptCache: "cache_control",
  },
};

/** Members that come back unchanged the first time; content of one text may become a string. */
const unchanged: Readonly<Record<FormatName, readonly string[]>> = {
  messages: ["model", "system", "messages", "tools", "stop_sequences", "output_config"],
  "chat-completions": ["model", "tools", "stop", "response_format"],
};

/** A request written in a format, as JSON text; what is refused is left out. */
function write(from: FormatName, to: FormatName, body: unknown): string {
  return writeAs(from, to, body, {
    capabilities: able[to],
    unsupported: { default: "warn" },
  });
}

describe.each(formatNames)("requests of %s", (format) => {
  const other = otherFormat(format);

  it("P11.4 are unchanged when read and written in their own format, in the order of their members", () => {
    fc.assert(
      fc.property(commonRequests[format], (body) => {
        const once = write(format, format, body);
        expect(write(format, format, JSON.parse(once))).toBe(once);
        for (const member of unchanged[format]) {
          expect(JSON.stringify(JSON.parse(once)[member])).toBe(JSON.stringify(body[member]));
        }
      }),
    );
  });

  it("P11.5 are the same in the other format after a translation there, back and there again", () => {
    fc.assert(
      fc.property(commonRequests[format], (body) => {
        const there = write(format, other, body);
        const back = write(other, format, JSON.parse(there));
        expect(write(format, other, JSON.parse(back))).toBe(there);
      }),
    );
  });

  it("are never modified, and give the same text every time", () => {
    fc.assert(
      fc.property(anyRequests(format), (body) => {
        const before = JSON.stringify(body);
        expect(write(format, other, deepFreeze(body))).toBe(write(format, other, body));
        expect(JSON.stringify(body)).toBe(before);
      }),
    );
  });
});

function deepFreeze(value: JsonObject): JsonObject {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) deepFreeze(member as JsonObject);
  }
  return Object.freeze(value);
}

/** A service whose only model is an upstream of a format, and the calls that reach the upstream. */
function serviceBefore(format: FormatName) {
  const calls: unknown[] = [];
  const model = upstreamCreators[format]({
    id: "m",
    baseUrl: "https://upstream.example/v1",
    fetch: async (...call) => {
      calls.push(call);
      return new Response("{}", { status: 500 });
    },
  });
  return { service: createService({ models: [model], allowAnonymous: true }), calls };
}

/** The place that the message of an error names first, in the notation of a format. */
const places: Readonly<Record<FormatName, RegExp>> = {
  messages: /^([a-z_]+(?:\.\w+)*): \S/,
  "chat-completions": /^'([a-z_]+(?:\[\d+\]|\.\w+)*)': \S/,
};

describe.each(formatNames)("refusals of requests of %s", (format) => {
  it("P11.10 are in the caller's format, name a place, and reach no upstream", async () => {
    const { service, calls } = serviceBefore(otherFormat(format));
    const { path, headers } = endpoints[format];
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(anyRequests(format), async (body) => {
        calls.length = 0;
        const response = await service.request(path, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ ...body, stream: false }),
        });
        const answer = await response.json();
        if (response.status !== 400) return expect(calls).toHaveLength(1);
        refusals += 1;
        expect(calls).toEqual([]);
        expect(answer).toMatchObject(
          format === "messages"
            ? { type: "error", error: { type: "invalid_request_error" } }
            : { error: { type: "invalid_request_error", param: expect.any(String) } },
        );
        const place = places[format].exec(answer.error.message)?.[1];
        expect(Object.keys(body)).toContain(place?.split(/[.[]/)[0]);
      }),
    );
    expect(refusals).toBeGreaterThan(10);
    await service.close();
  });
});
