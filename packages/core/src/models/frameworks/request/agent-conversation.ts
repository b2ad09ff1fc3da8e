import type { Conversation } from "../../../conversation/conversation.js";
import { placeOf } from "../../../conversation/places.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import type { InProcessRequest } from "../../in-process/define-model.js";
import type { Capabilities } from "../../model.js";
import { neutralConversation } from "./neutral-conversation.js";
import { noteUnsent } from "./note-unsent.js";
import { passingRules } from "./passing-rules.js";

/** Members of a Chat Completions body that frameworks know and the neutral form does not. */
export const penalties = ["frequency_penalty", "presence_penalty"];

/** What an agent cannot be asked for: it has tools and a form of output of its own. */
export const agentCapabilities: Partial<Capabilities> = {
  tools: false,
  outputFormats: [],
  prefill: false,
  sampling: ["temperature", "top_p", "top_k", "seed", ...penalties],
  extensions: [],
};

/**
 * The conversation of a request for an agent that has settings of its own: `neutralConversation`, and
 * what the agent decides itself is noted in the receipt too. A caller's tools and form of output are
 * refused, unless the service lets them go; sampling parameters, effort and the like are left out.
 */
export function agentConversation(
  request: Pick<InProcessRequest, "conversation" | "origin" | "receipt">,
): Conversation {
  const conversation = neutralConversation(request, penalties);
  noteOwn(conversation, request.receipt);
  return conversation;
}

/** Neutral fields that an agent has settings of its own for. */
const settings = ["temperature", "topP", "topK", "seed"] as const;

function noteOwn(conversation: Conversation, receipt: Receipt): void {
  const { tools, output, reasoning = {}, extensions } = conversation;
  if (tools.length > 0) receipt.apply(passingRules.tools, placeOf(conversation, "tools"));
  if (output && output.type !== "text") {
    receipt.apply(passingRules.output, placeOf(conversation, "output"));
  }
  const given = [
    ...settings.filter((name) => conversation[name] !== undefined),
    ...penalties.filter((name) => typeof extensions[name] === "number"),
    ...Object.entries(reasoning)
      .filter(([name, value]) => value !== undefined && name !== "display")
      .map(([name]) => `reasoning.${name}`),
  ];
  for (const name of given) receipt.apply(passingRules.setting, placeOf(conversation, name));
  noteUnsent(conversation, receipt);
}
