// What the model servers of these programs say, in both formats.

const frame = (data, event) =>
  `${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
const text = (words) => Array.from({ length: words }, (_, index) => `word${index} `).join("");

/** The pieces of a reply in Chat Completions. */
export const chatCompletions = {
  error: JSON.stringify({
    error: { message: "broken", type: "server_error", param: null, code: null },
  }),
  whole: (words, usage) =>
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [
        { index: 0, message: { role: "assistant", content: text(words) }, finish_reason: "stop" },
      ],
      usage: toChatUsage(usage),
    }),
  begin: () => frame(chunk({ role: "assistant", content: "" })),
  delta: (word) => chatCompletions.text(`word${word} `),
  text: (content) => frame(chunk({ content })),
  end: (usage) =>
    frame(chunk({}, "stop")) +
    frame({ ...chunk({}), choices: [], usage: toChatUsage(usage) }) +
    "data: [DONE]\n\n",
};

function chunk(delta, finish = null) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

function toChatUsage({ input, output }) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** The pieces of a reply in Messages. */
export const messages = {
  error: JSON.stringify({ type: "error", error: { type: "api_error", message: "broken" } }),
  whole: (words, usage) =>
    JSON.stringify({
      ...message(usage),
      content: [{ type: "text", text: text(words) }],
      stop_reason: "end_turn",
    }),
  begin: (usage) =>
    frame({ type: "message_start", message: message({ ...usage, output: 1 }) }, "message_start") +
    frame(
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      "content_block_start",
    ),
  delta: (word) => messages.text(`word${word} `),
  text: (text) =>
    frame(
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
      "content_block_delta",
    ),
  end: (usage) =>
    frame({ type: "content_block_stop", index: 0 }, "content_block_stop") +
    frame(
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: usage.output },
      },
      "message_delta",
    ) +
    frame({ type: "message_stop" }, "message_stop"),
};

function message({ input, output }) {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: input, output_tokens: output },
  };
}
