import { noUsage, toolCall, usage } from "@diglot/core";
import { conversationOf, user } from "@diglot/test-support/conversations";
import { modelOf } from "@diglot/test-support/models";
import type { FormatName } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import type { OpenTelemetryOptions } from "../src/index.js";
import { observe } from "./observe.js";
import { formatPairs } from "./requests.js";
import { modelAt, startUpstream } from "./upstreams.js";

const captured: OpenTelemetryOptions = { captureContents: true };

/** A conversation with instructions, a picture, a call and its result. */
const conversations: Readonly<Record<FormatName, object>> = {
  messages: {
    system: "Be brief.",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Weather in Paris?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "aGVsbG8=" } },
        ],
      },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "toolu_1", name: "weather", input: { at: "Paris" } }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Rain." }],
      },
    ],
    tools: [{ name: "weather", input_schema: { type: "object" } }],
  },
  "chat-completions": {
    messages: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Weather in Paris?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,aGVsbG8=" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "toolu_1",
            type: "function",
            function: { name: "weather", arguments: '{"at":"Paris"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "toolu_1", content: "Rain." },
    ],
    tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
  },
};

async function* answer() {
  yield "It ";
  yield "rains.";
  yield toolCall({ name: "weather", arguments: { at: "Lyon" }, id: "toolu_2" });
  yield usage({ input: 10, output: 5 });
}

type Span = ReturnType<ReturnType<typeof observe>["spansOf"]>[number];

function read(span: Span | undefined, name: "system_instructions" | "input" | "output") {
  const key = name === "system_instructions" ? name : `${name}.messages`;
  const text = span?.attributes[`gen_ai.${key}`];
  return text === undefined ? undefined : JSON.parse(String(text));
}

describe.each(formatPairs)("a caller of %s and an upstream of %s", (from, to) => {
  it.each([true, false])(
    "have what was said in the request's span if it was opted in (stream: %s)",
    async (stream) => {
      const upstream = await startUpstream(answer);
      const { ask, spansOf, service } = observe([modelAt(upstream, to, "main")], captured);
      await ask(from, { ...conversations[from], stream });
      await service.close();
      const [server, ...attempts] = spansOf();
      expect(read(server, "system_instructions")).toEqual([{ type: "text", content: "Be brief." }]);
      expect(read(server, "input")).toEqual([
        {
          role: "user",
          parts: [
            { type: "text", content: "Weather in Paris?" },
            { type: "blob", modality: "image", mime_type: "image/png", byte_size: 5 },
          ],
        },
        {
          role: "assistant",
          parts: [
            { type: "tool_call", id: "toolu_1", name: "weather", arguments: { at: "Paris" } },
          ],
        },
        {
          role: "tool",
          parts: [
            {
              type: "tool_call_response",
              id: "toolu_1",
              response: [{ type: "text", content: "Rain." }],
            },
          ],
        },
      ]);
      expect(read(server, "output")).toEqual([
        {
          role: "assistant",
          parts: [
            { type: "text", content: "It rains." },
            {
              ...{ type: "tool_call", id: expect.any(String), name: "weather" },
              arguments: { at: "Lyon" },
            },
          ],
        },
      ]);
      expect(JSON.stringify(attempts)).not.toContain("rains");
    },
  );
});

describe("contents in spans", () => {
  const say = (content: string) => ({ messages: [{ role: "user", content }] });

  it("are one message for each choice", async () => {
    const { ask, spansOf, service } = observe([modelOf(["Hello"])], captured);
    await ask("chat-completions", { n: 2 });
    await service.close();
    const message = { role: "assistant", parts: [{ type: "text", content: "Hello" }] };
    expect(read(spansOf()[0], "output")).toEqual([message, message]);
  });

  it.each([true, false])(
    "are one message for each choice that is relayed (stream: %s)",
    async (stream) => {
      let choices = 0;
      const upstream = await startUpstream(async function* () {
        choices += 1;
        const own = choices;
        yield `Hello, `;
        yield `this is the choice ${own}.`;
      });
      const model = modelAt(upstream, "chat-completions", "main");
      const { ask, spansOf, service } = observe([model], captured);
      await ask("chat-completions", { n: 3, stream });
      await service.close();
      const say = (content: string) => ({ role: "assistant", parts: [{ type: "text", content }] });
      expect(read(spansOf()[0], "output")).toEqual([
        say("Hello, this is the choice 1."),
        say("Hello, this is the choice 2."),
        say("Hello, this is the choice 3."),
      ]);
    },
  );

  it("are without credentials and without what the operator names", async () => {
    const captureContents = { secrets: ["open sesame", /badge-\d+/] };
    const model = modelOf(["the key is sk-li", "ve-4f9a8b7c6d5e, badge-17"]);
    const { ask, spansOf, service } = observe([model], { captureContents });
    await ask("messages", { ...say("say open sesame"), stream: true });
    await service.close();
    expect(read(spansOf()[0], "input")[0].parts[0].content).toBe("say [redacted]");
    expect(read(spansOf()[0], "output")[0].parts[0].content).toBe(
      "the key is [redacted], [redacted]",
    );
  });

  it("have a limit: the last messages are kept, and the beginning of a long text", async () => {
    const model = modelOf(["a".repeat(50)]);
    const { ask, spansOf, service } = observe([model], { captureContents: { characters: 20 } });
    const messages = [
      { role: "user", content: "the first question" },
      { role: "assistant", content: "b".repeat(15) },
      { role: "user", content: "the last" },
    ];
    await ask("messages", { messages });
    await service.close();
    expect(read(spansOf()[0], "input")).toEqual([
      { role: "assistant", parts: [{ type: "text", content: `${"b".repeat(12)}…` }] },
      { role: "user", parts: [{ type: "text", content: "the last" }] },
    ]);
    expect(read(spansOf()[0], "output")[0].parts[0].content).toBe(`${"a".repeat(20)}…`);
  });

  it("never show a part of a secret that the limit has cut", async () => {
    const model = modelOf(["12345 sk-live-4f9a8b7c6d5e"]);
    const { ask, spansOf, service } = observe([model], { captureContents: { characters: 20 } });
    await ask("messages", {});
    await service.close();
    expect(read(spansOf()[0], "output")[0].parts[0].content).toBe("12345 [redacted]");
  });

  it.each([1_000, 200_000])(
    "are without the secrets of the service, however long they are (%i characters)",
    async (length) => {
      const upstream = await startUpstream(async function* () {
        yield `${"-eyJ".repeat(length / 4)} the key-of-the-up`;
        yield "stream, and more";
      });
      const model = modelAt(upstream, "messages", "main", "key-of-the-upstream");
      const { ask, service, spansOf } = observe(
        [model],
        { captureContents: { characters: 2 * length } },
        { secrets: ["pw-of-db"] },
      );
      await ask("messages", {
        ...say(`${"-eyJ".repeat(length / 4)} with PW-of-db`),
        max_tokens: length,
      });
      await service.close();
      await expect.poll(() => spansOf()).toHaveLength(2);
      const [server] = spansOf();
      expect(read(server, "input")[0].parts[0].content).toMatch(/ with \[redacted\]$/);
      expect(read(server, "output")[0].parts[0].content).toMatch(/ the \[redacted\], and more$/);
    },
  );

  it("that are large give way to other work, and their span keeps its times", async () => {
    const { reporter, spansOf } = observe([], { captureContents: { characters: 100_000 } });
    const finish = (requestId: string, text: string) => {
      const facts = { requestId, format: "messages", operation: "generate" } as const;
      reporter({ type: "request_begun", at: 1_000, milliseconds: 0, ...facts });
      const body = new TextEncoder().encode(text);
      reporter.contents?.({ type: "request", at: 1_000, requestId, body });
      const read = () => conversationOf({ turns: [user(text)] });
      reporter.contents?.({ type: "conversation", at: 1_000, requestId, read });
      reporter({
        ...{ type: "request_ended", at: 2_000, ...facts, outcome: "answered", status: 200 },
        ...{ milliseconds: 1_000, headMilliseconds: 1, waited: { limits: 0, ledger: 0 } },
        ...{ attempts: [], usage: noUsage, costNanoDollars: 0, losses: [] },
      });
    };
    finish("large", "a ".repeat(100_000));
    finish("small", "a");
    expect(spansOf().map((span) => span.attributes["diglot.request.id"])).toEqual(["small"]);
    await expect.poll(() => spansOf()).toHaveLength(2);
    const large = spansOf().find((span) => span.attributes["diglot.request.id"] === "large");
    expect(read(large, "input")[0].parts[0].content).toHaveLength(100_001);
    expect(large).toMatchObject({ start: 1_000, end: 2_000 });
  });

  it("have what came of a reply that broke off", async () => {
    const model = modelOf(async function* () {
      yield "It ";
      throw new Error("secret words");
    });
    const { ask, spansOf, service } = observe([model], captured);
    await ask("messages", { stream: true });
    await service.close();
    expect(read(spansOf()[0], "output")[0].parts).toEqual([{ type: "text", content: "It " }]);
    expect(JSON.stringify(spansOf())).not.toContain("secret words");
  });

  it("are those of the request alone if it is refused", async () => {
    const { ask, spansOf, service } = observe([modelOf(["Hello"])], captured);
    await ask("messages", { ...say("the question"), model: "none" });
    await service.close();
    expect(read(spansOf()[0], "input")[0].parts[0].content).toBe("the question");
    expect(read(spansOf()[0], "output")).toBeUndefined();
  });

  it.each([undefined, false])("are left out if `captureContents` is %s", async (capture) => {
    const { ask, reporter, spansOf, service } = observe([modelOf(["the answer"])], {
      captureContents: capture,
    });
    await ask("messages", say("the question"));
    await service.close();
    expect(reporter.contents).toBeUndefined();
    expect(JSON.stringify(spansOf())).not.toMatch(/the question|the answer|gen_ai\.input/);
  });
});
