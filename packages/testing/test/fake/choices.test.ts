import { toolCall } from "@diglot/core";
import { assertLegalStream } from "@diglot/test-support/legal-streams";
import { describe, expect, it } from "vitest";
import { createFake, FakeError, faults } from "../../src/index.js";
import { ask } from "./requests.js";

const format = "chat-completions";

type Asked = ReturnType<typeof createFake>;

async function contentsOf(fake: Asked, n?: number): Promise<readonly string[]> {
  const response = await ask(fake, format, { body: { n } });
  expect(response.status).toBe(200);
  const { choices } = await response.json();
  return choices.map(({ message }: { message: { content: string } }) => message.content);
}

describe("a script with several choices", () => {
  it("says what each choice says, and uses up one turn", async () => {
    const fake = createFake({
      script: [
        { choices: ["one", { text: "two", stop: "max_tokens" }, [toolCall({ name: "f" })]] },
        "after",
      ],
    });
    const response = await ask(fake, format, {
      body: { n: 3, tools: [{ type: "function", function: { name: "f" } }] },
    });
    const { choices, usage } = await response.json();
    expect(choices).toMatchObject([
      { index: 0, message: { content: "one" }, finish_reason: "stop" },
      { index: 1, message: { content: "two" }, finish_reason: "length" },
      { index: 2, message: { content: null }, finish_reason: "tool_calls" },
    ]);
    expect(usage.completion_tokens).toBeGreaterThan(2);
    expect(await contentsOf(fake)).toEqual(["after"]);
    fake.verify();
  });

  it("says the same for each choice where the turn has no choices", async () => {
    const fake = createFake({
      script: [
        "same",
        async function* ({ choice }) {
          yield `choice ${choice}`;
        },
      ],
    });
    expect(await contentsOf(fake, 3)).toEqual(["same", "same", "same"]);
    expect(await contentsOf(fake, 2)).toEqual(["choice 0", "choice 1"]);
  });

  it("streams the same bytes in every run", async () => {
    const stream = async () => {
      const fake = createFake({ script: [{ choices: ["one or two", "three or four"] }] });
      return (await ask(fake, format, { body: { n: 2, stream: true } })).text();
    };
    const text = await stream();
    assertLegalStream(format, text);
    expect(await stream()).toBe(text);
  });

  it("is for requests that ask for as many choices", async () => {
    const fake = createFake({ script: [{ choices: ["one", "two"] }] });
    for (const n of [undefined, 3]) {
      const response = await ask(fake, format, { body: { n } });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(`choices: 2: no, got ${n ?? 1}`);
    }
    expect(() => fake.verify()).toThrow(FakeError);
    expect(await contentsOf(fake, 2)).toEqual(["one", "two"]);
  });

  it("is chosen by a matcher that says how many choices are asked for", async () => {
    const fake = createFake().when({ choices: 2 }, "two").when({ choices: 1 }, "one");
    expect(await contentsOf(fake, 2)).toEqual(["two", "two"]);
    expect(await contentsOf(fake)).toEqual(["one"]);
  });

  it("goes wrong as a whole, once", async () => {
    const fake = createFake({
      script: [
        { fault: faults.rateLimited({ retryAfterSeconds: 0 }) },
        { choices: ["one", "two"], fault: faults.html() },
        { choices: ["one", "two"] },
      ],
    });
    expect((await ask(fake, format, { body: { n: 2 } })).status).toBe(429);
    const page = await ask(fake, format, { body: { n: 2 } });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await contentsOf(fake, 2)).toEqual(["one", "two"]);
    fake.verify();
  });

  it("gives up to 128 choices, as the vendor's specification allows", async () => {
    const fake = createFake({ script: ["a"] });
    expect(await contentsOf(fake, 128)).toHaveLength(128);
    expect((await ask(fake, format, { body: { n: 129 } })).status).toBe(400);
  });

  it("is recorded with all of its choices", async () => {
    const fake = createFake({ script: [{ choices: ["one", "two"] }] });
    await contentsOf(fake, 2);
    expect(fake.calls).toHaveLength(1);
    expect(fake.calls[0]?.conversation?.choices).toBe(2);
    expect(JSON.stringify(fake.calls[0]?.answer)).toContain("two");
  });
});

describe("a script with log probabilities", () => {
  const tokens = [
    { token: "Hel", logprob: -0.1, alternatives: [{ token: "Hol", logprob: -2 }] },
    { token: "lo", logprob: 0 },
  ];

  it("says them to requests that ask, one token in each delta", async () => {
    const fake = createFake({
      script: [
        { text: "Hello", logprobs: tokens },
        { choices: [{ text: "Hello", logprobs: tokens }] },
      ],
    });
    const body = { logprobs: true, top_logprobs: 1 };
    const { choices } = await (await ask(fake, format, { body })).json();
    expect(choices[0].logprobs).toMatchObject({
      content: [
        { token: "Hel", logprob: -0.1, top_logprobs: [{ token: "Hol" }] },
        { token: "lo", logprob: 0, top_logprobs: [] },
      ],
      refusal: null,
    });
    const text = await (await ask(fake, format, { body: { ...body, stream: true } })).text();
    assertLegalStream(format, text);
    expect(text.match(/"logprobs":\{"content":\[\{/g)).toHaveLength(2);
    fake.verify();
  });

  it("says of text without them that each delta was one token, and certain", async () => {
    const fake = createFake({ script: ["Hello you"] });
    const body = { logprobs: true, top_logprobs: 2 };
    const { choices } = await (await ask(fake, format, { body })).json();
    expect(choices[0].logprobs.content).toMatchObject([
      {
        token: "Hello",
        logprob: 0,
        top_logprobs: [{ token: "Hello" }, { token: "", logprob: -9999 }],
      },
      { token: " you", logprob: 0 },
    ]);
  });

  it("is refused with tokens that do not join to the text", () => {
    expect(() => createFake({ script: [{ text: "Hell", logprobs: tokens }] })).toThrow(
      "must have tokens that join",
    );
  });
});
