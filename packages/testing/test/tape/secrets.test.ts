import { defineModel, ServiceError, toolCallArguments, toolCallStart, usage } from "@diglot/core";
import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTape, record, replay } from "../../src/index.js";
import { toTapeText } from "../../src/tape/store/tape-text.js";
import { callerKey, post, type Script, saidBy, serviceOf } from "./world.js";

const letters = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
);
const word = (length: number) => fc.string({ unit: letters, minLength: length, maxLength: 40 });

/** Secrets that a pattern knows, and one that the options name. */
const namedSecret = 'pass "word" \\ of Ann';
const shapedSecret = fc.oneof(
  word(20).map((text) => `sk-${text}`),
  word(20).map((text) => `sk-ant-api03-${text}`),
  word(20).map((text) => `ghp_${text}`),
  word(20).map((text) => `xoxb-${text}`),
  word(20).map((text) => `AKIA${text.toUpperCase()}`),
  word(20).map((text) => `eyJ${text}.${text}.${text}`),
  word(20).map((text) => `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----`),
);
const secret = fc.oneof(shapedSecret, fc.constant(callerKey), fc.constant(namedSecret));

/** Places of a request that hold a text. */
const requests: Readonly<Record<string, (text: string) => object>> = {
  system: (system) => ({ system }),
  prompt: (content) => ({ messages: [{ role: "user", content }] }),
  "tool's description": (description) => ({
    tools: [{ name: "t", description, input_schema: { type: "object" } }],
  }),
  "tool's schema": (name) => ({
    tools: [{ name: "t", input_schema: { type: "object", properties: { [name]: {} } } }],
  }),
  "call's arguments": (text) => ({
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "t", input: { text } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: text }] },
    ],
  }),
  "user's id": (user_id) => ({ metadata: { user_id } }),
  "stop sequence": (text) => ({ stop_sequences: [text] }),
  "text document": (data) => ({
    messages: [
      {
        role: "user",
        content: [{ type: "document", source: { type: "text", media_type: "text/plain", data } }],
      },
    ],
  }),
};

/** Places of a reply that hold a text, which is cut into pieces. */
const replies: Readonly<Record<string, (pieces: readonly string[]) => Script>> = {
  text: (pieces) =>
    async function* () {
      yield "Look:\n";
      yield* pieces;
    },
  arguments: (pieces) =>
    async function* () {
      yield toolCallStart({ name: "t", id: "call_1" });
      const json = JSON.stringify({ text: `Look:\n${pieces.join("")}` });
      const step = Math.max(1, Math.floor(json.length / pieces.length));
      for (let at = 0; at < json.length; at += step) {
        yield toolCallArguments(json.slice(at, at + step));
      }
    },
  error: (pieces) =>
    async function* () {
      yield* [];
      throw new ServiceError({ kind: "overloaded", message: `Look: ${pieces.join("")}` });
    },
};

/** What a tape says of one exchange: its name, the text of its file, and its deltas joined. */
async function written(body: object, script: Script): Promise<string> {
  const tape = createTape();
  const model = record(defineModel("scripted", script), tape, { secrets: [namedSecret] });
  const { service } = serviceOf(model);
  const question = { messages: [{ role: "user", content: "Hi" }], stream: true, ...body };
  await (await post(service, "messages", question)).text();
  const [conversation] = [...(await tape.read())];
  const [name, taped] = conversation!;
  const deltas = taped.exchanges.flatMap(({ reply }) =>
    reply.events.map(([, event]) => (event.type === "delta" ? Object.values(event.delta)[1] : "")),
  );
  return [name, toTapeText(taped), deltas.join("")].join("\n");
}

async function* hello() {
  yield "Hello.";
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** Neither the secret nor a longer part of it is shown, as it is or as JSON, at any depth. */
function expectUntold(text: string, hidden: string): void {
  for (const part of [hidden, hidden.slice(0, -6)]) {
    for (const spelling of [part, inJson(part), inJson(inJson(part))]) {
      expect(text).not.toContain(spelling);
    }
  }
  expect(text).toContain("redacted");
}

describe("a secret", () => {
  it.each(Object.keys(requests))(
    "is not on the tape when it stands in a request's %s",
    async (place) => {
      await fc.assert(
        fc.asyncProperty(secret, fc.constantFrom("", "Use ", "key\n"), async (hidden, before) => {
          const body = requests[place]!(`${before}${hidden} please`);
          expectUntold(await written(body, hello), hidden);
        }),
        { numRuns: repeats(30, 600) },
      );
    },
  );

  it.each(Object.keys(replies))(
    "is not on the tape wherever it is cut in a reply's %s",
    async (place) => {
      const cut = fc.tuple(
        secret,
        fc.array(fc.noBias(fc.integer({ min: 0, max: 99 })), { minLength: 1, maxLength: 4 }),
      );
      await fc.assert(
        fc.asyncProperty(cut, async ([hidden, cuts]) => {
          const text = `it is ${hidden} indeed`;
          const at = cuts
            .map((part) => Math.floor((part * text.length) / 100))
            .sort((a, b) => a - b);
          const pieces = [0, ...at].map((from, index) =>
            text.slice(from, at[index] ?? text.length),
          );
          expectUntold(await written({}, replies[place]!(pieces)), hidden);
        }),
        { numRuns: repeats(30, 600) },
      );
    },
  );

  it.each([10, 100_000])(
    "of a model is not on its tape, however long the reply is (%i characters)",
    async (length) => {
      const tape = createTape();
      const scripted = defineModel("scripted", async function* () {
        yield `${"-eyJ".repeat(length / 4)} velvet-ante`;
        yield "LOPE-parade, so";
      });
      const model = { ...scripted, secrets: () => ["velvet-antelope-parade"] };
      const messages = [{ role: "user", content: "I have velvet-antelope-parade." }];
      const body = { messages, max_tokens: Math.max(length, 100) };
      const { service } = serviceOf(record(model, tape));
      await (await post(service, "messages", body)).text();
      const text = toTapeText([...(await tape.read()).values()][0]!);
      expect(text).not.toMatch(/antelope|lope/i);
      expect(text).toMatch(/ \[redacted\].*, so/s);
      const replayed = replay(tape, { fallback: model });
      const { blocks } = await saidBy(
        await post(serviceOf(replayed).service, "messages", body),
        "messages",
      );
      expect(blocks[0]?.content).toMatch(/ \[redacted\], so$/);
      expect([record(model, tape), replayed].map((one) => one.secrets?.())).toEqual([
        ["velvet-antelope-parade"],
        ["velvet-antelope-parade"],
      ]);
    },
  );

  it("does not keep a request from its recording, nor the rest of a reply from the caller", async () => {
    const tape = createTape();
    const model = defineModel("scripted", async function* () {
      for (const piece of ["The key sk-", "0123456789ab", "cdef is ", "yours."]) yield piece;
      yield usage({ input: 20, output: 7 });
    });
    const body = { messages: [{ role: "user", content: `I am ${callerKey}.` }] };
    const recorded = await saidBy(
      await post(serviceOf(record(model, tape)).service, "messages", body),
      "messages",
    );
    expect(recorded.blocks[0]?.content).toBe("The key sk-0123456789abcdef is yours.");
    const replayed = await saidBy(
      await post(serviceOf(replay(tape)).service, "messages", body),
      "messages",
    );
    expect(replayed.blocks[0]?.content).toBe("The key [redacted] is yours.");
  });
});

describe("a picture", () => {
  it("is recorded by its size and hash, and is not on the tape", async () => {
    const data = Buffer.from("a picture ".repeat(50)).toString("base64");
    const source = { type: "base64", media_type: "image/png", data };
    const content = [
      { type: "image", source },
      { type: "text", text: "What is it?" },
    ];
    const text = await written({ messages: [{ role: "user", content }] }, hello);
    expect(text).not.toContain(data.slice(0, 20));
    expect(text).toContain(`[${data.length} characters, `);
    expect(text).toContain("turn 0 user: image (base64), text");
  });

  it("is recorded so too where it is in its own address, and an address as it is", async () => {
    const data = Buffer.from("a picture ".repeat(50)).toString("base64");
    const urls = [`data:image/png;base64,${data}`, "https://example.com/picture.png"];
    const content = urls.map((url) => ({ type: "image", source: { type: "url", url } }));
    const text = await written({ messages: [{ role: "user", content }] }, hello);
    expect(text).not.toContain(data.slice(0, 20));
    expect(text).toContain(`[${urls[0]?.length} characters, `);
    expect(text).toContain("https://example.com/picture.png");
  });
});
