import {
  type Check,
  checks,
  type MemberChecks,
  type ModelYield,
  type StopReason,
  type Usage,
  usageKinds,
  type YieldedLogprob,
  type YieldedToken,
} from "@diglot/core";
import { byType, isText, textOrNull } from "../../common/kinds.js";

const { anything, count, either, is, listOf, members, oneOf, text } = checks;

const reasons: Readonly<Record<StopReason, true>> = {
  end: true,
  max_tokens: true,
  stop_sequence: true,
  tool_calls: true,
  refusal: true,
  content_filter: true,
  pause: true,
  context_window: true,
  other: true,
};

/** Why a reply ends. */
export const validStopReason: Check = oneOf(...Object.keys(reasons));

/** Token counts. */
export const validUsage: Check = members(
  Object.fromEntries(usageKinds.map((kind) => [kind, count])) as unknown as MemberChecks<Usage>,
);

const tokenChecks: MemberChecks<YieldedToken> = {
  token: { required: text },
  logprob: {
    required: is("a number of at most 0", (value) => typeof value === "number" && value <= 0),
  },
  bytes: either((value) => value === null, anything, listOf(count)),
};

/** The tokens of a text with their log probabilities. */
export const validLogprobs: Check = listOf(
  members<YieldedLogprob>({
    ...tokenChecks,
    alternatives: listOf(members<YieldedToken>(tokenChecks)),
  }),
);

const required = { required: text };

type Piece = Exclude<ModelYield, string>;
type StopRefusal = NonNullable<Extract<Piece, { readonly type: "stop" }>["refusal"]>;

/** One piece of what a model yields. */
export const validPiece: Check = either(
  isText,
  anything,
  byType<Piece>({
    thinking: { text: required, signature: text },
    redacted_thinking: { data: required },
    text: { text: required, logprobs: validLogprobs },
    refusal: { text: required, logprobs: validLogprobs },
    tool_call_start: { name: required, id: text },
    tool_call_arguments: { json: required },
    tool_call: { name: required, id: text, json: required },
    usage: { usage: { required: validUsage } },
    stop: {
      reason: { required: validStopReason },
      sequence: text,
      refusal: members<Partial<StopRefusal>>({ category: textOrNull, explanation: textOrNull }),
    },
  }),
);
