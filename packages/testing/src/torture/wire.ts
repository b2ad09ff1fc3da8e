import type { ReportedUsage } from "./witness.js";

/** The formats that an upstream may speak. */
type WireFormat = "messages" | "chat-completions";

type Json = Readonly<Record<string, unknown>>;

/** The frames of one format's streams. */
interface Dialect {
  begin(usage: ReportedUsage): readonly Json[];
  piece(text: string): Json;
  end(usage: ReportedUsage): readonly Json[];
  /** What ends the body after its last frame. */
  readonly last: string;
  whole(text: string, usage: ReportedUsage): Json;
}

const dialects: Readonly<Record<WireFormat, Dialect>> = {
  messages: {
    begin: ({ input }) => [
      { type: "message_start", message: toMessage([], null, { input, output: 1 }) },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ],
    piece: (text) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    }),
    end: ({ output }) => [
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: output },
      },
      { type: "message_stop" },
    ],
    last: "",
    whole: (text, usage) => toMessage([{ type: "text", text }], "end_turn", usage),
  },
  "chat-completions": {
    begin: () => [toChunk([toChoice({ role: "assistant", content: "" }, null)])],
    piece: (text) => toChunk([toChoice({ content: text }, null)]),
    end: (usage) => [
      toChunk([toChoice({}, "stop")]),
      { ...toChunk([]), usage: toChatUsage(usage) },
    ],
    last: "data: [DONE]\n\n",
    whole: (text, usage) => ({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "model",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text, refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: toChatUsage(usage),
    }),
  },
};

/** A reply as an event stream, a frame for each piece. `reported` is called before the last frames. */
export async function* toStream(
  format: WireFormat,
  pieces: AsyncIterable<string>,
  usage: ReportedUsage,
  reported: () => void,
): AsyncGenerator<Uint8Array, undefined> {
  const dialect = dialects[format];
  yield toBytes(dialect.begin(usage).map(toFrame).join(""));
  for await (const piece of pieces) yield toBytes(toFrame(dialect.piece(piece)));
  reported();
  yield toBytes(dialect.end(usage).map(toFrame).join("") + dialect.last);
  return undefined;
}

/** A reply as one JSON body. */
export async function* toJson(
  format: WireFormat,
  pieces: AsyncIterable<string>,
  usage: ReportedUsage,
  reported: () => void,
): AsyncGenerator<Uint8Array, undefined> {
  let text = "";
  for await (const piece of pieces) text += piece;
  reported();
  yield toBytes(JSON.stringify(dialects[format].whole(text, usage)));
  return undefined;
}

function toFrame(event: Json): string {
  const name = typeof event.type === "string" ? `event: ${event.type}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function toMessage(
  content: readonly Json[],
  stopReason: string | null,
  usage: ReportedUsage,
): Json {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "model",
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  };
}

function toChunk(choices: readonly Json[]): Json {
  return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "model", choices };
}

function toChoice(delta: Json, finishReason: string | null): Json {
  return { index: 0, delta, logprobs: null, finish_reason: finishReason };
}

function toChatUsage({ input, output }: ReportedUsage): Json {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
