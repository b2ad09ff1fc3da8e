import type { StopReason } from "../../conversation/events.js";
import type { Usage } from "../../conversation/usage/usage.js";
import type { YieldedLogprob } from "./logprob-queue.js";

type Logprobs = readonly YieldedLogprob[] | undefined;

/** What an in-process model may yield. A plain string is text. */
export type ModelYield =
  | string
  | { readonly type: "text"; readonly text: string; readonly logprobs: Logprobs }
  | { readonly type: "thinking"; readonly text: string; readonly signature: string | undefined }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | { readonly type: "refusal"; readonly text: string; readonly logprobs?: Logprobs }
  | { readonly type: "tool_call_start"; readonly name: string; readonly id: string | undefined }
  | { readonly type: "tool_call_arguments"; readonly json: string }
  | {
      readonly type: "tool_call";
      readonly name: string;
      readonly id: string | undefined;
      readonly json: string;
    }
  | { readonly type: "usage"; readonly usage: Usage }
  | {
      readonly type: "stop";
      readonly reason: StopReason;
      readonly sequence: string | undefined;
      readonly refusal:
        | { readonly category: string | null; readonly explanation: string | null }
        | undefined;
    };

/**
 * Text with the log probabilities of its tokens, which must join to it. They are shown to callers who
 * ask for them; requests that do so are refused unless the model's capability `logprobs` is true.
 */
export function text(
  value: string,
  options: { logprobs?: readonly YieldedLogprob[] | undefined } = {},
): ModelYield {
  return { type: "text", text: value, logprobs: options.logprobs };
}

/** A piece of the model's reasoning. A signature, if the model has one, ends the block. */
export function thinking(
  text: string,
  options: { signature?: string | undefined } = {},
): ModelYield {
  return { type: "thinking", text, signature: options.signature };
}

/** Reasoning that only its maker can read. */
export function redactedThinking(data: string): ModelYield {
  return { type: "redacted_thinking", data };
}

/** A piece of a refusal, as `text()` is one of text; the reply then stops with reason `refusal`. */
export function refusal(
  text: string,
  { logprobs }: { logprobs?: readonly YieldedLogprob[] | undefined } = {},
): ModelYield {
  return { type: "refusal", text, ...(logprobs && { logprobs }) };
}

/**
 * A whole tool call. `arguments` is an object, or JSON text that is passed on unchanged.
 * Without an id the service makes one in the style of the caller's format.
 */
export function toolCall(call: {
  name: string;
  arguments?: Readonly<Record<string, unknown>> | string | undefined;
  id?: string | undefined;
}): ModelYield {
  const json =
    typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments ?? {});
  return { type: "tool_call", name: call.name, id: call.id, json };
}

/** Begins a tool call whose arguments follow in fragments. */
export function toolCallStart(call: { name: string; id?: string | undefined }): ModelYield {
  return { type: "tool_call_start", name: call.name, id: call.id };
}

/** A fragment of the JSON text of the arguments of the last call that was begun. */
export function toolCallArguments(json: string): ModelYield {
  return { type: "tool_call_arguments", json };
}

/** Token counts as the model knows them. They are cumulative: later counts replace earlier ones. */
export function usage(counts: Usage): ModelYield {
  return { type: "usage", usage: counts };
}

/** Ends the reply with a reason. Without it the reason follows from what was yielded. */
export function stop(
  reason: StopReason,
  details: {
    sequence?: string | undefined;
    refusal?: { category: string | null; explanation: string | null } | undefined;
  } = {},
): ModelYield {
  return { type: "stop", reason, sequence: details.sequence, refusal: details.refusal };
}
