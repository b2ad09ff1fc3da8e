// The service that gets the hostile bodies, in a process of its own. It measures itself between the
// messages `watch` and `report`.
import { readFileSync, writeFileSync } from "node:fs";
import { createHttpServer, createNodeTransport } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  defineModel,
  messagesUpstream,
} from "@diglot/core";
import { createEcho, createEliza } from "@diglot/embedded-models";
import { createInspector, inspectorEndpoints } from "@diglot/inspector";
import { openTelemetry } from "@diglot/opentelemetry";
import { TracerProvider } from "@opentelemetry/sdk-trace";

const { upstreamUrl, key, bodyBytes, credential } = JSON.parse(process.argv[2]);

const transport = createNodeTransport();
const upstream = { baseUrl: upstreamUrl, model: "m", transport };
/** Contents are captured only for an administrator. */
const inspector = createInspector({ capture: credential !== undefined });
const captureContents = credential === undefined ? false : { characters: 100_000 };
const tracerProvider = new TracerProvider();
const service = createService({
  models: [
    defineModel("in-process", async function* () {
      yield "ok";
    }),
    createEcho(),
    createEliza(),
    messagesUpstream({ ...upstream, id: "messages" }),
    chatCompletionsUpstream({ ...upstream, id: "chat-completions" }),
  ],
  keys: createMemoryKeys([{ key }]),
  sizeLimits: { bodyBytes },
  ...(credential !== undefined && {
    reporter: [inspector.reporter, openTelemetry({ tracerProvider, captureContents })],
    endpoints: inspectorEndpoints({ inspector, credential }),
  }),
});
const server = createHttpServer(service);

let watching = false;
let longest = 0;
let last = 0;
let baseline;

/** Milliseconds of this thread's processor, so that other work on the machine does not count. */
function now() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function tick() {
  const time = now();
  longest = Math.max(longest, time - last);
  last = time;
  if (watching) setImmediate(tick);
}

/** A line of the kernel's account of this process, in bytes; Linux only. */
function readMemory(name) {
  const status = readFileSync("/proc/self/status", "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) * 1024;
}

/** Lets the peak begin again at what is used now. */
function resetPeak() {
  globalThis.gc();
  writeFileSync("/proc/self/clear_refs", "5");
}

process.on("message", (message) => {
  if (message === "watch") {
    resetPeak();
    baseline ??= readMemory("VmRSS");
    watching = true;
    longest = 0;
    last = now();
    setImmediate(tick);
    process.send({ heap: process.memoryUsage().heapUsed });
  } else {
    watching = false;
    const memory = Math.max(0, readMemory("VmHWM") - baseline);
    process.send({ longest, memory });
  }
});

process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
