import { type Conversation, type InProcessRequest, type ModelYield, placeOf } from "@diglot/core";
import { neutralConversation, noteUnsent, penalties, unreadable } from "@diglot/core/frameworks";
import type { MessageContext } from "../messages/context.js";
import { toMessages } from "../messages/messages.js";
import { toCallOptions, toToolOptions, toTools } from "../model/call-options.js";
import { familyOf } from "../model/family.js";
import type { ObservedParameters } from "../model/parameters.js";
import { rules } from "../rules.js";
import type { ChatModel, LangChainRunnable, RunConfig } from "../runnables.js";
import { readMessages } from "./read-messages.js";

/** What a chat model is run with. */
export interface ModelRun {
  readonly model: ChatModel;
  readonly observed: ObservedParameters;
  readonly config: RunConfig;
  readonly signal: AbortSignal;
}

/** Calls a chat model with the request, and yields its reply. */
export async function* runModel(
  request: InProcessRequest,
  { model, observed, config, signal }: ModelRun,
): AsyncGenerator<ModelYield> {
  const { receipt } = request;
  const conversation = neutralConversation(request, penalties);
  const context: MessageContext = { receipt, family: familyOf(model) };
  const messages = await toMessages(conversation, context);
  const bound = bindTools(model, conversation, context);
  const options = { ...toCallOptions(conversation, context), ...config, signal };
  observed.noteUnread(receipt, context.family === "openai" ? ["seed"] : []);
  noteUnsent(conversation, receipt);
  noteTools(conversation, context);
  receipt.assertAccepted();
  try {
    yield* readMessages(await bound.stream(messages as never, options as never), receipt);
  } catch (error) {
    // The clients of providers throw it for chunks that are not JSON.
    throw error instanceof SyntaxError ? unreadable(error.name) : error;
  }
}

function bindTools(
  model: ChatModel,
  conversation: Conversation,
  context: MessageContext,
): LangChainRunnable {
  const { tools } = conversation;
  if (tools.length === 0) return model;
  if (model.bindTools) return model.bindTools(toTools(tools), toToolOptions(conversation, context));
  context.receipt.apply(rules.tools, placeOf(conversation, "tools"));
  return model;
}

function noteTools({ tools }: Conversation, { receipt, family }: MessageContext): void {
  for (const tool of tools) {
    if (tool.type !== "function") continue;
    if (tool.cache) receipt.apply(rules.cache, placeOf(tool, "cache"));
    if (tool.strict !== undefined && family === undefined) {
      receipt.apply(rules.toolStrict, placeOf(tool, "strict"));
    }
  }
}
