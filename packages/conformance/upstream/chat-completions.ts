import { type HttpAnswer, jsonAnswer, streamAnswer } from "./answer.js";
import { type ChatDialect, type ChatDialectName, chatDialects } from "./dialects.js";
import {
  defaultId,
  defaultModel,
  type Script,
  type ScriptPart,
  type ScriptStop,
  stopOf,
} from "./script.js";

type Json = Readonly<Record<string, unknown>>;

const finishReasons: Readonly<Record<ScriptStop, string>> = {
  end: "stop",
  length: "length",
  tools: "tool_calls",
  stop_sequence: "stop",
  refusal: "content_filter",
};

/** Unix time of every answer. */
const created = 1_790_000_000;
const requestId = ["x-request-id", "req_upstream000000000000001"] as const;

/** How a Chat Completions answer is written. */
export interface ChatOptions {
  readonly stream: boolean;
  /** Whether the request asked a stream for usage. */
  readonly includeUsage: boolean;
  /** @default "openai" */
  readonly dialect?: ChatDialectName | undefined;
}

/** The script as a Chat Completions server answers it. */
export function chatAnswer(script: Script, options: ChatOptions): HttpAnswer {
  return options.stream
    ? streamAnswer(chatFrames(script, options), [requestId])
    : jsonAnswer(chatBody(script, options.dialect), 200, [requestId]);
}

/** A whole completion. */
export function chatBody(script: Script, name: ChatDialectName = "openai"): Json {
  const dialect: ChatDialect = chatDialects[name];
  const { parts, usage } = script;
  const calls = callsOf(parts).map(toCall);
  const words = joined(parts, "text");
  const reasoning = joined(parts, "thinking");
  const message = {
    role: "assistant",
    content: words === "" && calls.length > 0 ? null : words,
    ...(dialect.reasoning && reasoning !== "" && { [dialect.reasoning]: reasoning }),
    ...(dialect.reasoningDetails && reasoning !== "" && { reasoning_details: detailsOf(parts) }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...envelopeOf(script, dialect, "chat.completion"),
    choices: [
      { index: 0, message, ...dialect.choice, finish_reason: finishReasons[stopOf(script)] },
    ],
    ...(usage && { usage: dialect.toUsage(usage) }),
  };
}

/** The frames of a completion's stream, `[DONE]` included. */
export function chatFrames(
  script: Script,
  { includeUsage, dialect: name = "openai" }: Omit<ChatOptions, "stream">,
): readonly string[] {
  const dialect: ChatDialect = chatDialects[name];
  const usage =
    script.usage && (includeUsage || dialect.usageUnasked)
      ? dialect.toUsage(script.usage)
      : undefined;
  const before = usage && dialect.usageNull ? { usage: null } : {};
  const finish = finishReasons[stopOf(script)];
  const deltas: readonly Json[] = deltasOf(script.parts, dialect);
  const finishing = dialect.finishWithText ? deltas.length - 1 : deltas.length;

  const chunk = (choices: readonly Json[], more: Json = before): string =>
    chatFrame({ ...envelopeOf(script, dialect, "chat.completion.chunk"), choices, ...more });
  const choice = (delta: Json, finish_reason: string | null): Json => ({
    index: 0,
    delta,
    ...dialect.choice,
    finish_reason,
  });
  const withFinish = usage && dialect.usage === "with_finish" ? { usage } : before;
  const comment = dialect.comment === undefined ? [] : [`: ${dialect.comment}\n\n`];

  return [
    ...comment,
    chunk([choice(dialect.firstDelta, null)]),
    ...comment,
    ...deltas
      .slice(0, finishing)
      .map((delta) => chunk([choice({ ...dialect.everyDelta, ...delta }, null)])),
    chunk([choice({ ...dialect.everyDelta, ...deltas[finishing] }, finish)], withFinish),
    ...(usage && dialect.usage === "own_chunk" ? [chunk([], { usage })] : []),
    chatDone,
  ];
}

/** One chunk as it stands on the wire. */
export function chatFrame(chunk: unknown): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

/** The last frame of a whole stream. */
export const chatDone = "data: [DONE]\n\n";

function envelopeOf({ id, model }: Script, dialect: ChatDialect, object: string): Json {
  return {
    id: `chatcmpl-${id ?? defaultId}`,
    object,
    created,
    model: model ?? defaultModel,
    ...dialect.envelope,
  };
}

function joined(parts: readonly ScriptPart[], type: "text" | "thinking"): string {
  return parts.flatMap((part) => (part.type === type ? part.pieces : [])).join("");
}

type CallPart = Extract<ScriptPart, { readonly type: "tool_call" }>;

function callsOf(parts: readonly ScriptPart[]): readonly CallPart[] {
  return parts.filter((part) => part.type === "tool_call");
}

function toCall({ id, name, pieces }: CallPart): Json {
  return { id, type: "function", function: { name, arguments: pieces.join("") } };
}

function detailsOf(parts: readonly ScriptPart[]): readonly Json[] {
  return parts.flatMap((part, index): readonly Json[] => {
    if (part.type === "redacted") {
      return [{ type: "reasoning.encrypted", data: part.data, format: detailFormat, index }];
    }
    if (part.type !== "thinking") return [];
    const { pieces, signature } = part;
    return [
      {
        type: "reasoning.text",
        text: pieces.join(""),
        ...(signature !== undefined && { signature }),
        format: detailFormat,
        index,
      },
    ];
  });
}

const detailFormat = "anthropic-claude-v1";

/** The deltas of all parts, in the order of the script. */
function deltasOf(parts: readonly ScriptPart[], dialect: ChatDialect): readonly Json[] {
  const calls = callsOf(parts);
  return parts.flatMap((part) => partDeltas(part, calls, dialect));
}

function partDeltas(
  part: ScriptPart,
  calls: readonly CallPart[],
  dialect: ChatDialect,
): readonly Json[] {
  switch (part.type) {
    case "text":
      return part.pieces.map((content) => ({ content }));
    case "thinking":
      return reasoningDeltas(part.pieces, detailsOf([part]), dialect);
    case "redacted":
      return dialect.reasoningDetails ? [{ reasoning_details: detailsOf([part]) }] : [];
    case "tool_call":
      return callDeltas(part, calls.indexOf(part), dialect);
  }
}

function reasoningDeltas(
  pieces: readonly string[],
  details: readonly Json[],
  { reasoning, reasoningDetails }: ChatDialect,
): readonly Json[] {
  if (!reasoning) return [];
  const deltas = pieces.map((piece) => ({ [reasoning]: piece }));
  return reasoningDetails ? [...deltas, { reasoning_details: details }] : deltas;
}

function callDeltas(call: CallPart, index: number, dialect: ChatDialect): readonly Json[] {
  if (dialect.wholeCalls) return [{ tool_calls: [{ index, ...toCall(call) }] }];
  const start = { id: call.id, type: "function", function: { name: call.name, arguments: "" } };
  return [
    { tool_calls: [{ index, ...start }] },
    ...call.pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

/** The body of an error event, as servers send it in a stream. */
export function chatError(type: string, code: unknown, message: string): Json {
  return { error: { message, type, param: null, code } };
}
