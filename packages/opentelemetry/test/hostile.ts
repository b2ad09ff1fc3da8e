import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { FormatName } from "@diglot/test-support/requests";
import { listen } from "@diglot/test-support/servers";

/** The characters that a text needs to be hostile: each such text says so at every place. */
const mark = "☠";

/** A text of 2,800 characters: quotes, escapes, control characters, and halves of others. */
export const hostile = `${mark}"\\\n\0\ud800=😀${mark}{[`.repeat(200);

/** Whether a text is a piece of one that came from outside. */
export function isHostile(value: string): boolean {
  return value.includes(mark);
}

/** Requests that say something hostile wherever a text may be chosen freely. */
export const hostileRequests: Readonly<Record<FormatName, object>> = {
  messages: {
    metadata: { user_id: hostile },
    stop_sequences: [hostile],
    system: [{ type: "text", text: hostile }],
    tools: [
      { name: "weather", description: hostile, input_schema: { type: "object", [hostile]: {} } },
    ],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: hostile },
          { type: "image", source: { type: "url", url: `https://host.test/${hostile}` } },
          {
            type: "document",
            title: hostile,
            source: { type: "text", media_type: "text/plain", data: hostile },
          },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: hostile, signature: hostile },
          { type: "redacted_thinking", data: hostile },
          { type: "tool_use", id: hostile, name: hostile, input: { [hostile]: hostile } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: hostile, content: [{ type: "text", text: hostile }] },
        ],
      },
    ],
  },
  "chat-completions": {
    user: hostile,
    stop: [hostile],
    metadata: { [hostile]: hostile },
    tools: [
      {
        type: "function",
        function: {
          name: "weather",
          description: hostile,
          parameters: { type: "object", [hostile]: {} },
        },
      },
    ],
    messages: [
      { role: "system", content: hostile, name: hostile },
      {
        role: "user",
        name: hostile,
        content: [
          { type: "text", text: hostile },
          { type: "image_url", image_url: { url: `https://host.test/${hostile}` } },
        ],
      },
      {
        role: "assistant",
        content: hostile,
        refusal: hostile,
        tool_calls: [
          { id: hostile, type: "function", function: { name: hostile, arguments: hostile } },
        ],
      },
      { role: "tool", tool_call_id: hostile, content: hostile },
    ],
  },
};

/** Messages with files, which only an upstream of the same format takes. */
export const hostileFiles: Readonly<Record<FormatName, object>> = {
  messages: {
    messages: [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "file", file_id: hostile } },
          { type: "document", source: { type: "base64", media_type: hostile, data: "aGVsbG8=" } },
          { type: hostile, [hostile]: hostile },
        ],
      },
    ],
  },
  "chat-completions": {
    messages: [
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: `data:image/${hostile};base64,aGVsbG8=` } },
          { type: "file", file: { file_id: hostile, filename: hostile } },
          { type: hostile, [hostile]: hostile },
        ],
      },
    ],
  },
};

/**
 * The value itself, and a copy for each of its hostile texts, in which only that one is hostile: a text
 * that is cut hides those that come after it.
 */
export function variantsOf<T extends object>(value: T): readonly T[] {
  const pieces = JSON.stringify(value).split(JSON.stringify(hostile).slice(1, -1));
  const variants = pieces.slice(1).map((_, hostileOne) => {
    const join = (json: string, piece: string, index: number) =>
      `${json}${index - 1 === hostileOne ? JSON.stringify(hostile).slice(1, -1) : "plain"}${piece}`;
    return JSON.parse(pieces.reduce(join)) as T;
  });
  return [value, ...variants];
}

const usage = {
  messages: { input_tokens: 3, output_tokens: 2, [hostile]: hostile, service_tier: hostile },
  "chat-completions": { prompt_tokens: 3, completion_tokens: 2, [hostile]: hostile },
};

const message = { id: hostile, type: "message", role: "assistant", model: hostile };
const completion = { id: hostile, model: hostile, created: 0, system_fingerprint: hostile };
const toolUse = { type: "tool_use", id: hostile, name: hostile };
const toolCalls = [
  { index: 0, id: hostile, type: "function", function: { name: hostile, arguments: hostile } },
];

/** Whole replies. */
const replies: Readonly<Record<FormatName, object>> = {
  messages: {
    ...message,
    content: [
      { type: "text", text: hostile },
      { ...toolUse, input: { [hostile]: hostile } },
      { type: hostile, [hostile]: hostile },
    ],
    stop_reason: hostile,
    stop_sequence: hostile,
    usage: usage.messages,
  },
  "chat-completions": {
    ...completion,
    object: "chat.completion",
    choices: [0, 1].map((index) => ({
      index,
      message: { role: "assistant", content: hostile, refusal: hostile, tool_calls: toolCalls },
      finish_reason: hostile,
    })),
    usage: usage["chat-completions"],
  },
};

const chunk = (choice: object) => ({
  ...completion,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }],
});

/** Events of streamed replies, with the last lines that their format wants. */
const streams: Readonly<Record<FormatName, readonly object[]>> = {
  messages: [
    { type: "message_start", message: { ...message, content: [], usage: usage.messages } },
    { type: "content_block_start", index: 0, content_block: { ...toolUse, input: {} } },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json: hostile },
    },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: hostile, stop_sequence: hostile },
      usage: usage.messages,
    },
    { type: "message_stop" },
  ],
  "chat-completions": [
    chunk({ delta: { role: "assistant", content: hostile } }),
    chunk({ delta: { tool_calls: toolCalls } }),
    chunk({ finish_reason: hostile }),
  ],
};

const errors: Readonly<Record<FormatName, object>> = {
  messages: { type: "error", error: { type: hostile, message: hostile }, request_id: hostile },
  "chat-completions": { error: { type: hostile, code: hostile, param: hostile, message: hostile } },
};

/** How an upstream answers. */
export type HostileAnswer = "answer" | "error" | "odd status";

/** An upstream whose answers are hostile: one after the other in all variants, and then again. */
export async function startHostileUpstream(
  format: FormatName,
  answer: HostileAnswer,
): Promise<{ readonly port: number; readonly sent: readonly string[]; readonly variants: number }> {
  const sent: string[] = [];
  const whole = variantsOf(answer === "answer" ? replies[format] : errors[format]);
  const streamed = variantsOf(streams[format]);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const turn = sent.push(body) >> 1;
    if (answer === "answer" && JSON.parse(body).stream) {
      return sendStream(response, format, streamed[turn % streamed.length] ?? []);
    }
    const status = { answer: 200, error: 529, "odd status": 418 }[answer];
    sendJson(response, status, whole[turn % whole.length] ?? {});
  });
  const port = await listen(server);
  return { port, sent, variants: Math.max(whole.length, streamed.length) };
}

function sendStream(response: ServerResponse, format: FormatName, events: readonly object[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    const name = "type" in event ? `event: ${event.type}\n` : "";
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(format === "messages" ? "" : "data: [DONE]\n\n");
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** All texts that stand anywhere in a value, names included. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
