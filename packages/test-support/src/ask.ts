import type { Service } from "@diglot/core";
import { clientsOf } from "./clients.js";
import { type FormatName, formatNames } from "./requests.js";

/** A way in which a caller asks. */
export interface Way {
  readonly format: FormatName;
  readonly stream: boolean;
}

/** All ways: both formats, streamed or not. */
export const ways: readonly Way[] = formatNames.flatMap((format) =>
  [false, true].map((stream) => ({ format, stream })),
);

/** What a caller asks, in words of neither format. */
export interface Question {
  readonly model: string;
  readonly user: string;
  readonly system?: string | undefined;
  /** Names of tools that take anything. */
  readonly tools?: readonly string[] | undefined;
  /** Members of the body in one of the formats. */
  readonly messages?: object | undefined;
  readonly chat?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What the official client of a format has read. */
export interface Reply {
  readonly text: string;
  readonly reasoning: string;
  /** A refusal that does not stand in the text: Messages has none. */
  readonly refusal: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  /** In the words of its format. */
  readonly reason: string | null | undefined;
  /** In neutral words; Chat Completions does not tell what was written to a cache. */
  readonly usage: {
    readonly input: number;
    readonly cacheRead: number;
    readonly output: number;
  };
}

/** Asks a service with the official client of a format. */
export function ask(service: Service, way: Way, question: Question): Promise<Reply> {
  return way.format === "messages"
    ? askMessages(service, way.stream, question)
    : askChat(service, way.stream, question);
}

const schema = { type: "object", properties: {} } as const;

async function askMessages(service: Service, stream: boolean, question: Question): Promise<Reply> {
  const { model, user, system, tools, messages, signal } = question;
  const { anthropic } = clientsOf({ fetch: service.fetch });
  const body = {
    model,
    max_tokens: 1000,
    messages: [{ role: "user" as const, content: user }],
    ...(system !== undefined && { system }),
    ...(tools && { tools: tools.map((name) => ({ name, input_schema: schema })) }),
    ...messages,
  };
  const options = { signal: signal ?? null };
  const message = stream
    ? await anthropic.messages.stream(body, options).finalMessage()
    : await anthropic.messages.create(body, options);
  const { usage } = message;
  return {
    text: message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    reasoning: message.content
      .map((block) => (block.type === "thinking" ? block.thinking : ""))
      .join(""),
    refusal: "",
    calls: message.content.flatMap((block) =>
      block.type === "tool_use" ? [{ name: block.name, input: block.input }] : [],
    ),
    reason: message.stop_reason,
    usage: {
      input: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens ?? 0,
      output: usage.output_tokens,
    },
  };
}

interface ChatPiece {
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly {
    readonly index?: number;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number };
}

async function askChat(service: Service, stream: boolean, question: Question): Promise<Reply> {
  const { model, user, system, tools, chat, signal } = question;
  const { openai } = clientsOf({ fetch: service.fetch });
  const body = {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      { role: "user" as const, content: user },
    ],
    ...(tools && {
      tools: tools.map((name) => ({
        type: "function" as const,
        function: { name, parameters: schema },
      })),
    }),
    ...chat,
  };
  const options = { signal: signal ?? null };
  const pieces: ChatPiece[] = [];
  let reason: string | null | undefined;
  let usage: ChatUsage | null | undefined;
  if (stream) {
    const streamed = { ...body, stream: true, stream_options: { include_usage: true } } as const;
    for await (const chunk of await openai.chat.completions.create(streamed, options)) {
      const [choice] = chunk.choices;
      if (choice) pieces.push(choice.delta as ChatPiece);
      reason = choice?.finish_reason ?? reason;
      usage = (chunk.usage as ChatUsage | null | undefined) ?? usage;
    }
  } else {
    const completion = await openai.chat.completions.create(body, options);
    const [choice] = completion.choices;
    if (choice) pieces.push(choice.message as ChatPiece);
    reason = choice?.finish_reason;
    usage = completion.usage as ChatUsage | undefined;
  }
  return toChatReply(pieces, reason, usage);
}

function toChatReply(
  pieces: readonly ChatPiece[],
  reason: string | null | undefined,
  usage: ChatUsage | null | undefined,
): Reply {
  const calls = new Map<number, { name: string; json: string }>();
  for (const [position, call] of pieces.flatMap(({ tool_calls = [] }) => [
    ...tool_calls.entries(),
  ])) {
    const index = call.index ?? position;
    const before = calls.get(index) ?? { name: "", json: "" };
    calls.set(index, {
      name: before.name + (call.function?.name ?? ""),
      json: before.json + (call.function?.arguments ?? ""),
    });
  }
  const cacheRead = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  return {
    text: pieces.map(({ content }) => content ?? "").join(""),
    reasoning: pieces.map(({ reasoning_content = "" }) => reasoning_content).join(""),
    refusal: pieces.map(({ refusal }) => refusal ?? "").join(""),
    calls: [...calls.values()].map(({ name, json }) => ({ name, input: JSON.parse(json) })),
    reason,
    usage: {
      input: (usage?.prompt_tokens ?? 0) - cacheRead,
      cacheRead,
      output: usage?.completion_tokens ?? 0,
    },
  };
}
