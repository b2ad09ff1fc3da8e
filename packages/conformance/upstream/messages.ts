import { type HttpAnswer, jsonAnswer, streamAnswer } from "./answer.js";
import {
  defaultId,
  defaultModel,
  type Script,
  type ScriptPart,
  type ScriptStop,
  type ScriptUsage,
  stopOf,
} from "./script.js";

type Json = Readonly<Record<string, unknown>>;

const stopReasons: Readonly<Record<ScriptStop, string>> = {
  end: "end_turn",
  length: "max_tokens",
  tools: "tool_use",
  stop_sequence: "stop_sequence",
  refusal: "refusal",
};

const requestId = ["request-id", "req_upstream000000000000001"] as const;

/** The script as a Messages service answers it. */
export function messagesAnswer(script: Script, stream: boolean): HttpAnswer {
  return stream
    ? streamAnswer(messagesFrames(script), [requestId])
    : jsonAnswer(messagesBody(script), 200, [requestId]);
}

/** A whole message. */
export function messagesBody(script: Script): Json {
  return {
    ...envelopeOf(script),
    content: script.parts.map(toBlock),
    stop_reason: stopReasons[stopOf(script)],
    stop_sequence: script.stopSequence ?? null,
    ...(script.usage && { usage: toUsage(script.usage) }),
  };
}

/** The frames of a message's stream: start, ping, blocks, delta, stop. */
export function messagesFrames(script: Script): readonly string[] {
  const { usage } = script;
  const message = {
    ...envelopeOf(script),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(usage && { usage: { ...toUsage(usage), output_tokens: 1 } }),
  };
  return [
    messagesFrame({ type: "message_start", message }),
    messagesFrame({ type: "ping" }),
    ...script.parts.flatMap(blockFrames),
    messagesFrame({
      type: "message_delta",
      delta: {
        stop_reason: stopReasons[stopOf(script)],
        stop_sequence: script.stopSequence ?? null,
      },
      ...(usage && { usage: { output_tokens: usage.output } }),
    }),
    messagesFrame({ type: "message_stop" }),
  ];
}

/** One event as it stands on the wire: its name is its type. */
export function messagesFrame(event: Json & { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The body of an error answer or error event. */
export function messagesError(type: string, message: string): Json & { readonly type: "error" } {
  return { type: "error", error: { type, message }, request_id: requestId[1] };
}

function envelopeOf({ id, model }: Script): Json {
  return {
    id: `msg_${id ?? defaultId}`,
    type: "message",
    role: "assistant",
    model: model ?? defaultModel,
  };
}

function toUsage({ input, output, cacheRead, cacheWrite }: ScriptUsage): Json {
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite ?? 0,
    cache_read_input_tokens: cacheRead ?? 0,
    output_tokens: output,
  };
}

function toBlock(part: ScriptPart): Json {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.pieces.join("") };
    case "thinking":
      return {
        type: "thinking",
        thinking: part.pieces.join(""),
        signature: part.signature ?? "",
      };
    case "redacted":
      return { type: "redacted_thinking", data: part.data };
    case "tool_call":
      return {
        type: "tool_use",
        id: part.id,
        name: part.name,
        input: JSON.parse(part.pieces.join("") || "{}"),
      };
  }
}

function blockFrames(part: ScriptPart, index: number): readonly string[] {
  const deltas = deltasOf(part).map((delta) =>
    messagesFrame({ type: "content_block_delta", index, delta }),
  );
  return [
    messagesFrame({ type: "content_block_start", index, content_block: startOf(part) }),
    ...deltas,
    messagesFrame({ type: "content_block_stop", index }),
  ];
}

function startOf(part: ScriptPart): Json {
  switch (part.type) {
    case "text":
      return { type: "text", text: "" };
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "redacted":
      return { type: "redacted_thinking", data: part.data };
    case "tool_call":
      return { type: "tool_use", id: part.id, name: part.name, input: {} };
  }
}

function deltasOf(part: ScriptPart): readonly Json[] {
  switch (part.type) {
    case "text":
      return part.pieces.map((text) => ({ type: "text_delta", text }));
    case "thinking":
      return [
        ...part.pieces.map((thinking) => ({ type: "thinking_delta", thinking })),
        ...(part.signature === undefined
          ? []
          : [{ type: "signature_delta", signature: part.signature }]),
      ];
    case "redacted":
      return [];
    case "tool_call":
      return part.pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
  }
}
