/** Asks a fake for a chat completion, as an application would. */
export async function ask(fake, content, tools) {
  const response = await fake.fetch("https://api.example.com/v1/chat/completions", {
    method: "POST",
    headers: { authorization: "Bearer sk-test", "content-type": "application/json" },
    body: JSON.stringify({ model: "any", messages: [{ role: "user", content }], tools }),
  });
  return response.json();
}

export const weather = {
  type: "function",
  function: {
    name: "get_weather",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
};
