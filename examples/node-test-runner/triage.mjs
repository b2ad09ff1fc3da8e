/**
 * Finds out how urgent a complaint is; the model may look up the customer.
 *
 * @param {import("openai").OpenAI} client
 * @param {string} complaint
 * @param {(email: string) => Promise<string>} lookUp
 */
export async function triage(client, complaint, lookUp) {
  /** @type {import("openai").OpenAI.ChatCompletionMessageParam[]} */
  const messages = [{ role: "user", content: complaint }];
  for (let turn = 0; turn < 3; turn += 1) {
    const completion = await client.chat.completions.create({
      model: "gpt-5",
      messages,
      tools: [lookUpTool],
    });
    const message = completion.choices[0]?.message;
    if (!message?.tool_calls) return message?.content ?? "unknown";
    messages.push(message);
    for (const call of message.tool_calls) {
      if (call.type !== "function") continue;
      const content = await lookUp(JSON.parse(call.function.arguments).email);
      messages.push({ role: "tool", tool_call_id: call.id, content });
    }
  }
  return "unknown";
}

/** @type {import("openai").OpenAI.ChatCompletionTool} */
const lookUpTool = {
  type: "function",
  function: {
    name: "look_up_customer",
    parameters: { type: "object", properties: { email: { type: "string" } } },
  },
};
