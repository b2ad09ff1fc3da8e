/** What the tools answer. @param {string} city */
export const weatherOf = (city) => `${city}: dry, 18 °C`;

const parameters = /** @type {const} */ ({
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
});

/**
 * A small agent on the official Chat Completions client.
 * @param {import("openai").default} client
 * @param {string} question
 */
export async function askByChatCompletions(client, question) {
  /** @type {import("openai").OpenAI.ChatCompletionMessageParam[]} */
  const messages = [{ role: "user", content: question }];
  for (;;) {
    const { choices } = await client.chat.completions.create({
      model: "weather-model",
      messages,
      tools: [{ type: "function", function: { name: "get_weather", parameters } }],
    });
    const message = choices[0]?.message;
    if (!message?.tool_calls) return message?.content ?? "";
    messages.push(message);
    for (const call of message.tool_calls) {
      if (call.type !== "function") continue;
      const { city } = JSON.parse(call.function.arguments);
      messages.push({ role: "tool", tool_call_id: call.id, content: weatherOf(city) });
    }
  }
}

/**
 * The same agent on the official Messages client, streamed.
 * @param {import("@anthropic-ai/sdk").default} client
 * @param {string} question
 */
export async function askByMessages(client, question) {
  /** @type {import("@anthropic-ai/sdk").Anthropic.MessageParam[]} */
  const messages = [{ role: "user", content: question }];
  for (;;) {
    const { content } = await client.messages
      .stream({
        model: "weather-model",
        max_tokens: 1_000,
        messages,
        tools: [{ name: "get_weather", input_schema: { ...parameters, required: ["city"] } }],
      })
      .finalMessage();
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) {
      return content.map((block) => (block.type === "text" ? block.text : "")).join("");
    }
    messages.push({ role: "assistant", content });
    messages.push({
      role: "user",
      content: calls.map(({ id, input }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: weatherOf(/** @type {{ city: string }} */ (input).city),
      })),
    });
  }
}
