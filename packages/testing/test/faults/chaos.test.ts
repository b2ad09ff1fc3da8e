import { thinking, toolCall } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { chaos, createFake, describeFaults } from "../../src/index.js";

const formats = ["messages", "chat-completions"] as const;

function ask(fetch: typeof globalThis.fetch, index: number): Promise<Response> {
  const isMessages = formats[index % 2] === "messages";
  const tool = { name: "look", input_schema: { type: "object" } };
  const functionTool = {
    type: "function",
    function: { name: "look", parameters: { type: "object" } },
  };
  return fetch(`http://fake.test/v1/${isMessages ? "messages" : "chat/completions"}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
      authorization: "Bearer sk",
    },
    body: JSON.stringify({
      model: "any",
      max_tokens: 500,
      stream: index % 4 < 2,
      tools: [isMessages ? tool : functionTool],
      messages: [{ role: "user", content: "hi" }],
    }),
  });
}

/** How an answer ended for a reader who reads it to its end. */
async function readToEnd(fetch: typeof globalThis.fetch, index: number): Promise<string> {
  try {
    const answer = await ask(fetch, index);
    return `${answer.status} ${await answer.text()}`;
  } catch (error) {
    return String(error);
  }
}

describe("a fake in chaos", () => {
  it.each([1, 2, 3])("comes to an end with every request (seed %i)", async (seed) => {
    const happened: string[] = [];
    const plan = chaos({ seed, rate: 0.8 });
    const fake = createFake({
      faults(request) {
        const faults = typeof plan === "function" ? plan(request) : undefined;
        happened[request.index] = describeFaults(faults);
        return faults;
      },
    }).otherwise(async function* () {
      yield thinking("Hm, ähm.");
      yield "Grüße an alle 😀 hier!";
      yield toolCall({ name: "look", arguments: { at: "this" } });
    });

    for (let index = 0; index < 120; index++) {
      await readToEnd(fake.fetch as typeof globalThis.fetch, index);
      const { state } = fake.calls[index]!;
      expect(state, `seed ${seed}, request ${index}: ${happened[index]}`).not.toBe("open");
    }
    expect(new Set(happened).size).toBeGreaterThan(20);
  });

  it("answers a run in the same bytes again", async () => {
    const run = async () => {
      const fake = createFake({ faults: chaos({ seed: 11, rate: 0.7 }) }).otherwise(
        async function* () {
          yield "Grüße an alle 😀 hier!";
        },
      );
      const answers: string[] = [];
      for (let index = 0; index < 60; index++) {
        answers.push(await readToEnd(fake.fetch as typeof globalThis.fetch, index));
      }
      return answers;
    };
    expect(await run()).toEqual(await run());
  });
});
