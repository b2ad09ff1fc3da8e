// Starts the server as a user would and calls it in both formats.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";

const child = spawn(process.execPath, ["server.mjs"], {
  env: { ...process.env, PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});

try {
  const [line] = await once(child.stdout, "data");
  const port = /port: (\d+)/.exec(String(line))?.[1];
  const messages = [{ role: "user", content: "hello" }];

  const message = await post("/v1/messages", { "x-api-key": "local-secret" }, { max_tokens: 100 });
  assert.deepEqual((await message.json()).content, [{ type: "text", text: "You said: hello" }]);

  const completion = await post("/v1/chat/completions", { authorization: "Bearer local-secret" });
  assert.equal((await completion.json()).choices[0].message.content, "You said: hello");

  console.log('quickstart: both formats say "You said: hello"');

  /** @type {(path: string, headers: Record<string, string>, members?: object) => Promise<Response>} */
  async function post(path, headers, members) {
    return fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
        ...headers,
      },
      body: JSON.stringify({ model: "parrot", messages, ...members }),
    });
  }
} finally {
  child.kill();
}
