import type { ChatCompletionsUpstreamCapabilities } from "../src/formats/chat-completions/upstream.js";
import type { MessagesUpstreamCapabilities } from "../src/formats/messages/upstream.js";
import type { UpstreamOptions } from "../src/upstreams/options.js";

/** Options of an upstream of either format; each ignores the capabilities of the other. */
export type AnyUpstreamOptions = UpstreamOptions<
  ChatCompletionsUpstreamCapabilities & MessagesUpstreamCapabilities
>;

/** One request that a fake upstream got. */
export interface ObservedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly redirect: RequestRedirect;
}

/** An upstream that is a function from requests to responses, and the requests that it received. */
export function fakeUpstream(
  answer: (request: ObservedRequest) => Response | Promise<Response>,
  options: Partial<AnyUpstreamOptions> = {},
) {
  const seen: ObservedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const request = new Request(input, init);
    const text = await request.text();
    const seenRequest: ObservedRequest = {
      url: request.url,
      method: request.method,
      headers: request.headers,
      text,
      body: text === "" ? {} : JSON.parse(text),
      signal: init.signal ?? request.signal,
      redirect: request.redirect,
    };
    seen.push(seenRequest);
    return answer(seenRequest);
  };
  return {
    seen,
    options: {
      id: "scripted",
      baseUrl: "http://upstream.test/v1",
      apiKey: "sk-upstream-secret",
      model: "real-model",
      fetch,
      ...options,
    } satisfies AnyUpstreamOptions,
  };
}

const encoder = new TextEncoder();

/** An event stream of the given blocks; it then ends, or stays open. */
export function streamOf(
  blocks: readonly (string | Uint8Array)[],
  { open = false, onCancel = () => undefined }: { open?: boolean; onCancel?: () => void } = {},
): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const block = blocks[next++];
        if (block !== undefined)
          controller.enqueue(typeof block === "string" ? encoder.encode(block) : block);
        else if (!open) controller.close();
        else return new Promise<void>(() => undefined);
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** JSON replies of both formats with the same content. */
export const replies = {
  messages: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "real-model",
    content: [{ type: "text", text: "Hello." }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 3 },
  },
  "chat-completions": {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "real-model",
    choices: [
      { index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 },
  },
} as const;

/** What callers get of a text of the upstream: its model has the public name. */
export function publicly(text: string): string {
  return text.replaceAll('"real-model"', '"scripted"');
}

function event(data: { type: string } & Record<string, unknown>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function chunk(delta: unknown, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "real-model", choices })}\n\n`;
}

/** The frames of streams of both formats with the same content. */
export const frames = {
  messages: [
    event({
      type: "message_start",
      message: { ...replies.messages, content: [], stop_reason: null },
    }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo." } }),
    event({ type: "content_block_stop", index: 0 }),
    event({
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 3 },
    }),
    event({ type: "message_stop" }),
  ],
  "chat-completions": [
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "Hel" }),
    chunk({ content: "lo." }),
    chunk({}, "stop"),
    'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"real-model","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":3,"total_tokens":14}}\n\n',
    "data: [DONE]\n\n",
  ],
} as const;
