import { createServer } from "node:http";

const usage = '"usage":{"input_tokens":1,"output_tokens":1}';
const chunkHead = '"id":"c","object":"chat.completion.chunk","created":1,"model":"m"';

/** What both formats answer to everything else. */
const replies = {
  messages: {
    json: `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn","stop_sequence":null,${usage}}`,
    stream: [
      `event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,${usage}}}\n\n`,
      `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}\n\n`,
      `event: message_stop\ndata: {"type":"message_stop"}\n\n`,
    ].join(""),
  },
  "chat-completions": {
    json: '{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"ok"}}]}',
    stream: [
      `data: {${chunkHead},"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":null}]}\n\n`,
      `data: {${chunkHead},"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`,
      "data: [DONE]\n\n",
    ].join(""),
  },
};

/** A server of both formats that reads what it is sent, and answers with `answer.next` if that is set. */
export async function startUpstream() {
  const answer = { next: undefined };
  const server = createServer((request, response) => {
    const form = request.headers.accept === "text/event-stream" ? "stream" : "json";
    const format = request.url.endsWith("/messages") ? "messages" : "chat-completions";
    request.resume().on("end", () => {
      const type = form === "stream" ? "text/event-stream" : "application/json";
      response.writeHead(200, { "content-type": type });
      response.end(answer.next ?? replies[format][form]);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    answer,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
