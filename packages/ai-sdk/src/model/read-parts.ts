import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Conversation, type ModelYield, placeOf, type Receipt, usage } from "@diglot/core";
import { toCallError } from "../reply/errors.js";
import { toStop } from "../reply/finish.js";
import { toReasoning, toReasoningStart } from "../reply/reasoning.js";
import type { CallSequencer } from "../reply/tool-calls.js";
import { toUsage } from "../reply/usage.js";
import { rules } from "../rules.js";

/** What the parts of a reply are read with. */
export interface ReadContext {
  readonly calls: CallSequencer;
  readonly conversation: Conversation;
  readonly receipt: Receipt;
  /** Calls whose fragments are not shown: the provider runs them, or they are no JSON. */
  readonly hidden: Set<string>;
}

type Part<Type extends LanguageModelV4StreamPart["type"]> = Extract<
  LanguageModelV4StreamPart,
  { readonly type: Type }
>;

/** What one part of a model's stream becomes. Parts without a meaning for the caller become nothing. */
export function readPart(
  part: LanguageModelV4StreamPart,
  context: ReadContext,
): readonly ModelYield[] {
  switch (part.type) {
    case "text-delta":
      return [part.delta];
    case "reasoning-start":
      return toReasoningStart(part.providerMetadata);
    case "reasoning-delta":
      return toReasoning(part.delta, part.providerMetadata);
    case "reasoning-end":
      return toReasoning("", part.providerMetadata);
    case "tool-input-start":
      return startCall(part, context);
    case "tool-input-delta":
      return context.hidden.has(part.id) ? [] : context.calls.fragment(part.id, part.delta);
    case "tool-call":
      return completeCall(part, context);
    case "finish":
      return finish(part);
    case "error":
      throw toCallError(part.error);
    default:
      noteLoss(part, context);
      return [];
  }
}

function startCall(part: Part<"tool-input-start">, { calls, hidden }: ReadContext) {
  if (part.providerExecuted || part.inputEncoding === "text") {
    hidden.add(part.id);
    return [];
  }
  return calls.start(part);
}

function completeCall(part: Part<"tool-call">, { calls, receipt }: ReadContext) {
  if (part.providerExecuted) {
    receipt.noteReply(rules.providerTool, "");
    return [];
  }
  if (part.providerMetadata?.google?.thoughtSignature !== undefined) {
    receipt.noteReply(rules.proof, "");
  }
  return calls.complete(part);
}

function finish({ usage: counts, finishReason, providerMetadata }: Part<"finish">) {
  const sequence = providerMetadata?.anthropic?.stopSequence;
  const { unified: reason, raw } = finishReason;
  return [
    usage(toUsage(counts)),
    ...toStop({ reason, raw, ...(typeof sequence === "string" && { sequence }) }),
  ];
}

function noteLoss(part: LanguageModelV4StreamPart, context: ReadContext): void {
  if (part.type === "stream-start") noteWarnings(part, context);
  if (part.type === "source") context.receipt.noteReply(rules.source, "");
  if (part.type === "file" || part.type === "reasoning-file") {
    context.receipt.noteReply(rules.file, "");
  }
}

/** What the provider says that it does not support. Its own words are not repeated: they may quote. */
function noteWarnings({ warnings }: Part<"stream-start">, context: ReadContext): void {
  const { receipt, conversation } = context;
  for (const warning of warnings) {
    if (warning.type !== "unsupported") continue;
    const isName = /^\w{1,64}$/.test(warning.feature);
    receipt.apply(rules.unsupported, isName ? placeOf(conversation, warning.feature) : "");
  }
  receipt.assertAccepted();
}
