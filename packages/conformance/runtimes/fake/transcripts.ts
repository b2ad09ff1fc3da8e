import Anthropic from "@anthropic-ai/sdk";
import { refusal, thinking, toolCall, toolCallArguments, toolCallStart, usage } from "@diglot/core";
import { createFake, type Fake } from "@diglot/testing";
import OpenAI from "openai";

/** What a runtime makes of one script, for comparison with others. */
export interface FakeTranscripts {
  /** Every answer of a run: its head, and its body read by read. */
  readonly transcript: readonly string[];
  /** How many of the runs gave other bytes than the first. */
  readonly different: number;
  /** What the official clients made of it. */
  readonly clients: readonly string[];
}

/** The tools that the script calls. */
const tools = ["get_weather", "get_time"];

const endpoints = {
  "/v1/messages": {
    headers: { "x-api-key": "sk-test", "anthropic-version": "2023-06-01" },
    body: {
      max_tokens: 2_000,
      tools: tools.map((name) => ({ name, input_schema: { type: "object" } })),
    },
  },
  "/v1/chat/completions": {
    headers: { authorization: "Bearer sk-test" },
    body: {
      stream_options: { include_usage: true },
      tools: tools.map((name) => ({ type: "function", function: { name } })),
    },
  },
} as const;

type Path = keyof typeof endpoints;

/** Everything that a reply can hold, in turns that both formats can show. */
function addScript(fake: Fake): Fake {
  return fake
    .reply(
      thinking("Où est le café? ", { signature: "c2lnbmVk" }),
      "Crème brûlée 🍮, of course. ",
      toolCall({ name: "get_weather", arguments: { city: "Zürich 🏔️" } }),
      toolCallStart({ name: "get_time" }),
      toolCallArguments('{"zo'),
      toolCallArguments('ne":"CET"}'),
      usage({ input: 12, cacheRead: 3, output: 34, reasoning: 5 }),
    )
    .reply(refusal("I would rather not."))
    .reply("Plain and long enough to be cut into several pieces of a stream.");
}

async function ask(fake: Fake, path: Path, stream: boolean): Promise<string> {
  const { headers, body } = endpoints[path];
  const { stream_options, ...rest } = { stream_options: undefined, ...body };
  const answer = await fake.fetch(`https://example.com${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({
      model: "some-model",
      stream,
      messages: [{ role: "user", content: "Hello" }],
      ...rest,
      ...(stream && stream_options && { stream_options }),
    }),
  });
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).sort();
  return [answer.status, ...head, ...(await readReads(answer))].join("\n");
}

/** The body read by read, each byte as one character so that cuts inside characters show. */
async function readReads(answer: Response): Promise<readonly string[]> {
  const reads: string[] = [];
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    reads.push(JSON.stringify(String.fromCharCode(...read.value)));
  }
  return reads;
}

/** All turns in both formats, streamed and not. */
async function run(): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const path of Object.keys(endpoints) as Path[]) {
    for (const stream of [true, false]) {
      const fake = addScript(createFake());
      for (let turn = 0; turn < 3; turn++) answers.push(await ask(fake, path, stream));
      fake.verify();
    }
  }
  return answers;
}

/** The official clients in this runtime, without a port. */
async function askClients(): Promise<readonly string[]> {
  const fake = createFake().reply("Hello, Messages").reply("Hello, Chat Completions");
  const options = { apiKey: "sk-test", fetch: fake.fetch, dangerouslyAllowBrowser: true };
  const message = await new Anthropic(options).messages
    .stream({
      model: "some-model",
      max_tokens: 100,
      messages: [{ role: "user", content: "Hello" }],
    })
    .finalMessage();
  const completion = await new OpenAI(options).chat.completions.create({
    model: "some-model",
    messages: [{ role: "user", content: "Hello" }],
  });
  fake.verify();
  const [block] = message.content;
  return [
    block?.type === "text" ? block.text : `a block of type ${block?.type}`,
    String(completion.choices[0]?.message.content),
  ];
}

/** Runs one script so many times and compares the bytes. */
export async function createTranscripts(runs: number): Promise<FakeTranscripts> {
  const transcript = await run();
  const first = transcript.join("\n");
  let different = 0;
  for (let index = 1; index < runs; index++) {
    if ((await run()).join("\n") !== first) different++;
  }
  return { transcript, different, clients: await askClients() };
}
