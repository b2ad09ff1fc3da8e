// Starts an application with the service below /ai, and calls it as clients do.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { reply, startStandIn, waitPlease } from "./stand-in.mjs";

/** @typedef {Awaited<ReturnType<typeof startStandIn>>} StandIn */
/** @typedef {{ text: AsyncIterable<string>, abort(): void }} Stream */

/**
 * One client of the application, in its own format.
 *
 * @typedef {object} Client
 * @property {(content: string, signal?: AbortSignal) => Promise<string>} ask
 * @property {(content: string) => Promise<Stream>} stream
 */

const key = "local-secret";

/** How long a check waits, in milliseconds, for an application that does not answer. */
const timeout = 120_000;

/**
 * Checks the program that these arguments of Node start. It must read `PORT`, `UPSTREAM_URL` and
 * `GATEWAY_KEY`, and print its address. All paths of `mounts` are checked in the same way.
 *
 * @param {readonly string[]} program
 * @param {readonly string[]} [mounts]
 */
export async function checkMounted(program, mounts = ["/ai"]) {
  const standIn = await startStandIn();
  const env = { ...process.env, PORT: "0", UPSTREAM_URL: standIn.baseUrl, GATEWAY_KEY: key };
  const child = spawn(process.execPath, program, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    const origin = await readOrigin(child.stdout);
    assert.equal(await (await fetch(origin)).text(), "The application's own page.");
    for (const mount of mounts) await checkMount(origin + mount, standIn);
  } finally {
    child.kill();
    await ended;
    await standIn.close();
  }
}

/**
 * The first address that the program prints. What it prints later is read and dropped.
 *
 * @param {import("node:stream").Readable} output
 * @returns {Promise<string>}
 */
function readOrigin(output) {
  let text = "";
  return new Promise((resolve, reject) => {
    output.on("data", (chunk) => {
      text += chunk;
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (origin) resolve(origin);
    });
    output.on("end", () => reject(new Error(`The program ended without an address: ${text}`)));
  });
}

/** @param {string} baseUrl @param {StandIn} standIn */
async function checkMount(baseUrl, standIn) {
  for (const client of [messagesClient(baseUrl), chatCompletionsClient(baseUrl)]) {
    assert.equal(await client.ask("Hello?"), reply);
    // More than the body parsers of the frameworks take by default.
    assert.equal(await client.ask("long ".repeat(500_000)), reply);
    await checkStream(client, standIn);
    await checkDeparture(client, standIn);
  }
  await checkRefusal(baseUrl);
}

/**
 * What the model has said reaches the caller while the model waits.
 *
 * @param {Client} client @param {StandIn} standIn
 */
async function checkStream(client, { events }) {
  const pieces = [];
  for await (const piece of (await client.stream(waitPlease)).text) {
    if (pieces.length === 0) events.emit("go on");
    pieces.push(piece);
  }
  assert.equal(pieces.join(""), reply);
  assert.ok(pieces.length > 1);
}

/**
 * The model hears of it when the caller leaves, in a stream and before an answer.
 *
 * @param {Client} client @param {StandIn} standIn
 */
async function checkDeparture(client, { events }) {
  const streaming = once(events, "waiting");
  const stream = await client.stream(waitPlease);
  await expectAbort(await streaming, () => stream.abort());

  const waiting = once(events, "waiting");
  const leaving = new AbortController();
  const answer = assert.rejects(client.ask(waitPlease, leaving.signal), /aborted/);
  await expectAbort(await waiting, () => leaving.abort());
  await answer;
}

/** @param {AbortSignal[]} event @param {() => void} leave */
async function expectAbort([signal], leave) {
  assert.ok(signal && !signal.aborted);
  const gone = once(signal, "abort", { signal: AbortSignal.timeout(timeout) });
  leave();
  await gone;
}

/** Errors are in the caller's format, also those of a body that is not JSON. @param {string} baseUrl */
async function checkRefusal(baseUrl) {
  const request = { method: "POST", body: "not JSON" };
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
  const url = `${baseUrl}/v1/messages`;
  const refused = await fetch(url, { ...request, headers: { ...headers, "x-api-key": key } });
  assert.equal(refused.status, 400);
  assert.equal((await refused.json()).error.type, "invalid_request_error");
  const unknown = await fetch(url, { ...request, body: "{}", headers });
  assert.equal(unknown.status, 401);
  assert.equal((await unknown.json()).error.type, "authentication_error");
}

/** @param {string} baseURL @returns {Client} */
function messagesClient(baseURL) {
  const client = new Anthropic({ baseURL, apiKey: key, maxRetries: 0, timeout });
  /** @param {string} content */
  const toRequest = (content) => ({
    model: "local",
    max_tokens: 100,
    messages: [{ role: /** @type {const} */ ("user"), content }],
  });
  return {
    async ask(content, signal) {
      const message = await client.messages.create(toRequest(content), { signal });
      const [block] = message.content;
      return block?.type === "text" ? block.text : "";
    },
    async stream(content) {
      const events = await client.messages.create({ ...toRequest(content), stream: true });
      async function* read() {
        for await (const event of events) {
          if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
            yield event.delta.text;
          }
        }
      }
      return { text: read(), abort: () => events.controller.abort() };
    },
  };
}

/** @param {string} baseUrl @returns {Client} */
function chatCompletionsClient(baseUrl) {
  const baseURL = `${baseUrl}/v1`;
  const client = new OpenAI({ baseURL, apiKey: key, maxRetries: 0, timeout });
  /** @param {string} content */
  const toRequest = (content) => ({
    model: "local",
    messages: [{ role: /** @type {const} */ ("user"), content }],
  });
  return {
    async ask(content, signal) {
      const completion = await client.chat.completions.create(toRequest(content), { signal });
      return completion.choices[0]?.message.content ?? "";
    },
    async stream(content) {
      const chunks = await client.chat.completions.create({ ...toRequest(content), stream: true });
      async function* read() {
        for await (const { choices } of chunks) {
          if (choices[0]?.delta.content) yield choices[0].delta.content;
        }
      }
      return { text: read(), abort: () => chunks.controller.abort() };
    },
  };
}
