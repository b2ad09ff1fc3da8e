import type { Turn } from "../../../../conversation/conversation.js";
import { callsOf } from "../../../../conversation/history/results.js";
import type { JsonObject } from "../../../../json/value.js";
import type { WriteRequestContext } from "../context.js";
import { turnsRules } from "../rules/content.js";

/** The messages of a request, and the request's own members for continuing the last turn. */
export interface WrittenMessages {
  readonly messages: readonly JsonObject[];
  readonly continuation: JsonObject;
}

/** Requests that a final assistant turn is continued, if the upstream can do that. */
export function continueLast(
  messages: readonly JsonObject[],
  turns: readonly Turn[],
  { capabilities, receipt }: WriteRequestContext,
): WrittenMessages {
  const last = messages.at(-1);
  const turn = turns.findLast(({ role }) => role === "assistant");
  // Calls are not continued; calls without results are refused elsewhere.
  if (last?.role !== "assistant" || !turn || callsOf(turn).length > 0) {
    return { messages, continuation: {} };
  }
  switch (capabilities.prefill) {
    case "no":
      receipt.apply(turnsRules.noPrefill, turn.at ?? "");
      return { messages, continuation: {} };
    case "native":
      return { messages, continuation: {} };
    case "continue_final_message":
      return {
        messages,
        continuation: { continue_final_message: true, add_generation_prompt: false },
      };
    case "prefix":
      return { messages: [...messages.slice(0, -1), { ...last, prefix: true }], continuation: {} };
  }
}
