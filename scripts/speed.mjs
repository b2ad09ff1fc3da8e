// Prints what a relay and a translation cost beside a bare handler, which parses the request and
// copies the reply. All run in this process and in turns, so that the ratios of different machines
// can be compared.
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  messagesUpstream,
} from "../packages/core/dist/index.js";

const rounds = 25;
const encode = (text) => new TextEncoder().encode(text);
const encodeJson = (value) => encode(JSON.stringify(value));
const words = Array.from({ length: 500 }, (_, index) => `word${index} `);

const chunk = (delta, finish_reason = null) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
});
const message = (content, stop_reason) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
});

const chatStream = [
  chunk({ role: "assistant", content: "" }),
  ...words.map((content) => chunk({ content })),
  chunk({}, "stop"),
];
const messagesStream = [
  { type: "message_start", message: message([], null) },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ...words.map((text) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text },
  })),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];
const chatReply = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    { index: 0, message: { role: "assistant", content: words.join("") }, finish_reason: "stop" },
  ],
};

/** What each upstream answers, in blocks. A stream brings one event with each, as a model does. */
const formats = {
  chat: {
    path: "/v1/chat/completions",
    json: [encodeJson(chatReply)],
    stream: [...chatStream.map((data) => JSON.stringify(data)), "[DONE]"].map((data) =>
      encode(`data: ${data}\n\n`),
    ),
  },
  messages: {
    path: "/v1/messages",
    json: [encodeJson(message([{ type: "text", text: words.join("") }], "end_turn"))],
    stream: messagesStream.map((event) =>
      encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    ),
  },
};

const toSource = (blocks) => {
  let index = 0;
  return { read: async () => blocks[index++], cancel: async () => undefined };
};

/** The options of an upstream without a network between. */
const toOptions = (id) => ({
  id,
  baseUrl: "http://upstream/v1",
  async transport({ headers }) {
    const accepts = headers.find(([name]) => name === "accept")[1];
    const form = accepts === "text/event-stream" ? "stream" : "json";
    return {
      status: 200,
      headers: new Map([["content-type", accepts]]),
      body: toSource(formats[id][form]),
    };
  },
});

const service = createService({
  keys: createMemoryKeys([{ key: "sk-speed-00000" }]),
  models: [chatCompletionsUpstream(toOptions("chat")), messagesUpstream(toOptions("messages"))],
});
const headers = new Headers({
  authorization: "Bearer sk-speed-00000",
  "anthropic-version": "2023-06-01",
});

async function drain(source) {
  while (await source.read());
}

async function* toChunks(bytes) {
  yield bytes;
}

async function serve(caller, request) {
  const { status, body } = await service.handle({
    method: "POST",
    target: formats[caller].path,
    headers,
    body: { kind: "stream", chunks: toChunks(request) },
    signal: new AbortController().signal,
  });
  if (status !== 200) throw new Error(`The service has answered with ${status}.`);
  if (!(body instanceof Uint8Array)) await drain(body);
}

async function serveBare(blocks, request) {
  JSON.parse(new TextDecoder().decode(request));
  const source = toSource(blocks);
  await drain({ read: async () => (await source.read())?.slice() });
}

/** Microseconds of this process, since others may use the machine too. */
async function measure(work, times) {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index++) await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const messages = Array.from({ length: 7 }, (_, index) => ({
  role: index % 2 === 0 ? "user" : "assistant",
  content: "A sentence of some words. ".repeat(20),
}));

/** The median of the rounds; the first ones, in which the runtime compiles, are left out. */
async function compare(form, caller, upstream) {
  const stream = form === "stream";
  const request = encodeJson({ model: upstream, max_tokens: 100, stream, messages });
  const times = stream ? 10 : 200;
  const ratios = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await measure(() => serveBare(formats[upstream][form], request), times);
    ratios.push((await measure(() => serve(caller, request), times)) / bare);
  }
  const sorted = ratios.slice(rounds / 5).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

console.log("How often a bare copy could be served in the time of the service:");
for (const form of ["json", "stream"]) {
  for (const [caller, upstream] of [
    ["chat", "chat"],
    ["messages", "messages"],
    ["chat", "messages"],
    ["messages", "chat"],
  ]) {
    const way = caller === upstream ? "relay" : "translation";
    const ratio = await compare(form, caller, upstream);
    console.log(`${form}, ${caller} caller, ${upstream} upstream: ${way}, ${ratio.toFixed(1)}`);
  }
}
