import type { Model, ReceiptEntry } from "@diglot/core";
import { type FromLangChainOptions, fromLangChain } from "@diglot/langchain";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";

/** A chat model, in place of one of a provider. */
export interface Provider {
  /** What it says of its provider. */
  readonly type?: string;
  readonly takesTools?: boolean;
  /** What it streams; the last one may be an error, which it throws. */
  readonly chunks?: readonly unknown[];
}

/** What a chat model is called with for a body, and what is answered and noted. */
export async function callOf(
  format: FormatName,
  body: object,
  provider: Provider = {},
  given: Partial<FromLangChainOptions> = {},
) {
  const { model, calls, bound } = chatModelOf(provider);
  const answer = await answerOf(fromLangChain(model, { id: "scripted", ...given }), format, body);
  const [call] = calls;
  return { ...answer, messages: call?.messages.map(toPlain), options: call?.options, bound };
}

/** A chat model that notes what it is called with. */
export function chatModelOf({ type = "other", takesTools = true, chunks = [ok] }: Provider = {}) {
  const calls: { messages: readonly BaseMessage[]; options: Record<string, unknown> }[] = [];
  const bound: { tools: readonly object[]; options: object }[] = [];
  const model = {
    _modelType: "base_chat_model",
    _llmType: () => type,
    async stream(messages: readonly BaseMessage[], options: Record<string, unknown> = {}) {
      calls.push({ messages, options });
      return iterate(chunks);
    },
    ...(takesTools && {
      bindTools(tools: readonly object[], options: object) {
        bound.push({ tools, options });
        return model;
      },
    }),
  };
  return { model, calls, bound };
}

const ok = new AIMessageChunk("ok");

/** Parts one after the other. */
export async function* iterate(parts: readonly unknown[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

/** What a test looks at of a message. */
function toPlain(message: BaseMessage): object {
  const { type, content, name } = message;
  const { tool_calls, tool_call_id, status } = message as unknown as Record<string, unknown>;
  return JSON.parse(JSON.stringify({ type, content, name, tool_calls, tool_call_id, status }));
}

/** The answer of a service over a model, with what its receipt and its ledger hold. */
export async function answerOf(model: Model, format: FormatName, body: object = {}) {
  const { service, ledger, events, failures } = serviceOf(model);
  const answer = await service.request(...requestOf(format, { model: model.id, ...body }));
  const text = await answer.text();
  await service.close();
  const losses = events.flatMap((event): readonly ReceiptEntry[] =>
    event.type === "request_ended" ? event.losses : [],
  );
  return { status: answer.status, text, losses, rows: ledger.all(), failures };
}
