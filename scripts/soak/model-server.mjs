// The model behind the service under test: it answers both formats and writes down what reached it.
// What it wrote down is the truth that the ledger is compared with.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { chatCompletions, messages } from "../replies.mjs";

/** The header in which the service sends the id of its ledger row. */
export const attemptHeader = "x-attempt-id";

/** Tokens that every request is said to have read. */
const inputTokens = 11;

/**
 * Starts a model server on 127.0.0.1. `served` maps each attempt id that reached it to how often it
 * came, the usage that it reported once its answer was whole, and whether it failed before it began.
 */
export async function startModelServer(random) {
  const served = new Map();
  const server = createServer((request, response) => {
    answer(request, response, served, random).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    served,
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request, response, served, random) {
  const record = note(served, request.headers[attemptHeader]);
  const body = JSON.parse(await readText(request));
  const format = request.url.endsWith("/messages") ? messages : chatCompletions;
  const fate = random();
  if (fate < 0.05) {
    record.failed = true;
    return void response.writeHead(500, json).end(format.error);
  }
  const words = 1 + Math.floor(random() * 24);
  const usage = { input: inputTokens, output: words };
  if (!body.stream) {
    await wait(random() * 60);
    response.writeHead(200, json);
    await finish(response, record, usage, format.whole(words, usage));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const breaksAt = fate < 0.1 ? Math.floor(random() * words) : Number.POSITIVE_INFINITY;
  response.write(format.begin(usage));
  for (let word = 0; word < words; word++) {
    if (word === breaksAt) return void response.destroy();
    await wait(random() * 12);
    if (response.destroyed) return;
    response.write(format.delta(word));
  }
  await finish(response, record, usage, format.end(usage));
}

function note(served, id) {
  const record = served.get(id) ?? { times: 0, whole: undefined, failed: false };
  record.times += 1;
  served.set(id, record);
  return record;
}

async function finish(response, record, usage, text) {
  record.whole = usage;
  response.end(text);
}

async function readText(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

const json = { "content-type": "application/json" };
