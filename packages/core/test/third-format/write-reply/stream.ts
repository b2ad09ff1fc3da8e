import type {
  AnswerContext,
  ConversationEvent,
  FinalUsage,
  JsonObject,
  OpenedBlock,
  StopReason,
  StreamWriter,
} from "../../../src/index.js";
import { rules } from "../wire/rules.js";
import { parseObject } from "../wire/types.js";

/** Writes a reply as lines of JSON. A call is a line of its own, once it is complete. */
export function createStreamWriter({ clock, receipt }: AnswerContext): StreamWriter {
  const createdAt = new Date(clock.now()).toISOString();
  let model = "";
  let reason: StopReason = "end";
  let block: OpenedBlock = { type: "text" };
  let json = "";

  const line = (value: JsonObject) =>
    `${JSON.stringify({ model, created_at: createdAt, ...value })}\n`;
  const say = (message: JsonObject) =>
    line({ message: { role: "assistant", content: "", ...message }, done: false });

  return {
    write(event) {
      switch (event.type) {
        case "start":
          model = event.model;
          return "";
        case "open":
          block = event.block;
          json = "";
          if (block.type === "redacted_thinking")
            receipt.noteReply(rules.hidden, `/content/${event.index}`);
          return "";
        case "delta":
          return writeDelta(event);
        case "close":
          return block.type === "tool_call" ? say({ tool_calls: [toCall(block.name, json)] }) : "";
        case "stop":
          reason = event.reason;
          if (event.sequence !== undefined) receipt.noteReply(rules.sequence, "/stop_sequence");
          return "";
        case "end":
          return line({
            message: { role: "assistant", content: "" },
            ...toEnd(reason, event.usage),
          });
        case "usage":
          return "";
      }
    },
    // An empty line is no event of this wire, so a silent stream stays silent.
    ping: () => "",
    fail: ({ message }) => `${JSON.stringify({ error: message })}\n`,
  };

  function writeDelta({ index, delta }: Extract<ConversationEvent, { type: "delta" }>): string {
    if (delta.type === "arguments") json += delta.json;
    if (delta.type === "signature")
      receipt.noteReply(rules.signature, `/content/${index}/signature`);
    if (delta.type !== "text") return "";
    return say(block.type === "thinking" ? { thinking: delta.text } : { content: delta.text });
  }
}

/** A call with its arguments as an object. */
export function toCall(name: string, json: string): JsonObject {
  return { function: { name, arguments: parseObject(json || "{}") ?? {} } };
}

/** The members that end a reply. */
export function toEnd(reason: StopReason, usage: FinalUsage): JsonObject {
  return {
    done: true,
    done_reason: reason === "max_tokens" ? "length" : "stop",
    prompt_eval_count: usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteLong,
    eval_count: usage.output,
  };
}
