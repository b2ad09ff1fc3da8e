import { type StopReason, type UsageKind, usageKinds } from "@diglot/core";
import {
  byType,
  type Check,
  count,
  either,
  is,
  isText,
  listOf,
  members,
  oneOf,
  text,
  textOrNull,
} from "./check.js";

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
export const checkStopReason: Check = oneOf(Object.keys(reasons));

/** Token counts. */
export const checkUsage: Check = members(
  Object.fromEntries(usageKinds.map((kind: UsageKind) => [kind, count])),
);

const token = {
  token: { required: text },
  logprob: {
    required: is("a number of at most 0", (value) => typeof value === "number" && value <= 0),
  },
  bytes: either(
    (value) => value === null,
    () => {},
    listOf(count),
  ),
};

/** The tokens of a text with their log probabilities. */
export const checkLogprobs: Check = listOf(
  members({ ...token, alternatives: listOf(members(token)) }),
);

const anyText: Check = () => {};

/** One piece of what a model yields. */
export const checkPiece: Check = either(
  isText,
  anyText,
  byType({
    thinking: { text: { required: text }, signature: text },
    redacted_thinking: { data: { required: text } },
    text: { text: { required: text }, logprobs: checkLogprobs },
    refusal: { text: { required: text }, logprobs: checkLogprobs },
    tool_call_start: { name: { required: text }, id: text },
    tool_call_arguments: { json: { required: text } },
    tool_call: { name: { required: text }, id: text, json: { required: text } },
    usage: { usage: { required: checkUsage } },
    stop: {
      reason: { required: checkStopReason },
      sequence: text,
      refusal: members({ category: textOrNull, explanation: textOrNull }),
    },
  }),
);
