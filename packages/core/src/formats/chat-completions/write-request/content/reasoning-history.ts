import type { Turn } from "../../../../conversation/conversation.js";
import { takeExtra } from "../../../../conversation/extra-members.js";
import { callsOf } from "../../../../conversation/history/results.js";
import { placeOf } from "../../../../conversation/places.js";
import { isReasoning, type ReasoningBlock } from "../../../../conversation/reasoning-block.js";
import type { JsonObject } from "../../../../json/value.js";
import { detailsField, messagesProofFormat } from "../../wire/reasoning-details.js";
import type { WriteRequestContext } from "../context.js";
import {
  blockRedactedThinkingRules as hiddenRules,
  blockThinkingRules as textRules,
} from "../rules/content.js";

/**
 * The reasoning of a turn, in the member in which the upstream needs it back.
 * @param callerIds the caller's ids of calls whose ids had to change
 */
export function echoReasoning(
  turn: Turn,
  callerIds: ReadonlyMap<string, string>,
  context: WriteRequestContext,
): JsonObject {
  const { when, field } = context.capabilities.reasoningEcho;
  const wanted = when === "always" || (when === "tool_turns" && callsOf(turn).length > 0);
  const own = turn.blocks.filter(isReasoning);
  const shown = own.filter(isShown);
  const reasoning = shown.length > 0 ? shown : rememberedReasoning(turn, callerIds, context);
  for (const block of own) judge(block, { wanted, field, found: reasoning.length > 0 }, context);
  if (!wanted) return {};
  const said = field === detailsField ? toDetails(reasoning) : joinReasoning(reasoning);
  return said.length > 0 ? { [field]: said } : {};
}

/** Whether the caller has seen the reasoning or has its proof; hidden reasoning comes back empty. */
function isShown(block: ReasoningBlock): boolean {
  return block.type !== "thinking" || block.text !== "" || block.signature !== undefined;
}

/** What the upstream needs of a turn's reasoning. */
interface Wish {
  readonly wanted: boolean;
  readonly field: string;
  /** Whether there is anything to send back. */
  readonly found: boolean;
}

function judge(
  block: ReasoningBlock,
  { wanted, field, found }: Wish,
  context: WriteRequestContext,
): void {
  takeExtra(block, context);
  const { receipt } = context;
  const at = block.at ?? "";
  if (block.type === "thinking") {
    const asked = found ? textRules.echoed : textRules.hidden;
    receipt.apply(wanted ? asked : textRules.left, at);
    const isProof = block.signature !== undefined && field !== detailsField;
    if (wanted && isProof) receipt.apply(textRules.unproven, placeOf(block, "signature"));
    return;
  }
  receipt.apply(wanted && field === detailsField ? hiddenRules.echoed : hiddenRules.left, at);
}

function rememberedReasoning(
  turn: Turn,
  callerIds: ReadonlyMap<string, string>,
  { remembered }: WriteRequestContext,
): readonly ReasoningBlock[] {
  const ids = callsOf(turn).map(({ id }) => callerIds.get(id) ?? id);
  const id = ids.find((one) => remembered.has(one));
  return id === undefined ? [] : (remembered.get(id) ?? []).filter(isReasoning);
}

function toDetails(reasoning: readonly ReasoningBlock[]): readonly JsonObject[] {
  return reasoning.map((block, index) => {
    if (block.type === "redacted_thinking") {
      return { index, type: "reasoning.encrypted", data: block.data, format: messagesProofFormat };
    }
    const { text, signature } = block;
    const proof = signature === undefined ? {} : { signature, format: messagesProofFormat };
    return { index, type: "reasoning.text", text, ...proof };
  });
}

/** Reasoning without a signature is one text in pieces, of an upstream of this format. */
function joinReasoning(reasoning: readonly ReasoningBlock[]): string {
  const reported = reasoning.filter((block) => block.type === "thinking");
  const pieces = reported.every(({ signature }) => signature === undefined);
  return reported.map(({ text }) => text).join(pieces ? "" : "\n\n");
}
