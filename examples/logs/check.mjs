// An upstream of our own fails in several ways; the lines of the log say how, and nothing that is secret.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { pino } from "pino";
import { createLogReporter } from "./log-reporter.mjs";

const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
const secrets = { prompt: "prompt-canary", caller: "sk-caller-canary", upstream: "sk-up-canary" };
process.env.CALLER_KEY = secrets.caller;
process.env.UPSTREAM_KEY = secrets.upstream;
const { createLoggedService, logOptions } = await import("./service.mjs");

/**
 * What the upstream answers next, if it answers.
 *
 * @type {{ status: number, message: string } | undefined}
 */
let next = { status: 500, message: "The disk is full." };
/** @type {import("node:http").IncomingHttpHeaders[]} */
const sent = [];
const arrived = new EventTarget();
const upstream = createServer((request, response) => {
  sent.push(request.headers);
  arrived.dispatchEvent(new Event("request"));
  if (!next) return;
  response.writeHead(next.status, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ type: "error", error: { type: "api_error", message: next.message } }),
  );
}).listen(0, "127.0.0.1");
await once(upstream, "listening");
const address = upstream.address();
const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}/v1`;

let written = "";
const log = pino(logOptions, {
  write(line) {
    written += line;
  },
});
const service = createLoggedService(baseUrl, log);

/**
 * Sends a request, and takes the lines that it makes.
 *
 * @param {object} [change] of its body
 * @param {Record<string, string>} [headers]
 * @param {AbortSignal} [signal]
 */
async function ask(change = {}, headers = {}, signal = undefined) {
  const response = await service.request("/v1/chat/completions", {
    method: "POST",
    ...(signal && { signal }),
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${secrets.caller}`,
      traceparent: `00-${traceId}-${spanId}-01`,
      ...headers,
    },
    body: JSON.stringify({
      model: "remote",
      messages: [{ role: "user", content: secrets.prompt }],
      user: "ann@example.com",
      ...change,
    }),
  });
  await response.text();
  return { status: response.status, lines: takeLines() };
}

function takeLines() {
  for (const secret of [...Object.values(secrets), "ann@example.com"]) {
    assert.ok(!written.includes(secret), `A line has ${secret} in it.`);
  }
  const lines = written.split("\n").slice(0, -1);
  written = "";
  return lines.map((line) => JSON.parse(line));
}

/** @param {object} actual @param {object} expected */
const matches = (actual, expected) => assert.deepEqual(actual, { ...actual, ...expected });

// The fallback answers, and the log says why.
const { lines } = await ask({ stream: true });
assert.equal(lines.length, 2);
const [attempt, request] = lines;
const ids = { trace_id: traceId, span_id: spanId, trace_flags: "01" };
const who = { ...ids, keyId: "key-1", accountId: "team-a", format: "chat-completions" };
matches(attempt, { ...who, level: "warn", msg: "attempt failed", model: "remote", attempt: 1 });
matches(attempt, { upstream: baseUrl, fault: "upstream", upstreamStatus: 500 });
assert.match(attempt.err.message, /The upstream answered 500/);
matches(request, { ...who, level: "info", msg: "request", outcome: "answered", status: 200 });
matches(request, { requestId: attempt.requestId, requestedModel: "remote", stream: true });
assert.deepEqual(request.attempts, [
  { model: "remote", upstream: baseUrl, end: "upstream_error" },
  { model: "stand-in", end: "completed" },
]);
assert.ok(request.usage.output > 0 && request.milliseconds >= request.headMilliseconds);
assert.ok(String(sent.at(-1)?.traceparent).includes(traceId));

// What the upstream says of a request that it blames is for the caller alone.
next = { status: 400, message: `What is ${secrets.prompt}?` };
const blamed = await ask();
assert.equal(blamed.status, 400);
matches(blamed.lines.at(-1), { level: "info", outcome: "refused", kind: "bad_request" });

// A wrong key is a refusal, and a failure of the upstream's key is ours to mend.
const stranger = await ask({}, { authorization: "Bearer sk-nobody-0123456789" });
matches(stranger.lines[0], { level: "info", outcome: "refused", kind: "unauthenticated" });
next = { status: 401, message: `Who is ${secrets.upstream}?` };
const own = await ask();
matches(own.lines[0], { level: "warn", fault: "configuration", upstreamStatus: 401 });

// A caller who leaves is no failure.
next = undefined;
const caller = new AbortController();
const [left] = await Promise.allSettled([
  ask({}, {}, caller.signal),
  once(arrived, "request").then(() => caller.abort()),
]);
assert.equal(left.status, "rejected");
const [gone] = takeLines();
matches(gone, { ...who, level: "info", outcome: "left", status: 499 });

// A background failure has a line, too.
createLogReporter(log)({
  ...{ type: "failure", at: Date.now(), step: "settle", requestId: "req_1", accountId: "team-a" },
  ...{ fault: "store", kind: "store_unavailable", error: new Error("The disk is full.") },
});
const [background] = takeLines();
matches(background, { level: "error", msg: "background failure", step: "settle", fault: "store" });
matches(background, { requestId: "req_1", accountId: "team-a" });

// Probes make no line.
await service.request("/healthz");
assert.deepEqual(takeLines(), []);

await service.close();
upstream.close();
assert.equal((await ask()).lines[0].level, "error");
console.log("logs: failed attempts, refusals and failures, joined with their traces");
