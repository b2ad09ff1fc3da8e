import type { FormatName } from "@diglot/test-support/requests";
import { expect, it } from "vitest";
import { createFake, createManualClock, type Turn } from "../../src/index.js";
import { type Ask, ask } from "./requests.js";

const turn: Turn = {
  thinking: "Two places, two calls.",
  text: "I will look – 値 😀.",
  toolCalls: [
    { name: "weather", arguments: { city: "Oslo", days: [1, 2] } },
    { name: "weather", arguments: { city: "Rome" } },
  ],
  usage: { input: 120, cacheRead: 40, output: 33, reasoning: 12 },
};

const tools = {
  messages: [{ name: "weather", input_schema: { type: "object" } }],
  "chat-completions": [{ type: "function", function: { name: "weather" } }],
};

async function answerBytes(format: FormatName, stream: boolean): Promise<string> {
  const fake = createFake({ script: [turn, turn] });
  const options: Ask = { body: { stream, tools: tools[format] } };
  const texts = [];
  for (let index = 0; index < 2; index++) {
    const answer = await ask(fake, format, options);
    texts.push(answer.status, JSON.stringify([...answer.headers]), await answer.text());
    texts.push(fake.calls[index]!.answer!.chunks.map((chunk) => chunk.length).join());
  }
  return texts.join("\n");
}

it.each<[FormatName, boolean]>([
  ["messages", true],
  ["messages", false],
  ["chat-completions", true],
  ["chat-completions", false],
])(
  "gives the same head and the same bytes in 100 runs: %s, streamed %s",
  async (format, stream) => {
    const first = await answerBytes(format, stream);
    expect(first).toContain("Rome");
    if (format === "chat-completions") expect(first).toContain('"created":1767225600');
    expect(first).not.toBe(await answerBytes(format, !stream));
    const runs = await Promise.all(Array.from({ length: 100 }, () => answerBytes(format, stream)));
    expect(new Set(runs)).toEqual(new Set([first]));
  },
);

it("counts ids up, so that no two answers of a fake have the same", async () => {
  const fake = createFake({ script: [turn, turn] });
  const ids = [];
  for (let index = 0; index < 2; index++) {
    const { id, content } = await (
      await ask(fake, "messages", { body: { tools: tools.messages } })
    ).json();
    ids.push(id, ...content.flatMap((block: { id?: string }) => block.id ?? []));
  }
  expect(new Set(ids).size).toBe(6);
});

it("takes the ids and the time that it is given", async () => {
  const ids = { create: (prefix: string, length: number) => prefix + "x".repeat(length) };
  const clock = createManualClock(Date.UTC(2030, 0, 1));
  const fake = createFake({ script: ["Hi"], ids, clock });
  const answer = await (await ask(fake, "chat-completions")).json();
  expect(answer.id).toMatch(/^chatcmpl-x+$/);
  expect(answer.created).toBe(Date.UTC(2030, 0, 1) / 1_000);
});
