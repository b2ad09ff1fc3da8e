import { useFake } from "@diglot/testing/vitest";
import { expect, test } from "vitest";
import { ask, weather } from "./ask.js";

const fake = useFake();

test("a turn is left", () => {
  fake.script(["Never asked for."]);
});

test("an unexpected request", async () => {
  await ask(fake, "Is anybody there?");
});

test("another tool", async () => {
  fake.script(["Hello!"]);
  await ask(fake, "Hi", [weather]);
  expect(fake).toHaveReceivedTool("get_wether");
});

test("another conversation", async () => {
  fake.script(["Hello!"]);
  await ask(fake, "Hi");
  expect(fake).toMatchConversation(["user: Hi", "assistant: Goodbye!"]);
});

test("a negated one", async () => {
  fake.script(["Hello!"]);
  await ask(fake, "Hi");
  expect(fake).not.toHaveAnswered("Hello");
});
