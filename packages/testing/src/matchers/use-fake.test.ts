import { describe, expect, it } from "vitest";
import { createFakeForTests, type EndedTest } from "./use-fake.js";

const bodyOf = (contents: readonly string[]) =>
  JSON.stringify({
    model: "claude-sonnet-5",
    max_tokens: 10,
    messages: contents.map((content) => ({ role: "user", content })),
  });

/** A fake, and what happens after a test of it. */
function fakeOf() {
  const hooks: ((test: EndedTest) => void)[] = [];
  const fake = createFakeForTests(undefined, (hook) => hooks.push(hook));
  const end = (...failures: string[]) => hooks.forEach((hook) => void hook({ failures }));
  const ask = async (...contents: readonly string[]) => {
    const headers = {
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
      "x-api-key": "sk-test",
    };
    const init = { method: "POST", headers, body: bodyOf(contents) };
    const response = await fake.fetch("http://api.anthropic.com/v1/messages", init);
    return response.text();
  };
  return { fake, end, ask };
}

describe("a fake of a test", () => {
  it("fails the test if a request was unexpected, and is new for the next one", async () => {
    const { fake, end, ask } = fakeOf();
    await ask("Hello");
    expect(() => end()).toThrow("Request 0: Unexpected request: the script has no turn left.");
    expect(fake.calls).toEqual([]);
    expect(() => end()).not.toThrow();
  });

  it("does not say again what the failed test has said, as text or in JSON", async () => {
    const { end, ask } = fakeOf();
    const answer = await ask("Hello");
    expect(() => end(`400 ${answer}`)).not.toThrow();
    const { message } = JSON.parse(await ask("Hello")).error;
    expect(() => end(`400 ${message}`)).not.toThrow();
  });

  it("recognizes a problem by its beginning, since services cut long messages", async () => {
    const { end, ask } = fakeOf();
    const long = Array.from({ length: 20 }, (_, index) => `What is ${index} and ${index}?`);
    const { message } = JSON.parse(await ask(...long)).error;
    expect(() => end(message.slice(0, 400))).not.toThrow();
    await ask(...long);
    expect(() => end(message.slice(0, 100))).toThrow("Unexpected request");
  });

  it("still says what the failed test has not said", async () => {
    const { fake, end, ask } = fakeOf();
    const answer = await ask("Hello");
    fake.reply("never asked for");
    expect(() => end(`400 ${answer}`)).toThrow(/^Left in the script:\n.*never asked for/);
    await ask("Hello");
    expect(() => end("expected 1 to be 2")).toThrow("Unexpected request");
  });
});
