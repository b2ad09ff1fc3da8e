// The command checks and serves the config, with two services of our own in place of its upstreams.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Anthropic from "@anthropic-ai/sdk";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel, ServiceError } from "@diglot/core";
import OpenAI from "openai";

const diglot = fileURLToPath(new URL("main.js", import.meta.resolve("diglot")));
const folder = mkdtempSync(join(tmpdir(), "diglot-example-"));
let isOverloaded = false;

/**
 * A service with one model, which says its name.
 *
 * @param {string} name
 * @param {string} key
 */
async function serve(name, key) {
  const model = defineModel(name, async function* () {
    if (isOverloaded && name !== "qwen3") {
      throw new ServiceError({ kind: "overloaded", message: "Try again later." });
    }
    yield `${name} says hello.`;
  });
  const keys = key === "" ? { allowAnonymous: true } : { keys: createMemoryKeys([{ key }]) };
  const service = createService({ models: [model], ...keys });
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
  return { origin, close: () => service.close().then(() => server.close()) };
}

const hosted = await serve("claude-sonnet-5", "hosted-secret");
const local = await serve("qwen3", "");
const env = {
  ...process.env,
  PORT: "0",
  MESSAGES_BASE_URL: hosted.origin,
  MESSAGES_API_KEY: "hosted-secret",
  CHAT_BASE_URL: `${local.origin}/v1`,
  ANN_KEY: "the-key-of-ann",
  ADMIN_CREDENTIAL: "an-administrators-credential",
  DATABASE: join(folder, "gateway.sqlite"),
};

const cwd = import.meta.dirname;
const checked = execFileSync(process.execPath, [diglot, "serve", "--check"], { cwd, env });
assert.equal(checked.toString(), "diglot.config.ts is valid.\n");

const shared = execFileSync(
  process.execPath,
  [diglot, "serve", "--check", "--config", "shared.config.ts"],
  { cwd, env: { ...env, DATABASE_URL: "postgres://127.0.0.1/a", REDIS_URL: "redis://127.0.0.1" } },
);
assert.equal(shared.toString(), "shared.config.ts is valid.\n");

const gateway = spawn(process.execPath, [diglot, "serve", "--log", "json"], {
  cwd,
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = await once(gateway.stdout.setEncoding("utf8"), "data");
const { baseUrl } = JSON.parse(line);

const anthropic = new Anthropic({ baseURL: baseUrl, apiKey: "the-key-of-ann" });
const openai = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: "the-key-of-ann" });

/** @param {string} model */
async function ask(model) {
  const message = await anthropic.messages
    .stream({ model, max_tokens: 100, messages: [{ role: "user", content: "Hello?" }] })
    .finalMessage();
  const completion = await openai.chat.completions.create({
    model,
    messages: [{ role: "user", content: "Hello?" }],
  });
  const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  assert.equal(completion.choices[0]?.message.content, text);
  return text;
}

assert.equal(await ask("large"), "claude-sonnet-5 says hello.");
assert.equal(await ask("small"), "qwen3 says hello.");
assert.equal(await ask("main"), "claude-sonnet-5 says hello.");
isOverloaded = true;
assert.equal(await ask("main"), "qwen3 says hello.");

const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
assert.match(metrics, /^diglot_requests_total\{/m);
const budgets = await fetch(`${baseUrl}/admin/accounts/team-a/budgets`, {
  headers: { "x-api-key": env.ADMIN_CREDENTIAL },
});
assert.equal((await budgets.json()).data[0].limit_usd, "50.000000000");
assert.equal((await fetch(`${baseUrl}/inspector`)).status, 200);

const ended = once(gateway, "exit");
gateway.kill("SIGTERM");
assert.deepEqual(await ended, [0, null]);
console.log(
  "gateway-config: one file, one command, two upstreams, a fallback, a budget and metrics",
);

for (const server of [hosted, local]) await server.close();
rmSync(folder, { recursive: true });
