import {
  type ByteSource,
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  defineModel,
  messagesUpstream,
  type Transport,
} from "@diglot/core";
import { createEcho, createEliza } from "@diglot/embedded-models";
import { createInspector, inspectorEndpoints } from "@diglot/inspector";
import { openTelemetry } from "@diglot/opentelemetry";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type { Caller } from "../../hostile/request.ts";

const key = "sk-hostile-00000";
const credential = "canary-of-the-administrator";
const paths = { messages: "/v1/messages", "chat-completions": "/v1/chat/completions" } as const;
const messagesReply = `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`;
const chatReply = `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"ok"}}]}`;

/** What a caller got. */
export interface Served {
  readonly status: number;
  readonly text: string;
}

/** What a service captures of contents. */
export interface HostileOptions {
  /** Whether an inspector and spans do. @default false */
  readonly captures?: boolean;
}

/** A service over models in process, and one upstream of each format without a network between. */
export interface HostileService {
  /** Shows the last request in the inspector, if contents are captured. */
  look(): Promise<Served>;
  /** @param reply the body of the upstream's reply; by default a short one */
  serve(caller: Caller, body: Uint8Array, reply?: HostileBody): Promise<Served>;
}

/** The body of an upstream's reply. */
export interface HostileBody {
  readonly text: string;
  readonly stream: boolean;
}

export function startHostileService({ captures = false }: HostileOptions = {}): HostileService {
  let reply: HostileBody | undefined;
  const transport: Transport = async ({ url }) => {
    const text = reply?.text ?? (url.endsWith("/messages") ? messagesReply : chatReply);
    const type = reply?.stream ? "text/event-stream" : "application/json";
    return { status: 200, headers: new Headers({ "content-type": type }), body: sourceOf(text) };
  };
  const options = { baseUrl: "http://upstream/v1", transport, apiKey: "key-of-the-upstream" };
  const inspector = createInspector({ capture: captures });
  const tracerProvider = new TracerProvider();
  const captureContents = captures && { characters: 100_000 };
  const service = createService({
    keys: createMemoryKeys([{ key }]),
    models: [
      defineModel("in-process", async function* () {
        yield "ok";
      }),
      createEcho(),
      createEliza(),
      messagesUpstream({ ...options, id: "messages" }),
      chatCompletionsUpstream({ ...options, id: "chat-completions" }),
    ],
    reporter: [inspector.reporter, openTelemetry({ tracerProvider, captureContents })],
    endpoints: inspectorEndpoints({ inspector, credential }),
  });
  const ask = async (target: string) => {
    const { status, body } = await service.handle({
      ...{ method: "GET", target, headers: new Headers({ "x-api-key": credential }) },
      body: { kind: "empty" },
      signal: new AbortController().signal,
    });
    return { status, text: await readBody(body) };
  };
  const headers = new Headers({
    authorization: `Bearer ${key}`,
    "anthropic-version": "2023-06-01",
  });
  return {
    async look() {
      const { requests } = JSON.parse((await ask("/inspector/requests")).text);
      return ask(`/inspector/requests/${requests.at(-1).id}`);
    },
    async serve(caller, bytes, next) {
      reply = next;
      const { status, body } = await service.handle({
        method: "POST",
        target: paths[caller],
        headers,
        body: { kind: "stream", chunks: chunksOf(bytes) },
        signal: new AbortController().signal,
      });
      return { status, text: await readBody(body) };
    },
  };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function sourceOf(text: string): ByteSource {
  const blocks = [new TextEncoder().encode(text)];
  return { read: async () => blocks.pop(), cancel: async () => undefined };
}

async function readBody(body: Uint8Array | ByteSource | undefined): Promise<string> {
  if (body === undefined) return "";
  return body instanceof Uint8Array ? decode(body) : drain(body);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The last part of a stream is enough to see how it ended. */
async function drain(source: ByteSource): Promise<string> {
  let text = "";
  for (let block = await source.read(); block; block = await source.read()) {
    text = (text + decode(block)).slice(-100_000);
  }
  return text;
}
