import type { Format } from "../../shared/formats.ts";

/** JSON whose members are taken to be there. */
// biome-ignore lint/suspicious/noExplicitAny: an anchor checks nothing.
export type Json = any;

/** How one side of a translation is done. */
interface Side {
  request(body: Json): Json;
  reply(body: Json): Json;
  /** A function for one stream: an event of the upstream becomes frames for the caller. */
  frames(): (event: Json) => string;
}

/** By the upstream's format: the caller's is the other one. */
export const toUpstream: Readonly<Record<Format, Side>> = {
  messages: { request: toMessages, reply: toCompletion, frames: toChunks },
  chat: { request: toChat, reply: toMessage, frames: toEvents },
};

function toMessages({ messages, tools, stream_options: _, ...body }: Json): Json {
  return {
    ...body,
    system: messages[0].content,
    messages: messages.slice(1),
    tools: tools.map(({ function: { parameters, ...named } }: Json) => ({
      ...named,
      input_schema: parameters,
    })),
  };
}

function toChat({ system, messages, tools, ...body }: Json): Json {
  return {
    ...body,
    ...(body.stream && { stream_options: { include_usage: true } }),
    messages: [{ role: "system", content: system }, ...messages],
    tools: tools.map(({ input_schema: parameters, ...named }: Json) => ({
      type: "function",
      function: { ...named, parameters },
    })),
  };
}

function toCompletion({ id, model, content, usage }: Json): Json {
  const [prompt_tokens, completion_tokens] = [usage.input_tokens, usage.output_tokens];
  const message = { role: "assistant", content: content.map(({ text }: Json) => text).join("") };
  return {
    id,
    object: "chat.completion",
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

function toMessage({ id, model, choices, usage }: Json): Json {
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text: choices[0].message.content }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens },
  };
}

function toChunks(): (event: Json) => string {
  const chunk = (delta: Json, finish_reason: string | null) =>
    `data: ${JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    })}\n\n`;
  return ({ type, delta }) => {
    if (type === "message_start") return chunk({ role: "assistant", content: "" }, null);
    if (type === "content_block_delta") return chunk({ content: delta.text }, null);
    if (type === "message_delta") return chunk({}, "stop");
    return type === "message_stop" ? "data: [DONE]\n\n" : "";
  };
}

function toEvents(): (chunk: Json) => string {
  const frame = (event: Json) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  return ({ id, choices: [choice], usage }) => {
    if (!choice) return usage ? frame({ type: "message_stop" }) : "";
    const { delta, finish_reason } = choice;
    if (delta.role) return frame({ type: "message_start", message: { id, content: [] } });
    if (finish_reason) return frame({ type: "message_delta", delta: { stop_reason: "end_turn" } });
    const text = { type: "text_delta", text: delta.content };
    return frame({ type: "content_block_delta", index: 0, delta: text });
  };
}
