import {
  dropped,
  isEmpty,
  isOneOf,
  type NativeField,
  noOp,
  refused,
  refusedOrDropped,
} from "../../../conversation/native-fields.js";
import { serverToolLeftOut } from "../../../conversation/receipt/request-rules.js";
import type { Rule } from "../../../conversation/receipt/rules.js";
import { isObject } from "../../../json/value.js";

const isDefault = "It is what happens anyway.";
const noSampler = "The model behind this endpoint does not take this sampling parameter.";
const noTracking = "The model behind this endpoint keeps no such record.";
const losesToNewer = "The newer name of the same field says something else, and counts.";
const sameReasoning = "Another member already carries the same reasoning.";
const noProof =
  "Another member carries the reasoning, or the model behind this endpoint cannot read it.";
const notOfReply = "It tells of an earlier reply and is not for the model.";
const notKnown = "The model behind this endpoint does not know this member.";
const notAllKnown = "The model behind this endpoint does not know all of its members.";

/** A tool choice beside one of functions. */
const besideFunctions: Rule = {
  outcome: "refused",
  reason: "The request has functions instead of tools, and `function_call` is the choice.",
};

/** Whether a tool choice is not one of allowed tools. */
function isOtherChoice(value: unknown): boolean {
  return typeof value === "string" || (isObject(value) && value.type !== "allowed_tools");
}

type Entry = readonly [field: string, NativeField];

/** Fields of the body. */
const bodyFields: readonly Entry[] = [
  [
    "logprobs",
    refused(
      "The model behind this endpoint tells no probabilities.",
      noOp(isDefault, isOneOf(false)),
    ),
  ],
  [
    "top_logprobs",
    refused("The model behind this endpoint tells no probabilities.", noOp(isDefault, isOneOf(0))),
  ],
  [
    "logit_bias",
    refusedOrDropped(
      "The model behind this endpoint takes no bias of tokens.",
      noOp(isDefault, isEmpty),
    ),
  ],
  ["presence_penalty", dropped(noSampler, noOp(isDefault, isOneOf(0)))],
  ["frequency_penalty", dropped(noSampler, noOp(isDefault, isOneOf(0)))],
  ...[
    "min_p",
    "typical_p",
    "top_a",
    "repetition_penalty",
    "mirostat",
    "mirostat_tau",
    "mirostat_eta",
  ].map((field) => [field, dropped(noSampler)] as const),
  ["max_tokens", dropped(losesToNewer)],
  ["user", dropped(losesToNewer)],
  ["metadata", dropped(noTracking, noOp("It says nothing.", isEmpty))],
  ["store", dropped(noTracking, noOp(isDefault, isOneOf(false)))],
  ["prediction", dropped("The model behind this endpoint takes no predicted answer.")],
  [
    "modalities",
    refused(
      "The model behind this endpoint answers in text only.",
      noOp(
        isDefault,
        (value) => Array.isArray(value) && value.every((modality) => modality === "text"),
      ),
    ),
  ],
  ["audio", refused("The model behind this endpoint answers in text only.")],
  ["web_search_options", dropped(serverToolLeftOut.reason)],
  ["prompt_cache_key", dropped("The model behind this endpoint chooses its prompt cache itself.")],
  [
    "prompt_cache_retention",
    dropped("The model behind this endpoint takes lifetimes on cache control only."),
  ],
  [
    "prompt_cache_options",
    {
      rule: {
        outcome: "approximated",
        reason:
          "Only the cache control of the content is carried, with the lifetime from the options.",
      },
      cases: [
        noOp(
          "The cache control of the content already says this.",
          (value) => isObject(value) && Object.keys(value).every((name) => name === "mode"),
        ),
      ],
    },
  ],
  [
    "verbosity",
    dropped(
      "The model behind this endpoint takes no verbosity.",
      noOp(isDefault, isOneOf("medium")),
    ),
  ],
  ["moderation", refusedOrDropped("The model behind this endpoint moderates nothing on request.")],
  [
    "functions",
    refused(
      "The request has tools as well, which replaced functions.",
      noOp("It says nothing.", isEmpty),
    ),
  ],
  [
    "function_call",
    refused(
      "It is not a known choice, or there are no functions; use the tool choice.",
      noOp("It says nothing without functions.", isOneOf("auto", "none")),
    ),
  ],
  [
    "tool_choice",
    {
      rule: {
        outcome: "reshaped",
        to: "tools",
        reason: "Only the allowed tools are offered, and the mode is the choice.",
      },
      cases: [{ rule: besideFunctions, fits: isOtherChoice }],
    },
  ],
  ["reasoning", dropped("Another member decides how much to reason, or this one is not known.")],
  ["thinking", dropped("Another member decides how much to reason, or this one is not known.")],
  ["include_reasoning", dropped("The settings of the service decide whether reasoning is shown.")],
  [
    "response_format",
    refusedOrDropped("The model behind this endpoint does not know this form of reply."),
  ],
  ["stream_options", dropped(notAllKnown)],
  ["cache_control", dropped("It is not a known form of cache control.")],
  ["top_k", refusedOrDropped("The model behind this endpoint takes only a whole number from 0.")],
];

/** Fields of messages, parts, calls and tools. */
const innerFields: readonly Entry[] = [
  ...["image_url", "input_audio", "file"].map(
    (name) => [`messages.content.${name}`, dropped(notAllKnown)] as const,
  ),
  ["messages.tool_calls.function", dropped(notAllKnown)],
  ["tools.function", dropped(notAllKnown)],
  ["messages.name", dropped("The model behind this endpoint takes no names of speakers.")],
  ["messages.reasoning_content", dropped(sameReasoning, noOp(sameReasoning, isString))],
  ["messages.reasoning", dropped(sameReasoning, noOp(sameReasoning, isString))],
  ["messages.reasoning_details", dropped(noProof, noOp("It says nothing.", isEmpty))],
  ["messages.thinking_blocks", dropped(noProof, noOp("It says nothing.", isEmpty))],
  ["messages.annotations", dropped(notOfReply, noOp("It says nothing.", isEmpty))],
  ["messages.audio", refused("The model behind this endpoint takes no audio.")],
  ...["messages.content", "messages.tool_calls", "tools"].map(
    (thing) =>
      [
        `${thing}.cache_control`,
        dropped("It is not a known form of cache control, or there is another one here."),
      ] as const,
  ),
  [
    "messages.cache_control",
    dropped("There is no content here that could have cache control, or it already has some."),
  ],
  ["messages.tool_calls.extra_content", dropped("Only the service that gave it can use it.")],
  ["messages.tool_calls.index", dropped("The order of the calls says it.")],
  [
    "messages.tool_calls.type",
    refused(
      "The model behind this endpoint takes no custom tools.",
      noOp(isDefault, isOneOf("function")),
    ),
  ],
];

function isString(value: unknown): boolean {
  return typeof value === "string";
}

/** Every field that only this format knows, by its names joined by dots, without indexes. */
export const nativeFields: ReadonlyMap<string, NativeField> = new Map([
  ...bodyFields,
  ...innerFields,
]);

/** A member of the body that nobody knows. */
export const unknownField: NativeField = refusedOrDropped(
  "The model behind this endpoint does not know this field.",
);

/** A member of a message, a part, a call or a tool that nobody knows. */
export const unknownInnerField: NativeField = dropped(notKnown);
