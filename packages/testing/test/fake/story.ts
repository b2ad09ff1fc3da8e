import { createFake, type Fake } from "@diglot/testing";

/** What the demonstration's client sends. */
const tools = [
  {
    name: "get_weather",
    description: "The weather of a place.",
    input_schema: { type: "object", properties: { place: { type: "string" } } },
  },
] as const;

/** A fake whose client has a mistake: its tool gives degrees that the script does not expect. */
export function createStory(): Fake {
  return createFake().script([
    {
      thinking: "The weather of today, so I need the tool.",
      text: "Let me look that up.",
      toolCalls: [{ name: "get_weather", arguments: { place: "Oslo" } }],
    },
    {
      when: { toolResult: { name: "get_weather", text: "4 °C" } },
      text: "Take a coat: 4 °C in Oslo.",
    },
    { when: { user: "Thanks" }, text: "You are welcome." },
  ]);
}

/** The first two requests of that client; the second one is not what the script expects. */
export async function tell(fake: Pick<Fake, "fetch">): Promise<void> {
  const question = { role: "user", content: "Do I need a coat in Oslo today?" };
  const answer = await ask(fake, [question]);
  const content: readonly { readonly type: string; readonly id?: string }[] = answer.content;
  const call = content.find(({ type }) => type === "tool_use");
  const result = { type: "tool_result", tool_use_id: call?.id, content: "39 °F, light rain" };
  await ask(fake, [question, { role: "assistant", content }, { role: "user", content: [result] }]);
}

async function ask(fake: Pick<Fake, "fetch">, messages: readonly object[]) {
  const answer = await fake.fetch("https://api.example/v1/messages", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "sk-test-0123456789",
      "anthropic-version": "2023-06-01",
    },
    body: JSON.stringify({ model: "claude-sonnet-5", max_tokens: 500, tools, messages }),
  });
  return answer.json();
}
