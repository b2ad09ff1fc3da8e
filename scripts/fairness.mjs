// Prints how long a second caller waits at most while the service is busy with a first one, whose
// reply is there at once and never waits: from a model in this process that says back a prompt of 4
// MB, and from upstreams that send 10,000 events in one block.
//
//   npm run fairness
//   npm run fairness -- --json
//
// A wait is measured by the processor's clock of this thread, which does all the work of both, so that
// other work on the machine does not count. Each figure is the median of several rounds. Fails above
// the limit.
import { parseArgs } from "node:util";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  messagesUpstream,
} from "../packages/core/dist/index.js";
import { createEcho } from "../packages/embedded-models/dist/index.js";
import { chatCompletions, messages } from "./replies.mjs";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

/** Milliseconds. */
const limit = 50;
const rounds = 7;
const key = "sk-fairness-0123456789";
const headers = new Headers({
  authorization: `Bearer ${key}`,
  "anthropic-version": "2023-06-01",
  "content-type": "application/json",
});
const paths = { chat: "/v1/chat/completions", messages: "/v1/messages" };
const encode = (text) => new TextEncoder().encode(text);

const prompt = "word ".repeat(800_000);
const usage = { input: 1, output: 10_000 };
/** A whole stream in the pieces of its format. */
const toStream = (format) =>
  [
    format.begin(usage),
    ...Array.from({ length: usage.output }, (_, word) => format.delta(word)),
    format.end(usage),
  ].join("");
const streams = { chat: toStream(chatCompletions), messages: toStream(messages) };

/** The options of an upstream whose whole stream is there at once, in one block. */
function toOptions(id) {
  return {
    id,
    baseUrl: "http://upstream/v1",
    async transport() {
      const blocks = [encode(streams[id])];
      const body = { read: async () => blocks.shift(), cancel: async () => undefined };
      return { status: 200, headers: new Map([["content-type", "text/event-stream"]]), body };
    },
  };
}

const service = createService({
  keys: createMemoryKeys([{ key }]),
  models: [
    createEcho(),
    chatCompletionsUpstream(toOptions("chat")),
    messagesUpstream(toOptions("messages")),
  ],
});

const toBody = (model, stream, content) =>
  encode(
    JSON.stringify({
      ...{ model, stream, max_tokens: 2_000_000 },
      messages: [{ role: "user", content }],
    }),
  );

async function ask(caller, bytes) {
  const chunks = async function* () {
    yield bytes;
  };
  const { status, body } = await service.handle({
    method: "POST",
    target: paths[caller],
    headers,
    body: { kind: "stream", chunks: chunks() },
    signal: new AbortController().signal,
  });
  if (status !== 200) throw new Error(`The service has answered with ${status}.`);
  if (body instanceof Uint8Array) return;
  while (await body.read());
}

/** Milliseconds that the processor has worked for this thread. */
function processorTime() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

/** The longest wait of a second caller that asks again and again while the first one is served. */
async function longestWait(first) {
  let longest = 0;
  let over = false;
  const served = first().finally(() => {
    over = true;
  });
  while (!over) {
    const since = processorTime();
    await pause();
    await ask("chat", second);
    longest = Math.max(longest, processorTime() - since);
  }
  await served;
  return longest;
}

/** The bodies of the first caller, and the formats in which it sends them. */
const cases = {
  "in process, stream": ["chat", toBody("echo", true, prompt)],
  "in process, JSON": ["messages", toBody("echo", false, prompt)],
  "relayed chat": ["chat", toBody("chat", true, "hello")],
  "relayed messages": ["messages", toBody("messages", true, "hello")],
  "translated to chat": ["chat", toBody("messages", true, "hello")],
  "translated to messages": ["messages", toBody("chat", true, "hello")],
  "translated to chat, JSON": ["chat", toBody("messages", false, "hello")],
  "translated to messages, JSON": ["messages", toBody("chat", false, "hello")],
};
const second = toBody("echo", false, "hello");

const figures = {};
for (const [name, first] of Object.entries(cases)) {
  const waits = [];
  // The first round is left out: in it the runtime compiles.
  for (let round = 0; round <= rounds; round++) waits.push(await longestWait(() => ask(...first)));
  const sorted = waits.slice(1).sort((a, b) => a - b);
  figures[name] = Math.round(sorted[Math.floor(rounds / 2)] * 10) / 10;
  if (!values.json) console.log(`${name}: ${figures[name]} ms of ${limit}`);
}

const held = Object.values(figures).every((wait) => wait <= limit);
if (values.json) console.log(JSON.stringify({ promise: "P7", figures, held }));
process.exitCode = held ? 0 : 1;
