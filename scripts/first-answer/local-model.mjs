// A stand-in for a local model's server: it speaks Chat Completions, lists one model, and says hello.

import { createServer } from "node:http";

/** @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function startLocalModel() {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.url.endsWith("/models") ? list : completion));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close };
}

const list = { object: "list", data: [{ id: "llama3", object: "model", created: 1 }] };

const completion = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "llama3",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello!" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
