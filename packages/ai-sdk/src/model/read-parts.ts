import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Conversation, type ModelYield, type Receipt, usage } from "@diglot/core";
import type { CallSequencer } from "@diglot/core/frameworks";
import type { KeepProof } from "../proofs.js";
import { toCallError } from "../reply/errors.js";
import { toStop } from "../reply/finish.js";
import type { ReasoningReader } from "../reply/reasoning.js";
import { toUsage } from "../reply/usage.js";
import { rules } from "../rules.js";
import { noteWarnings } from "./warnings.js";

/** What the parts of a reply are read with. */
export interface ReadContext {
  readonly calls: CallSequencer<string>;
  readonly reasoning: ReasoningReader;
  readonly conversation: Conversation;
  readonly receipt: Receipt;
  readonly keepProof: KeepProof;
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
      context.reasoning.restart();
      return context.calls.addContent([part.delta]);
    case "reasoning-start":
      return context.calls.addContent(context.reasoning.start(part.providerMetadata));
    case "reasoning-delta":
      return context.calls.addContent(context.reasoning.add(part.delta, part.providerMetadata));
    case "reasoning-end":
      return context.calls.addContent(context.reasoning.add("", part.providerMetadata));
    case "tool-input-start":
      return startCall(part, context);
    case "tool-input-delta":
      return context.calls.add(part.id, part.delta);
    case "tool-call":
      return completeCall(part, context);
    case "finish":
      return [...context.calls.end(), ...finish(part)];
    case "error":
      throw toCallError(part.error);
    default:
      noteLoss(part, context);
      return [];
  }
}

/** The fragments of a call that has not begun are not shown: the provider runs it, or they are not JSON. */
function startCall(part: Part<"tool-input-start">, { calls, reasoning }: ReadContext) {
  if (part.providerExecuted || part.inputEncoding === "text") return [];
  reasoning.restart();
  return calls.begin(part.id, { id: part.id, name: part.toolName });
}

function completeCall(
  part: Part<"tool-call">,
  { calls, receipt, reasoning, keepProof }: ReadContext,
) {
  if (part.providerExecuted) {
    receipt.noteReply(rules.providerTool, "");
    return [];
  }
  reasoning.restart();
  const { toolCallId: id, toolName: name, input } = part;
  keepProof(id, part.providerMetadata);
  return [...calls.begin(id, { id, name }), ...calls.complete(id, input)];
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
  if (part.type === "stream-start") noteWarnings(part.warnings, context);
  if (part.type === "source") context.receipt.noteReply(rules.source, "");
  if (part.type === "file" || part.type === "reasoning-file") {
    context.receipt.noteReply(rules.file, "");
  }
}
