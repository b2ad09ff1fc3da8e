// One request in Messages: its first upstream fails, and the second one speaks Chat Completions, so the
// stream is translated. Prints its trace as a collector receives it, and its metrics as Prometheus does.
import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createService, defineModel, ServiceError, usage } from "@diglot/core";
import { createCollector, printTrace } from "./collector.mjs";
import { createGateway } from "./gateway.mjs";
import { startTelemetry } from "./telemetry.mjs";

/** @param {import("node:http").Server} server */
async function listen(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
}

/** An upstream of our own. @param {import("@diglot/core").Model} model */
function createUpstream(model) {
  return createHttpServer(createService({ models: [model], allowAnonymous: true }));
}

const hosted = createUpstream(
  defineModel("hosted-large", () => {
    throw new ServiceError({ kind: "overloaded", message: "The hosted model is full." });
  }),
);
const local = createUpstream(
  defineModel("local-small", async function* () {
    for (const word of "A reply in several pieces.".split(/(?<= )/)) {
      yield word;
      await wait(10);
    }
    yield usage({ input: 1_200, cacheRead: 800, output: 60 });
  }),
);
const { server: collector, spans } = createCollector();

process.env.OTEL_EXPORTER_OTLP_ENDPOINT = await listen(collector);
process.env.OTEL_EXPORTER_OTLP_PROTOCOL = "http/json";
process.env.OTEL_LOGS_EXPORTER = "none";
const telemetry = startTelemetry();
const metricsUrl = await listen(telemetry.server);

const gateway = createGateway({
  hosted: await listen(hosted),
  local: `${await listen(local)}/v1`,
  key: "sk-local-0123456789",
});
const response = await gateway.request("/v1/messages", {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "x-api-key": "sk-local-0123456789",
    "anthropic-version": "2023-06-01",
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  },
  body: JSON.stringify({
    model: "main",
    max_tokens: 100,
    top_k: 5,
    stream: true,
    messages: [{ role: "user", content: "Hello?" }],
  }),
});
assert.match(await response.text(), /several/);
await gateway.close();

const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
await telemetry.stop();

const trace = printTrace(spans);
console.log(trace);
console.log(metrics.replace(/^.*_bucket.*\n/gm, ""));

assert.equal(spans.length, 3);
assert.match(trace, /^SERVER chat main/m);
assert.match(trace, /^ {4}CLIENT chat hosted-large .* ERROR/m);
assert.match(trace, /^ {4}CLIENT chat local-small/m);
assert.match(trace, /gen_ai\.response\.finish_reasons=end$/m);
assert.match(trace, /\* diglot\.loss: .*diglot\.loss\.at=\/top_k/);
assert.doesNotMatch(trace, /Hello|several|\[object|undefined/);
assert.match(metrics, /^gen_ai_server_request_duration_count\{.*gen_ai_response_model="spare"/m);
assert.match(metrics, /^diglot_cost_total\{.*diglot_account_id="acme"/m);
console.log("opentelemetry: one request, three spans, and its metrics for Prometheus");

for (const server of [telemetry.server, collector, hosted, local]) {
  server.close();
  server.closeAllConnections();
}
