// A stand-in for the local server, and two turns as a coding tool sends them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createLocal } from "./local.mjs";

/** @type {any[]} */
const received = [];
const standIn = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push(JSON.parse(body));
  const deltas = received.length === 1 ? firstAnswer() : [{ content: "Done." }];
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { choices: [], usage: { prompt_tokens: 900, completion_tokens: 20, total_tokens: 920 } },
  ];
  for (const chunk of chunks) response.write(`data: ${JSON.stringify({ id: "x", ...chunk })}\n\n`);
  response.end("data: [DONE]\n\n");
}).listen(0, "127.0.0.1");
await once(standIn, "listening");

const service = createLocal({ LOCAL_BASE_URL: `http://127.0.0.1:${portOf(standIn)}/v1` });
const server = createHttpServer(service).listen(0, "127.0.0.1");
await once(server, "listening");

const first = await ask([
  { role: "user", content: [text("List the files."), text("<reminder>Be brief.</reminder>")] },
  { role: "system", content: "The working directory is /tmp." },
]);
assert.deepEqual(
  first.content.map((block) => block.type),
  ["thinking", "text", "tool_use"],
);
assert.equal(first.stop_reason, "tool_use");

const call = first.content[2];
const second = await ask([
  { role: "user", content: "List the files." },
  { role: "assistant", content: first.content },
  {
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: call?.id,
        is_error: true,
        content: "ls: permission denied",
        cache_control: { type: "ephemeral", ttl: "1h" },
      },
      text("Try again."),
    ],
  },
]);
assert.equal(second.content[0]?.text, "Done.");
assert.equal(second.usage.input_tokens, 900);

const [, history] = received;
assert.equal(history.model, "qwen3-coder");
assert.deepEqual(
  history.messages.map((/** @type {{ role: string }} */ message) => message.role),
  ["system", "user", "assistant", "tool", "user"],
);
assert.equal(history.messages[3].content, "[tool error] ls: permission denied");
console.log("coding-agent: two turns with a tool call through a local Chat Completions server");

await service.close();
server.close();
standIn.close();

function firstAnswer() {
  return [
    { role: "assistant", reasoning: "I need a shell." },
    { content: "Let me look." },
    { tool_calls: [{ index: 0, id: "call_1", function: { name: "Bash", arguments: "" } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"command":"ls"}' } }] },
  ];
}

/** @param {string} words */
function text(words) {
  return { type: "text", text: words };
}

/** @param {import("node:http").Server} listening */
function portOf(listening) {
  const address = listening.address();
  return typeof address === "object" ? address?.port : address;
}

/**
 * One request as a coding tool sends it, with all its trimmings.
 *
 * @param {object[]} messages
 * @returns {Promise<{ content: { type: string, id?: string, text?: string }[], stop_reason: string, usage: { input_tokens: number } }>}
 */
async function ask(messages) {
  const response = await fetch(`http://127.0.0.1:${portOf(server)}/v1/messages?beta=true`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "local-secret",
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "claude-code-20250219,interleaved-thinking-2025-05-14",
      "x-app": "cli",
    },
    body: JSON.stringify({
      model: "claude-haiku-4-5",
      max_tokens: 32_000,
      system: [
        { type: "text", text: "x-anthropic-billing-header: cc_version=2; cch=00000;" },
        { type: "text", text: "You are a coding tool.", cache_control: { type: "ephemeral" } },
      ],
      messages,
      tools: [
        {
          name: "Bash",
          description: "Runs a command.",
          input_schema: { type: "object", properties: { command: { type: "string" } } },
          defer_loading: false,
        },
      ],
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "medium" },
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      metadata: { user_id: '{"device_id":"d","session_id":"s"}' },
    }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
}
