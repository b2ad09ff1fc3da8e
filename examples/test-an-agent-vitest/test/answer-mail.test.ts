import { createFake } from "@diglot/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerMail } from "../src/answer-mail.js"; // calls `new Anthropic()`

const fake = createFake();
let listener: Awaited<ReturnType<typeof fake.listen>>;

beforeAll(async () => {
  listener = await fake.listen();
  vi.stubEnv("ANTHROPIC_BASE_URL", listener.url);
  vi.stubEnv("ANTHROPIC_API_KEY", "sk-test");
  vi.stubEnv("OPENAI_BASE_URL", `${listener.url}/v1`);
  vi.stubEnv("OPENAI_API_KEY", "sk-test");
});
beforeEach(() => fake.reset());
afterEach(() => fake.verify());
afterAll(async () => {
  vi.unstubAllEnvs();
  await listener.close();
});

test("answers a mail", async () => {
  fake.reply("Dear Ann, …");
  expect(await answerMail("Hello")).toBe("Dear Ann, …");
});
